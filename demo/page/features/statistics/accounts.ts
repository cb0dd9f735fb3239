import { mountCard } from './card.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { platformNote } from './platform-note.ts';
import { platformQuery, previousQuery } from './query.ts';
import { plainFigure, timeChart } from './time-chart.ts';

/** What is counted of accounts. */
interface AccountFigure {
  readonly title: string;
  readonly words: readonly [one: string, many: string];
  /** The name in the interface, its spelling included. */
  readonly endpoint: 'registationsbyday' | 'loginsbyday';
}

const figures: readonly AccountFigure[] = [
  {
    title: 'Registrations',
    words: ['registration', 'registrations'],
    endpoint: 'registationsbyday',
  },
  { title: 'Logins', words: ['login', 'logins'], endpoint: 'loginsbyday' },
];

/** Registrations and logins, a card each. */
export function mountAccounts(container: HTMLElement, parts: DashboardParts): void {
  for (const { title, words, endpoint } of figures) {
    mountCard(container, parts, {
      title,
      note: platformNote,
      keyOf: platformQuery,
      async load(now, options) {
        const query = platformQuery(now);
        const [current, before] = await Promise.all([
          parts.statistics[endpoint](query, options),
          parts.statistics[endpoint](previousQuery(query), options),
        ]);
        return timeChart({
          figure: plainFigure(title, words),
          now: current,
          before,
          period: query,
          shape: 'bars',
        });
      },
    });
  }
}
