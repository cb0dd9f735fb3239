import { mountCard } from './card.ts';
import { createChoice } from './choice.ts';
import type { Choices } from './choices.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { isDaily, seriesFigures, type Group } from './figures.ts';
import { previousQuery, queryOf, type Query } from './query.ts';
import { fetchSeries, type TimeSeries } from './series.ts';
import { timeChart } from './time-chart.ts';

/** One figure over the days, hours or weekdays of the period, beside the days before. */
export function mountOverTime(container: HTMLElement, parts: DashboardParts): void {
  const { view, statistics } = parts;
  mountCard(container, parts, {
    title: 'Over time',
    isWide: true,
    controls: [
      createChoice({ view, name: 'figure', label: 'Figure', isHidden: true }),
      createChoice({
        view,
        name: 'by',
        label: 'Grouped',
        isHidden: true,
        isAllowed: (value, { figure }) => value === 'day' || !isDaily(figure),
      }),
    ],
    keyOf: (now) => [queryOf(now), now.figure, groupOf(now)],
    async load(now, options) {
      const [by, query] = [groupOf(now), queryOf(now)];
      const fetchAt = (at: Query): Promise<TimeSeries> =>
        fetchSeries(statistics, now.figure, by, at, options);
      const [current, before] = await Promise.all([fetchAt(query), fetchAt(previousQuery(query))]);
      return timeChart({
        figure: seriesFigures[now.figure],
        now: current,
        before,
        by,
        period: query,
      });
    },
  });
}

/** A figure that comes by day only has no hours and weekdays. */
const groupOf = ({ figure, by }: Choices): Group => (isDaily(figure) ? 'day' : by);
