import { html, type TemplateResult } from 'lit/html.js';
import type { System } from 'usher-runtime';
import { renderElement } from '../../ui/render-element.ts';
import { filters, type Filter, type FilterName } from './filters.ts';
import { createGenreSelect } from './genre-select.ts';
import { option } from './option.ts';

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
    name === 'genre' ? genres.field : filterSelect(name, address.get(name) ?? ''),
  );
  const change = ({ target }: Event): void => {
    if (!(target instanceof HTMLSelectElement)) return;
    const changed = new URLSearchParams(location.search);
    if (target.value) changed.set(target.name, target.value);
    else changed.delete(target.name);
    onChange(changed);
  };
  return {
    element: renderElement(
      HTMLElement,
      html`<div class="filters" role="group" aria-label="Narrow this list" @change=${change}>
        ${fields}
      </div>`,
    ),
    loadGenres() {
      if (names.includes('genre')) void genres.load();
    },
  };
}

function filterSelect(name: Exclude<FilterName, 'genre'>, chosen: string): TemplateResult {
  const { label, any, options }: Filter = filters[name];
  return html`<label class="filter"
    ><span>${label}</span
    ><select name=${name}>
      ${option('', any, chosen)}
      ${Object.entries(options).map(([word, { text }]) => option(word, text, chosen))}
    </select></label
  >`;
}
