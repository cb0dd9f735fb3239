import { createElement } from '../browser/create-element.ts';

/** A text, or a link to another page. */
export type Cell = string | { readonly text: string; readonly href: string };

/** A row of cells. `isBad` marks something that a developer should look at. */
export interface TableRow {
  readonly cells: readonly Cell[];
  readonly isBad?: boolean;
}

export interface Table {
  readonly root: HTMLElement;
  /** `emptyText` is the text in place of rows, if it is another one now. */
  readonly fill: (rows: readonly TableRow[], emptyText?: string) => void;
}

/** Creates a table. `empty` is the text in place of rows. */
export function createTable(heads: readonly string[], empty: string): Table {
  const body = createElement('tbody');
  const note = createElement('p', { class: 'empty' }, empty);
  const head = heads.map((text) => createElement('th', { scope: 'col' }, text));
  const table = createElement(
    'table',
    {},
    createElement('thead', {}, createElement('tr', {}, ...head)),
    body,
  );
  return {
    root: createElement('div', { class: 'scroll' }, table, note),
    fill(rows, emptyText = empty) {
      note.textContent = emptyText;
      body.replaceChildren(
        ...rows.map(({ cells, isBad }) =>
          createElement(
            'tr',
            isBad ? { class: 'bad' } : {},
            ...cells.map((cell) => createElement('td', {}, contentOf(cell))),
          ),
        ),
      );
      table.hidden = rows.length === 0;
      note.hidden = rows.length > 0;
    },
  };
}

export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

function contentOf(cell: Cell): Node | string {
  if (typeof cell === 'string') return cell;
  const { text, href } = cell;
  return createElement('a', { href, target: '_blank', rel: 'noopener' }, text);
}
