import { el } from '../../ui/dom.ts';
import type { ChartData } from './chart-data.ts';

/**
 * Which line or bar is which; a chart of one thing alone needs none. The table has the same names
 * for screen readers.
 */
export function createLegend({ shape, columns }: ChartData): HTMLElement[] {
  const drawn = columns.filter((column) => column.drawn);
  if (drawn.length < 2) return [];
  const mark = shape === 'line' ? 'line' : 'bar';
  return drawn.map(({ title, drawn: how }) =>
    el('span', {}, el('span', { class: `key ${how} ${mark}` }), title),
  );
}
