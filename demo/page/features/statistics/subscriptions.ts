import { mountCard } from './card.ts';
import { createChoice } from './choice.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { formatCount } from './formats.ts';
import { platformNote } from './platform-note.ts';
import { platformQuery, previousQuery } from './query.ts';
import { plainFigure, timeChart } from './time-chart.ts';

/**
 * How many subscriptions ran on each day: they do not add up, so the last day is compared with the
 * first.
 */
export function mountSubscriptions(container: HTMLElement, parts: DashboardParts): void {
  const { view, statistics } = parts;
  mountCard(container, parts, {
    title: 'Subscriptions',
    note: platformNote,
    controls: [
      createChoice({ view, name: 'active', label: 'Which subscriptions', isHidden: true }),
    ],
    keyOf: (now) => [platformQuery(now), now.active],
    async load(now, options) {
      const query = { ...platformQuery(now), ...(now.active && { [now.active]: true }) };
      const running = await statistics.subscriptionsbyday(query, options);
      const chart = timeChart({
        figure: plainFigure('Subscriptions', ['subscription', 'subscriptions']),
        now: running,
        period: query,
      });
      return chart && { ...chart, summary: runningText([...running.values()]) };
    },
  });
}

function runningText(values: readonly number[]): string {
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const difference = `${formatCount(Math.abs(last - first))} ${last > first ? 'more' : 'fewer'}`;
  const change =
    last === first ? 'as many as on the first day' : `${difference} than on the first day`;
  return `${formatCount(last)} run on the last day, ${change}.`;
}

/** How many subscriptions were ended, and why. */
export function mountTerminations(container: HTMLElement, parts: DashboardParts): void {
  const { view, statistics } = parts;
  mountCard(container, parts, {
    title: 'Subscriptions ended',
    note: platformNote,
    controls: [createChoice({ view, name: 'reason', label: 'Why', isHidden: true })],
    keyOf: (now) => [platformQuery(now), now.reason],
    async load(now, options) {
      const query = { ...platformQuery(now), ...(now.reason && { reason: now.reason }) };
      const [current, before] = await Promise.all([
        statistics.subscriptionterminationsbyday(query, options),
        statistics.subscriptionterminationsbyday(previousQuery(query), options),
      ]);
      return timeChart({
        figure: plainFigure('Ended', ['subscription ended', 'subscriptions ended']),
        now: current,
        before,
        period: query,
        shape: 'bars',
      });
    },
  });
}
