import { html, type TemplateResult } from 'lit/html.js';
import type { ChartData } from './chart-data.ts';

/**
 * Which line or bar is which; a chart of one thing alone needs none. The table has the same names
 * for screen readers.
 */
export function chartLegend({ shape, columns }: ChartData): TemplateResult[] {
  const drawn = columns.filter((column) => column.drawn);
  if (drawn.length < 2) return [];
  const mark = shape === 'line' ? 'line' : 'bar';
  return drawn.map(
    ({ title, drawn: how }) =>
      html`<span><span class="key ${how} ${mark}"></span><bdi>${title}</bdi></span>`,
  );
}
