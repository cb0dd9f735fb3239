import { mountCard } from './card.ts';
import type { ChartRow } from './chart-data.ts';
import { createChoice } from './choice.ts';
import { choices, type Choices } from './choices.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { formatCount, formatMany, formatShare } from './formats.ts';
import { queryOf } from './query.ts';
import { rankingChart } from './ranking-chart.ts';
import { sumOf } from './series.ts';
import { shareName } from './share-names.ts';
import type { ViewStore } from './view-store.ts';

/** The rest is shown as one. */
const maxParts = 9;

/** A part of the views: its name as the platform has it, and how many. */
type Share = readonly [key: string, value: number];

/**
 * What the views consist of: by way in, device, country and so on. A part that can be filtered by
 * leads to a view of it alone.
 */
export function mountDistributions(container: HTMLElement, parts: DashboardParts): void {
  const { view, statistics, studioName } = parts;
  mountCard(container, parts, {
    title: 'Where and how',
    controls: [createChoice({ view, name: 'share', label: 'Views by', isHidden: true })],
    keyOf: (now) => [queryOf(now), now.share],
    async load(now, options) {
      const { share } = now;
      const shares: Share[] = [
        ...(await statistics[`distributionby${share}`](queryOf(now), options)),
      ];
      const total = sumOf(shares.map(([, value]) => value));
      const rowOf = async ([key, value]: Share): Promise<ChartRow> => {
        const name = share === 'licensor' ? await studioName(key, options) : shareName(share, key);
        return { ...plainRow(name, value, total), ...linkTo(view, share, key) };
      };
      const rows = [
        ...(await Promise.all(shares.slice(0, maxParts).map(rowOf))),
        ...restOf(shares.slice(maxParts), total),
      ];
      return rankingChart({
        title: `Views by ${choices.share[share].toLowerCase()}`,
        name: choices.share[share],
        summary: summaryText(rows, total),
        columns: [
          { title: 'Views', format: formatCount, drawn: 'now' },
          { title: 'Share', format: formatShare },
        ],
        rows,
      });
    },
  });
}

const plainRow = (name: string, value: number, total: number): ChartRow => ({
  full: name,
  short: name,
  values: [value, value / total],
});

function restOf(rest: readonly Share[], total: number): ChartRow[] {
  if (!rest.length) return [];
  const value = sumOf(rest.map(([, one]) => one));
  return [plainRow(formatMany(rest.length, ['other', 'others']), value, total)];
}

/** Some distributions are by what the view can be filtered by. */
function linkTo(
  view: ViewStore,
  share: Choices['share'],
  key: string,
): Pick<ChartRow, 'change' | 'address'> {
  const isFilter = share === 'gateway' || share === 'device' || share === 'country';
  if (!isFilter || key === 'unknown') return {};
  const change = { [share]: key };
  return { change, address: view.addressWith(change) };
}

/** `Desktop: 54 % of 1,234 views. Then Mobile web: 28 %.` */
function summaryText([first, second]: readonly ChartRow[], total: number): string {
  if (!first) return '';
  const shareOf = ({ values }: ChartRow): string => formatShare(values[1] ?? 0);
  const then = second ? ` Then ${second.full}: ${shareOf(second)}.` : '';
  return `${first.full}: ${shareOf(first)} of ${formatMany(total, ['view', 'views'])}.${then}`;
}
