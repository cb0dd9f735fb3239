import { el } from '../../ui/dom.ts';
import type { View } from './address.ts';
import type { ChartData, ChartRow } from './chart-data.ts';

type Choose = (change: Partial<View>) => void;

export interface FigureTable {
  readonly element: HTMLDetailsElement;
  readonly show: (data: ChartData) => void;
}

/**
 * The figures of a chart as a table, behind a disclosure; made when it is first opened.
 * @param choose called with the change of the view that a row leads to
 */
export function createFigureTable(choose: Choose): FigureTable {
  const region = el('div', { class: 'figures-scroll', role: 'region', tabindex: '0' });
  const element = el(
    'details',
    { class: 'figures' },
    el('summary', {}, 'The figures as a table'),
    region,
  );
  let shown: ChartData | undefined;
  const draw = (): void => {
    if (!shown || !element.open) return;
    region.setAttribute('aria-label', `${shown.title}, table`);
    region.replaceChildren(createTable(shown, choose));
  };
  element.addEventListener('toggle', draw);
  return {
    element,
    show(data) {
      shown = data;
      draw();
    },
  };
}

function createTable({ title, name, columns, rows }: ChartData, choose: Choose): HTMLElement {
  const cellOf = (row: ChartRow, index: number): HTMLElement => {
    const value = row.values[index] ?? null;
    return el('td', {}, value === null ? '–' : columns[index]?.format(value));
  };
  return el(
    'table',
    {},
    el('caption', { class: 'visually-hidden' }, title),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, name),
        ...columns.map((column) => el('th', { scope: 'col' }, column.title)),
      ),
    ),
    el(
      'tbody',
      {},
      ...rows.map((row) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, createName(row, choose)),
          ...columns.map((_column, index) => cellOf(row, index)),
        ),
      ),
    ),
  );
}

/** A link to the row's own figures. A plain click stays on the page. */
function createName({ full, address, change }: ChartRow, choose: Choose): HTMLElement | string {
  if (!address || !change) return full;
  const onclick = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    choose(change);
  };
  return el('a', { href: address, onclick }, full);
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
