import type { SystemEntry } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import type { PosterItem } from '../items/media-item.ts';
import { createPosterArt } from '../items/poster.ts';
import { codeOf } from './choice-field.ts';
import { fieldText, type DraftValues } from './draft.ts';
import { isCheckbox, type Field, type FieldInput } from './field.ts';
import { genresOf, type SubmitLists } from './submit-lists.ts';

/** The fields that the preview shows by themselves, above the facts. */
const shownAbove = ['title', 'subtitle', 'description', 'tags'];

/** The draft as an item of the site. */
export function createPreview(
  values: DraftValues,
  lists: SubmitLists,
  fields: readonly Field[],
): HTMLElement {
  const [subtitle, description] = [fieldText(values, 'subtitle'), fieldText(values, 'description')];
  return el(
    'section',
    { class: 'preview', 'aria-labelledby': 'preview-title' },
    el('div', { class: 'preview-poster' }, createPosterArt(itemOf(values, lists))),
    el(
      'div',
      { class: 'preview-words' },
      el('p', { class: 'list-word' }, 'As it would hang in the house'),
      el('h2', { id: 'preview-title', tabindex: '-1' }, fieldText(values, 'title').trim()),
      subtitle && el('p', { class: 'list-story' }, subtitle),
      description && el('p', { class: 'preview-story' }, description),
      createFacts(values, lists, fields),
      createTags(values),
      el('p', { class: 'list-story' }, 'Nothing has been sent: this draft is yours alone.'),
    ),
  );
}

const itemOf = (values: DraftValues, lists: SubmitLists): PosterItem => ({
  general: {
    ID: '',
    GID: 'draft',
    title: fieldText(values, 'title').trim(),
    streamtype: values.streamtype,
    genre: titleIn(genresOf(lists, values.streamtype), fieldText(values, 'genre')),
    isPay: values['isPay'] === true,
  },
  imagedata: {},
});

const titleIn = (entries: readonly SystemEntry[], code: string): string =>
  entries.find((entry) => codeOf(entry) === code)?.title ?? '';

function createFacts(
  { persons = [] }: DraftValues,
  lists: SubmitLists,
  fields: readonly Field[],
): HTMLElement | undefined {
  const facts = [
    ...persons.map(({ name, type }) => ({
      label: titleIn(lists.persontypes, type) || 'With',
      value: name,
    })),
    ...fields
      .filter(({ name }) => !shownAbove.includes(name))
      .map(({ label, input }) => ({ label, value: shownValue(input) })),
  ].filter(({ value }) => value);
  if (!facts.length) return undefined;
  return el(
    'dl',
    { class: 'preview-facts' },
    ...facts.map(({ label, value }) => el('div', {}, el('dt', {}, label), el('dd', {}, value))),
  );
}

function shownValue(input: FieldInput): string {
  if (isCheckbox(input)) return input.checked ? 'yes' : '';
  if (!(input instanceof HTMLSelectElement)) return input.value.trim();
  return input.value ? (input.selectedOptions[0]?.text ?? '') : '';
}

function createTags(values: DraftValues): HTMLElement | undefined {
  const tags = fieldText(values, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  if (!tags.length) return undefined;
  return el(
    'ul',
    { class: 'tags', 'aria-label': 'Tags' },
    ...tags.map((tag) => el('li', {}, el('span', { class: 'tag' }, tag))),
  );
}
