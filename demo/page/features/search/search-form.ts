import { el } from '../../ui/dom.ts';
import { fields, modes, scores } from './search-options.ts';

/**
 * How to search: by which words, in which text, how well it must match. A change is told as it
 * would be searched.
 * @param {HTMLElement} filters stands with what narrows it down
 * @param {boolean} isOpen whether that is unfolded
 */
export function createSearchForm({ search, filters, isOpen, onChange }) {
  const form = el(
    'form',
    { class: 'search-options', 'aria-label': 'How to search' },
    createModes(search),
    el(
      'details',
      { class: 'search-more', open: isOpen || isNarrow(search) },
      el('summary', {}, 'Narrow it down'),
      el(
        'div',
        {},
        filters,
        search.isRelevance
          ? el(
              'label',
              { class: 'filter' },
              el('span', {}, 'How well it must match'),
              createScores(search),
            )
          : el(
              'label',
              { class: 'check' },
              el('input', {
                type: 'checkbox',
                class: 'tick',
                name: 'parts',
                value: '1',
                checked: search.hasParts,
              }),
              el('span', {}, 'Parts of words too'),
            ),
        el(
          'fieldset',
          { class: 'fields' },
          el('legend', {}, 'Only in'),
          ...Object.entries(fields).map(([field, title]) =>
            el(
              'label',
              { class: 'check' },
              el('input', {
                type: 'checkbox',
                class: 'tick',
                name: 'in',
                value: field,
                checked: search.fields.includes(field),
              }),
              el('span', {}, title),
            ),
          ),
        ),
      ),
    ),
  );
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', ({ target }) => {
    if (!filters.contains(target)) onChange(chosenIn(form, search));
  });
  return form;
}

function createModes(search) {
  return el(
    'div',
    {},
    el(
      'fieldset',
      { class: 'modes' },
      el('legend', { class: 'visually-hidden' }, 'Words'),
      ...Object.entries(modes).map(([name, { title }]) =>
        el(
          'label',
          { class: 'mode' },
          el('input', {
            type: 'radio',
            name: 'mode',
            value: name,
            checked: name === search.mode,
            'aria-describedby': 'mode-story',
          }),
          title,
        ),
      ),
    ),
    el('p', { class: 'mode-story', id: 'mode-story' }, modes[search.mode].story),
  );
}

const createScores = ({ score: chosen }) =>
  el(
    'select',
    { name: 'score' },
    el('option', { value: '', selected: !chosen }, 'Any match'),
    ...Object.entries(scores).map(([score, title]) =>
      el('option', { value: score, selected: score === chosen }, title),
    ),
  );

const isNarrow = ({ hasParts, fields: chosen, score }) =>
  hasParts || chosen.length > 0 || Boolean(score);

function chosenIn(form, { query }) {
  const data = new FormData(form);
  return {
    query,
    mode: data.get('mode'),
    hasParts: data.has('parts'),
    fields: data.getAll('in'),
    score: data.get('score') ?? '',
  };
}
