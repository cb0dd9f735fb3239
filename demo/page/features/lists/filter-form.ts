import type { System } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { filters, type Filter, type FilterName } from './filters.ts';
import { createGenreSelect } from './genre-select.ts';
import { createOption } from './option.ts';

export interface FilterFormParts {
  readonly names: readonly FilterName[];
  readonly address: URLSearchParams;
  /** Called with the new address. */
  readonly onChange: (address: URLSearchParams) => void;
  readonly system: () => Promise<System>;
}

export interface FilterForm {
  readonly element: HTMLElement;
  /** Asks for the platform's genres; the list itself goes first. */
  readonly loadGenres: () => void;
}

/** Selects that narrow and order a list, as the address says. */
export function createFilterForm(parts: FilterFormParts): FilterForm {
  const { names, address, onChange, system } = parts;
  const genres = createGenreSelect(address.get('genre') ?? '', system);
  const fields = names.map((name) =>
    name === 'genre' ? genres.field : createSelect(name, address.get(name) ?? ''),
  );
  const element = el(
    'div',
    { class: 'filters', role: 'group', 'aria-label': 'Narrow this list' },
    ...fields,
  );
  element.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const changed = new URLSearchParams(location.search);
    if (target.value) changed.set(target.name, target.value);
    else changed.delete(target.name);
    onChange(changed);
  });
  return {
    element,
    loadGenres() {
      if (names.includes('genre')) void genres.load();
    },
  };
}

function createSelect(name: Exclude<FilterName, 'genre'>, chosen: string): HTMLElement {
  const { label, any, options }: Filter = filters[name];
  const select = el(
    'select',
    { name },
    createOption('', any, chosen),
    ...Object.entries(options).map(([word, { text }]) => createOption(word, text, chosen)),
  );
  return el('label', { class: 'filter' }, el('span', {}, label), select);
}
