import type { EditableAttribute, System, SystemEntry } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { createAttributeField } from './attribute-field.ts';
import { createChoiceField } from './choice-field.ts';
import type { Draft } from './draft.ts';
import type { Field } from './field.ts';
import { createPersonsField } from './persons-field.ts';
import { genresOf, type SubmitLists } from './submit-lists.ts';
import { createVoiceField } from './voice-field.ts';

/** What can be submitted; each streamtype has attributes of its own. */
export const streamtypes = [
  { code: 'video', title: 'A film' },
  { code: 'audio', title: 'A talk' },
  { code: 'series', title: 'A series' },
  { code: 'playlist', title: 'A playlist' },
] as const;

type Attributes = Readonly<Record<string, EditableAttribute>>;

export interface SubmitFormParts {
  readonly lists: SubmitLists;
  readonly attributes: Attributes;
  readonly restrictions: Attributes;
  readonly draft: Draft;
  readonly system: System;
}

export interface SubmitForm {
  readonly fields: readonly Field[];
  readonly element: HTMLElement;
}

/** The form for one streamtype: its fields are those that the platform lets be edited. */
export function createSubmitForm(parts: SubmitFormParts): SubmitForm {
  const { lists, draft } = parts;
  const { own, editorial } = createAttributeFields(parts);
  const about = createAboutFields(parts);
  const elsewhere = createElsewhereFields(lists, draft);
  const element = el(
    'div',
    { class: 'submit-groups' },
    createGroup('In your words', '', own),
    createGroup('What it is', 'two', about, createPersonsField(lists.persontypes, draft)),
    createGroup('Where else it could be seen', 'two', elsewhere),
    el(
      'details',
      { class: 'submit-house' },
      el('summary', {}, 'What the house decides'),
      el('p', { class: 'list-story' }, 'You may propose it.'),
      el('div', { class: 'two' }, ...elementsOf(editorial)),
    ),
  );
  return { fields: [...own, ...about, ...elsewhere, ...editorial], element };
}

const elementsOf = (fields: readonly Field[]): HTMLElement[] =>
  fields.map(({ element }) => element);

const createGroup = (
  legend: string,
  className: string,
  fields: readonly Field[],
  last?: HTMLElement,
): HTMLElement =>
  el(
    'fieldset',
    { class: className || undefined },
    el('legend', {}, legend),
    ...elementsOf(fields),
    last,
  );

/** Those that the viewer writes, and those that the editors decide. */
function createAttributeFields({ attributes, restrictions, draft }: SubmitFormParts): {
  readonly own: readonly Field[];
  readonly editorial: readonly Field[];
} {
  const createOne = ([name, attribute]: readonly [string, EditableAttribute]): Field =>
    createAttributeField({ name, attribute, draft, isRequired: name === 'title' });
  // These two are chosen from a list.
  const written = Object.entries(attributes).filter(
    ([name]) => name !== 'genre' && name !== 'language',
  );
  return {
    own: written.filter(([, { allowedInUGC }]) => isYes(allowedInUGC)).map(createOne),
    editorial: [
      ...written.filter(([, { allowedInUGC }]) => !isYes(allowedInUGC)),
      ...Object.entries(restrictions),
    ].map(createOne),
  };
}

/** In whatever form a platform writes it. */
const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1';

function createAboutFields({ lists, attributes, draft, system }: SubmitFormParts): Field[] {
  const { streamtype } = draft.get();
  const choose = chooser(draft);
  return [
    ...(attributes['genre'] ? [choose('genre', 'Genre', genresOf(lists, streamtype))] : []),
    ...(streamtype !== 'audio' ? [choose('contenttype', 'Kind', lists.videocontenttypes)] : []),
    ...(attributes['language'] ? [choose('language', 'Language', lists.languagecodes)] : []),
    choose('country', 'Country', lists.countrycodes),
    choose('picture', 'Picture you would bring', lists.imagecontenttypes),
    createVoiceField(draft, system),
  ];
}

function createElsewhereFields(lists: SubmitLists, draft: Draft): Field[] {
  const choose = chooser(draft);
  return [
    ...(draft.get().streamtype !== 'audio'
      ? [choose('videocategory', 'On video platforms', lists.videoplatformcategories)]
      : []),
    choose('socialcategory', 'In social networks', lists.socialplatformcategories),
    choose('devicecategory', 'On streaming devices', lists.streamingdevicecategories),
  ];
}

const chooser =
  (draft: Draft) =>
  (name: string, label: string, entries: readonly SystemEntry[]): Field =>
    createChoiceField({ name, label, entries, draft });
