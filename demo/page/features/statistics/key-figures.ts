import { html, render, type TemplateResult } from 'lit/html.js';
import type { ReadOptions, Statistics } from 'usher-runtime';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import type { View } from './address.ts';
import { changeOf, type Change } from './comparison-text.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { countDays } from './days.ts';
import type { FigureText } from './figures.ts';
import { formatCount, formatMany, formatShare, formatTime } from './formats.ts';
import { periodQuery, previousQuery, queryOf, type Query } from './query.ts';
import { sumOf } from './series.ts';

/** The sums of a period. */
interface Totals {
  readonly views: number;
  readonly viewtime: number;
  readonly displays: number;
  readonly playerstarts: number;
  readonly revenue: number;
}

interface Tile {
  readonly title: string;
  /** A share of nothing is nothing. */
  readonly valueOf: (totals: Totals) => number;
  /** Absent for money. */
  readonly format?: (value: number) => string;
}

const tiles: readonly Tile[] = [
  { title: 'Views', valueOf: ({ views }) => views, format: formatCount },
  { title: 'View time', valueOf: ({ viewtime }) => viewtime, format: formatTime },
  {
    title: 'Time per view',
    valueOf: ({ views, viewtime }) => (views ? viewtime / views : 0),
    format: formatTime,
  },
  { title: 'Displays', valueOf: ({ displays }) => displays, format: formatCount },
  {
    title: 'Displays that start',
    valueOf: ({ displays, playerstarts }) => (displays ? playerstarts / displays : 0),
    format: formatShare,
  },
  { title: 'Income', valueOf: ({ revenue }) => revenue },
];

/** The period in six figures, each beside the days before. */
export function mountKeyFigures(
  container: HTMLElement,
  { view, statistics, money, activity }: DashboardParts,
): void {
  render(tileList(placeholder), container);

  let asking: AbortController | undefined;
  const fill = async (): Promise<void> => {
    asking?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    asking = controller;
    container.setAttribute('aria-busy', 'true');
    try {
      const [now, before] = await activity.during(fetchBoth(statistics, view.get(), { signal }));
      const days = countDays(view.get());
      render(
        tileList((tile) => tileOf(tile, { now, before, days, money })),
        container,
      );
    } catch (error) {
      if (signal.aborted) return;
      const notice = createFailureNotice('The key figures did not load', error, () => void fill());
      render(notice, container);
    }
    if (!signal.aborted) container.removeAttribute('aria-busy');
  };
  let asked: string | undefined;
  view.subscribe((now) => {
    const key = JSON.stringify(queryOf(now));
    if (key === asked) return;
    asked = key;
    void fill();
  });
}

/** The totals of the period, and of the days before. */
function fetchBoth(
  statistics: Statistics,
  view: View,
  options: ReadOptions,
): Promise<[now: Totals, before: Totals]> {
  const [query, money] = [queryOf(view), periodQuery(view)];
  return Promise.all([
    fetchTotals(statistics, query, money, options),
    fetchTotals(statistics, previousQuery(query), previousQuery(money), options),
  ]);
}

async function fetchTotals(
  statistics: Statistics,
  query: Query,
  money: Query,
  options: ReadOptions,
): Promise<Totals> {
  const [views, viewtime, displays, playerstarts, revenue] = await Promise.all([
    statistics.viewsbyday(query, options),
    statistics.viewtimebyday(query, options),
    statistics.displaysbyday(query, options),
    statistics.playerstartsbyday(query, options),
    statistics.revenuebyday(money, options),
  ]);
  return {
    views: sumOf(views.values()),
    viewtime: sumOf(viewtime.values()),
    displays: sumOf(displays.values()),
    playerstarts: sumOf(playerstarts.values()),
    revenue: sumOf(revenue.values()),
  };
}

const tileList = (content: (tile: Tile) => TemplateResult): TemplateResult =>
  html`<dl class="tiles">
    ${tiles.map((tile) => html`<div class="tile">${content(tile)}</div>`)}
  </dl>`;

const placeholder = ({ title }: Tile): TemplateResult =>
  html`<dt>${title}</dt>
    <dd><span class="tile-ghost shimmer"></span></dd>`;

interface TileParts {
  readonly now: Totals;
  readonly before: Totals;
  readonly days: number;
  readonly money: FigureText;
}

function tileOf(tile: Tile, { now, before, days, money }: TileParts): TemplateResult {
  const { title, valueOf, format = money.format } = tile;
  const span = formatMany(days, ['day', 'days']);
  return html`<dt>${title}</dt>
    <dd>${format(valueOf(now))}</dd>
    <dd class="tile-change">${changeText(valueOf(now), valueOf(before), span)}</dd>`;
}

/** @param span as "28 days" */
function changeText(now: number, before: number, span: string): TemplateResult | string {
  const change = changeOf(now, before);
  if (!change) return `no figures from the ${span} before`;
  return html`<span aria-hidden="true">${arrowOf(change)}</span><strong>${change.text}</strong> from
    the ${span} before`;
}

function arrowOf({ isMore, isLess }: Change): string {
  if (isMore) return '▲ ';
  return isLess ? '▼ ' : '';
}
