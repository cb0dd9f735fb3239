import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { renderElement } from '../../ui/render-element.ts';
import { whenNear } from '../../ui/when-near.ts';
import type { View } from './address.ts';
import type { ChartData } from './chart-data.ts';
import { chartLegend } from './chart-legend.ts';
import { chartHeight, createChart, type Chart } from './chart.ts';
import { createFigureTable } from './figure-table.ts';

/** What a card is in then. */
export type CardState = 'ready' | 'empty' | 'failed';

export interface CardContent {
  readonly elements: readonly HTMLElement[];
  /** Shows a chart; text where there is none. */
  readonly show: (chart: ChartData | undefined) => CardState;
  readonly fail: (error: unknown, retry: () => void) => CardState;
}

/** @param choose called with the change of the view that a row of the table leads to */
export function createCardContent(choose: (change: Partial<View>) => void): CardContent {
  const summary = renderElement(HTMLElement, html`<p class="card-summary"></p>`);
  const legend = renderElement(HTMLElement, html`<p class="legend" aria-hidden="true"></p>`);
  const box = renderElement(
    HTMLElement,
    html`<div class="chart"><div class="shimmer"></div></div>`,
  );
  const other = renderElement(HTMLElement, html`<div class="card-other"></div>`);
  const table = createFigureTable(choose);
  table.element.hidden = true;

  const chartParts = [summary, legend, box, table.element];
  const showInstead = (content: TemplateResult | HTMLElement, state: CardState): CardState => {
    for (const part of chartParts) part.hidden = true;
    render(content, other);
    return state;
  };
  const showChart = (data: ChartData): void => {
    for (const part of chartParts) part.hidden = false;
    box.style.blockSize = chartHeight(data);
    render(nothing, other);
    summary.textContent = data.summary;
    render(chartLegend(data), legend);
    table.show(data);
  };
  const draw = createDrawing(box);
  return {
    elements: [...chartParts, other],
    show(data) {
      if (!data) return showInstead(emptyText, 'empty');
      showChart(data);
      draw(data).catch(() => {
        box.hidden = true; // the table has the figures
        table.element.open = true;
      });
      return 'ready';
    },
    fail: (error, retry) =>
      showInstead(createFailureNotice('These figures did not load', error, retry), 'failed'),
  };
}

/**
 * Draws once the box is near the visible part of the page: all charts of the page take a slow phone
 * half a second. The chart is created with the first data, and again after it has failed.
 */
function createDrawing(box: HTMLElement): (data: ChartData) => Promise<void> {
  const isNear = new Promise<void>((resolve) => {
    whenNear(box, resolve);
  });
  let chart: Promise<Chart> | undefined;
  let newest: ChartData | undefined;
  return async (data) => {
    newest = data;
    await isNear;
    if (data !== newest) return; // other figures came first
    chart ??= createChart(box);
    try {
      (await chart).draw(data);
    } catch (error) {
      chart = undefined;
      throw error;
    }
  };
}

const emptyText = html`<p class="card-empty">
  Nothing was counted in these days, or nothing fits the choice above.
</p>`;
