import { createElement } from '../browser/create-element.ts';
import { createTable, textOf, type Table, type TableRow } from './create-table.ts';

/** Creates a table with a field above it, which shows the rows with all the words typed there. */
export function createFilteredTable(
  name: string,
  heads: readonly string[],
  empty: string,
  ...more: readonly HTMLElement[]
): Table {
  const table = createTable(heads, empty);
  const field = createElement('input', {
    type: 'search',
    'aria-label': `Filter ${name}`,
    placeholder: `Filter ${name}`,
  });
  const count = createElement('p', { role: 'status' });
  let rows: readonly TableRow[] = [];
  const show = (): void => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = rows.filter((row) => hasWords(row, words));
    count.textContent = words.length ? `${shown.length} of ${rows.length}` : '';
    table.fill(shown, words.length ? `None of ${name} has these words.` : empty);
  };
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    // Escape empties the field first, and closes the inspector then.
    if (event.key !== 'Escape' || field.value === '') return;
    event.stopPropagation();
    event.preventDefault();
    field.value = '';
    show();
  });
  const bar = createElement('div', { class: 'bar' }, field, count, ...more);
  return {
    root: createElement('div', {}, bar, table.root),
    fill(all) {
      rows = all;
      show();
    },
  };
}

function hasWords({ cells }: TableRow, words: readonly string[]): boolean {
  const text = cells.map(textOf).join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
