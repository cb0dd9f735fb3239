import { mountCard } from './card.ts';
import { createChoice } from './choice.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { periodQuery, previousQuery } from './query.ts';
import { timeChart } from './time-chart.ts';

/** What came in, less what was given back. */
export function mountRevenue(container: HTMLElement, parts: DashboardParts): void {
  const { view, statistics, money } = parts;
  mountCard(container, parts, {
    title: 'Income',
    note: 'Only the filters for period, media and item apply here.',
    controls: [createChoice({ view, name: 'revenue', label: 'Kind of income', isHidden: true })],
    keyOf: (now) => [periodQuery(now), now.revenue],
    async load(now, options) {
      const query = { ...periodQuery(now), ...(now.revenue && { type: now.revenue }) };
      const [current, before] = await Promise.all([
        statistics.revenuebyday(query, options),
        statistics.revenuebyday(previousQuery(query), options),
      ]);
      return timeChart({
        figure: money,
        now: current,
        before,
        period: query,
        shape: 'bars',
      });
    },
  });
}
