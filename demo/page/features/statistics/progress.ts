import type { ReadOptions, Series, Statistics } from 'usher-runtime';
import { mountCard } from './card.ts';
import type { ChartData } from './chart-data.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { formatCount, formatMany, formatShare } from './formats.ts';
import { previousQuery, queryOf, type Query } from './query.ts';
import { sumOf } from './series.ts';

/** In percent. */
const steps = [25, 50, 75, 95, 100] as const;
const title = 'How far they watch';

/** How many views there were, and how many of them reached each step. */
interface Progress {
  readonly views: number;
  readonly reached: readonly number[];
  /** The same as parts of the views; empty without views. */
  readonly shares: readonly number[];
}

/** How far into an item its viewers come: of all views, the share that reached each step. */
export function mountProgress(container: HTMLElement, parts: DashboardParts): void {
  const { statistics } = parts;
  mountCard(container, parts, {
    title,
    keyOf: queryOf,
    async load(now, options) {
      const query = queryOf(now);
      const [current, before] = await Promise.all([
        fetchProgress(statistics, query, options),
        fetchProgress(statistics, previousQuery(query), options),
      ]);
      return current.views ? progressChart(current, before) : undefined;
    },
  });
}

async function fetchProgress(
  statistics: Statistics,
  query: Query,
  options: ReadOptions,
): Promise<Progress> {
  const [viewsByDay, progressByDay] = await Promise.all([
    statistics.viewsbyday(query, options),
    statistics.viewprogressbyday(query, options),
  ]);
  const views = sumOf(viewsByDay.values());
  const reached = steps.map((step) => reachedOf(progressByDay, step));
  // A view may have begun before the period, so a share is cut at all.
  const shares = views ? reached.map((count) => Math.min(1, count / views)) : [];
  return { views, reached, shares };
}

const reachedOf = (byDay: Series<'viewprogressbyday'>, step: (typeof steps)[number]): number =>
  sumOf([...byDay.values()].map((figures) => Number(figures[`progress${step}`]) || 0));

const progressChart = (current: Progress, before: Progress): ChartData => ({
  title,
  name: 'Reached',
  shape: 'bars',
  summary: summaryText(current, before),
  columns: [
    { title: 'Of all views', format: formatShare, drawn: 'now', isShare: true },
    { title: 'Views', format: formatCount },
    ...(before.views
      ? [{ title: 'Days before', format: formatShare, drawn: 'before' as const, isShare: true }]
      : []),
  ],
  rows: steps.map((step, index) => ({
    full: `${formatShare(step / 100)} of the item`,
    short: formatShare(step / 100),
    values: [
      current.shares[index] ?? null,
      current.reached[index] ?? null,
      before.shares[index] ?? null,
    ],
  })),
});

function summaryText(current: Progress, before: Progress): string {
  const middle = ({ shares }: Progress): string => formatShare(shares[1] ?? 0);
  const end = ({ shares }: Progress): string => formatShare(shares.at(-1) ?? 0);
  const views = formatMany(current.views, ['view', 'views']);
  const then = before.views ? `; in the days before, ${middle(before)} and ${end(before)}` : '';
  return `Of ${views}, ${middle(current)} came to the middle and ${end(current)} to the end${then}.`;
}
