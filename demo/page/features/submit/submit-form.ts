import { el } from '../../ui/dom.ts';
import { createAttributeField, createChoiceField } from './field.ts';
import { createPersonsField } from './persons-field.ts';
import { genresOf } from './preview.ts';
import { createVoiceField } from './voice-field.ts';

/** What can be submitted; each has attributes of its own. */
export const streamtypes = [
  { code: 'video', title: 'A film' },
  { code: 'audio', title: 'A talk' },
  { code: 'series', title: 'A series' },
  { code: 'playlist', title: 'A playlist' },
];

/**
 * The form for one streamtype: its fields are those that the platform lets be edited.
 * @param {{ lists: any, attributes: any, restrictions: any, draft: any, system: any }} parts
 */
export function createSubmitForm({ lists, attributes, restrictions, draft, system }) {
  const isChosen = (name) => name === 'genre' || name === 'language';
  const own = Object.entries(attributes).filter(
    ([name, { allowedInUGC }]) => isYes(allowedInUGC) && !isChosen(name),
  );
  const house = [
    ...Object.entries(attributes).filter(
      ([name, { allowedInUGC }]) => !isYes(allowedInUGC) && !isChosen(name),
    ),
    ...Object.entries(restrictions),
  ];
  const fieldOf = ([name, attribute]) =>
    createAttributeField({ name, attribute, draft, isRequired: name === 'title' });
  const choice = (name, label, entries, more = {}) =>
    entries && createChoiceField({ name, label, entries, draft, ...more });
  const isVideo = draft.values.streamtype !== 'audio';
  const groups = {
    own: own.map(fieldOf),
    about: [
      attributes.genre && choice('genre', 'Genre', genresOf(lists, draft.values)),
      isVideo && choice('contenttype', 'Kind', lists.videocontenttypes),
      attributes.language && choice('language', 'Language', lists.languagecodes),
      choice('country', 'Country', lists.countrycodes),
      choice('picture', 'Picture you would bring', lists.imagecontenttypes),
      createVoiceField({ draft, system }),
    ].filter(Boolean),
    elsewhere: [
      isVideo && choice('videocategory', 'On video platforms', lists.videoplatformcategories),
      choice('socialcategory', 'In social networks', lists.socialplatformcategories),
      choice('devicecategory', 'On streaming devices', lists.streamingdevicecategories),
    ].filter(Boolean),
    house: house.map(fieldOf),
  };
  const elements = (fields) => fields.map(({ element }) => element);
  return {
    fields: Object.values(groups).flat(),
    element: el(
      'div',
      { class: 'submit-groups' },
      el('fieldset', {}, el('legend', {}, 'In your words'), ...elements(groups.own)),
      el(
        'fieldset',
        { class: 'two' },
        el('legend', {}, 'What it is'),
        ...elements(groups.about),
        createPersonsField({ types: lists.persontypes, draft }).element,
      ),
      el(
        'fieldset',
        { class: 'two' },
        el('legend', {}, 'Where else it could be seen'),
        ...elements(groups.elsewhere),
      ),
      el(
        'details',
        { class: 'submit-house' },
        el('summary', {}, 'What the house decides'),
        el('p', { class: 'list-story' }, 'You may propose it.'),
        el('div', { class: 'two' }, ...elements(groups.house)),
      ),
    ),
  };
}

/** In whatever form a platform writes it. */
const isYes = (value) => value === true || value === 1 || value === '1';
