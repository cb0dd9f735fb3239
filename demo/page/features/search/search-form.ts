import { el } from '../../ui/dom.ts';
import { fields, modes, readMode, scores, type Search } from './search-options.ts';

export interface SearchFormParts {
  readonly search: Search;
  /** Stands with what narrows the search down. */
  readonly filters: HTMLElement;
  /** That is unfolded. */
  readonly isOpen: boolean;
  readonly onChange: (search: Search) => void;
}

/** How to search: by which words, in which text, how well it must match. */
export function createSearchForm(parts: SearchFormParts): HTMLFormElement {
  const { search, filters, isOpen, onChange } = parts;
  const narrowing = el(
    'details',
    { class: 'search-more', open: isOpen || isNarrow(search) },
    el('summary', {}, 'Narrow it down'),
    el(
      'div',
      {},
      filters,
      search.mode === 'relevance' ? createScores(search) : createPartsSwitch(search),
      createFields(search),
    ),
  );
  const form = el(
    'form',
    { class: 'search-options', 'aria-label': 'How to search' },
    createModes(search),
    narrowing,
  );
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', ({ target }) => {
    if (target instanceof Node && !filters.contains(target)) onChange(readForm(form, search));
  });
  return form;
}

const isNarrow = ({ hasParts, fields: chosen, score }: Search): boolean =>
  hasParts || chosen.length > 0 || Boolean(score);

function createModes(search: Search): HTMLElement {
  const radios = Object.entries(modes).map(([name, { title }]) =>
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
  );
  return el(
    'div',
    {},
    el(
      'fieldset',
      { class: 'modes' },
      el('legend', { class: 'visually-hidden' }, 'Words'),
      ...radios,
    ),
    el('p', { class: 'mode-story', id: 'mode-story' }, modes[search.mode].story),
  );
}

const createScores = ({ score: chosen }: Search): HTMLElement =>
  el(
    'label',
    { class: 'filter' },
    el('span', {}, 'How well it must match'),
    el(
      'select',
      { name: 'score' },
      el('option', { value: '', selected: !chosen }, 'Any match'),
      ...Object.entries(scores).map(([score, title]) =>
        el('option', { value: score, selected: score === chosen }, title),
      ),
    ),
  );

const createPartsSwitch = ({ hasParts }: Search): HTMLElement =>
  createCheckbox({ name: 'parts', value: '1', isChecked: hasParts, text: 'Parts of words too' });

const createFields = ({ fields: chosen }: Search): HTMLElement =>
  el(
    'fieldset',
    { class: 'fields' },
    el('legend', {}, 'Only in'),
    ...Object.entries(fields).map(([field, text]) =>
      createCheckbox({ name: 'in', value: field, isChecked: chosen.includes(field), text }),
    ),
  );

interface Checkbox {
  readonly name: string;
  readonly value: string;
  readonly isChecked: boolean;
  readonly text: string;
}

const createCheckbox = ({ name, value, isChecked, text }: Checkbox): HTMLElement =>
  el(
    'label',
    { class: 'check' },
    el('input', { type: 'checkbox', class: 'tick', name, value, checked: isChecked }),
    el('span', {}, text),
  );

function readForm(form: HTMLFormElement, { query }: Search): Search {
  const data = new FormData(form);
  return {
    query,
    mode: readMode(data.get('mode')),
    hasParts: data.has('parts'),
    fields: data.getAll('in').map(textOf),
    score: textOf(data.get('score')),
  };
}

/** A value of a form, which could also be a file. */
const textOf = (value: FormDataEntryValue | null): string =>
  typeof value === 'string' ? value : '';
