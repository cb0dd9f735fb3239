import { el } from '../../ui/dom.ts';
import { createPosterArt } from '../media/poster.ts';
import { labelOf } from './attribute-text.ts';

/** The draft as it would hang in the house. */
export function createPreview({ values, lists, fields }) {
  const item = {
    general: {
      GID: 'draft',
      title: values.title.trim(),
      streamtype: values.streamtype,
      genre: titleIn(genresOf(lists, values), values.genre),
      isPay: values.isPay === true,
    },
    imagedata: {},
  };
  const persons = (values.persons ?? []).map(({ name, type }) => [
    titleIn(lists.persontypes, type) || 'With',
    name,
  ]);
  const chosen = fields.map(({ name, label, input }) => [
    label ?? labelOf(name),
    shownValue(input),
  ]);
  const facts = [...persons, ...chosen.filter(([, value]) => value)];
  const tags = (values.tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  return el(
    'section',
    { class: 'preview', 'aria-labelledby': 'preview-title' },
    el('div', { class: 'preview-poster' }, createPosterArt(item)),
    el(
      'div',
      { class: 'preview-words' },
      el('p', { class: 'list-word' }, 'As it would hang in the house'),
      el('h2', { id: 'preview-title', tabindex: '-1' }, item.general.title),
      values.subtitle && el('p', { class: 'list-story' }, values.subtitle),
      values.description && el('p', { class: 'preview-story' }, values.description),
      facts.length > 0 &&
        el(
          'dl',
          { class: 'preview-facts' },
          ...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
        ),
      tags.length > 0 &&
        el(
          'ul',
          { class: 'tags', 'aria-label': 'Tags' },
          ...tags.map((tag) => el('li', {}, el('span', { class: 'tag' }, tag))),
        ),
      el('p', { class: 'list-story' }, 'Nothing has been sent: this draft is yours alone.'),
    ),
  );
}

export const genresOf = (lists, { streamtype }) =>
  streamtype === 'audio' ? lists.audiogenres : lists.videogenres;

const titleIn = (entries, code) =>
  entries.find((entry) => (entry.code ?? entry.ID) === code)?.title ?? '';

function shownValue(input) {
  if (/^(title|subtitle|description|tags)$/.test(input.name)) return ''; // they stand above
  if (input.type === 'checkbox') return input.checked ? 'yes' : '';
  return input.localName === 'select'
    ? input.value && input.selectedOptions[0].textContent
    : input.value.trim();
}
