import { mountCard } from './card.ts';
import type { ChartRow } from './chart-data.ts';
import { createChoice } from './choice.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { rankedFigures, type FigureText } from './figures.ts';
import { formatMany } from './formats.ts';
import { queryOf } from './query.ts';
import { rankingChart } from './ranking-chart.ts';

/** As many as a screen shows. */
const length = 10;

/** The items with most of a figure. Each leads to a view of it alone. */
export function mountRankings(container: HTMLElement, parts: DashboardParts): void {
  const { view, statistics, titles } = parts;
  mountCard(container, parts, {
    title: 'Leading items',
    controls: [createChoice({ view, name: 'ranking', label: 'Ranked by', isHidden: true })],
    keyOf: (now) => [queryOf(now), now.ranking],
    async load(now, options) {
      const figure: FigureText = rankedFigures[now.ranking];
      const ranking = await statistics[`chartsby${now.ranking}`](
        { ...queryOf(now), itemReference: 'GID', limit: length },
        options,
      );
      const ranked = await Promise.all(
        [...ranking].map(async ([gid, value]) => ({
          title: await titles.ofGid(gid, options),
          gid,
          value,
        })),
      );
      const rows: ChartRow[] = ranked.map(({ title, gid, value }) => ({
        full: title,
        short: title,
        values: [value],
        change: { item: gid },
        address: view.addressWith({ item: gid }),
      }));
      return rankingChart({
        title: `Leading items, ${figure.title.toLowerCase()}`,
        name: 'Item',
        summary: summaryText(ranked, figure),
        columns: [{ title: figure.title, format: figure.format, drawn: 'now' }],
        rows,
      });
    },
  });
}

interface RankedItem {
  readonly title: string;
  readonly value: number;
}

/** `“Chicago” leads: 57 views. Then “Fargo”: 31.` */
function summaryText(ranked: readonly RankedItem[], figure: FigureText): string {
  const [first, second] = ranked;
  if (!first) return '';
  if (!second) return `“${first.title}” alone: ${figure.say(first.value)}.`;
  const equals = ranked.filter(({ value }) => value === first.value).length - 1;
  if (equals) {
    return `“${first.title}” and ${formatMany(equals, ['other', 'others'])} lead with ${figure.say(first.value)} each.`;
  }
  return `“${first.title}” leads: ${figure.say(first.value)}. Then “${second.title}”: ${figure.format(second.value)}.`;
}
