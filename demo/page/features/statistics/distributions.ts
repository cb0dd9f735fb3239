import { mountCard } from './card.ts';
import { choices } from './choices.ts';
import { createChoice } from './choice.ts';
import { formatCount, formatMany, formatShare } from './formats.ts';
import { questionOf } from './query.ts';
import { rankPicture } from './ranking-chart.ts';
import { shareName } from './share-names.ts';

/** The rest is shown as one. */
const mostParts = 9;

/**
 * What the views consist of: by way in, device, country and so on. A part that can be filtered by
 * leads to a view of it alone.
 */
export function mountDistributions(place, parts) {
  const { view, statistics, studioName } = parts;
  mountCard(place, {
    ...parts,
    title: 'Where and how',
    controls: [createChoice({ view, name: 'share', label: 'Views by', isHidden: true })],
    keyOf: (now) => [questionOf(now), now.share],
    async load(now, options) {
      const { share } = now;
      const distribution = await statistics[`distributionby${share}`](questionOf(now), options);
      const entries = [...distribution];
      const total = entries.reduce((sum, [, value]) => sum + value, 0);
      const rows = await Promise.all(
        entries.slice(0, mostParts).map(async ([key, value]) => {
          const full =
            share === 'licensor' ? await studioName(key, options) : shareName(share, key);
          return { full, short: full, values: [value, value / total], ...leadTo(view, share, key) };
        }),
      );
      const rest = entries.slice(mostParts);
      const restSum = rest.reduce((sum, [, value]) => sum + value, 0);
      if (rest.length) {
        rows.push({
          full: formatMany(rest.length, ['other', 'others']),
          short: formatMany(rest.length, ['other', 'others']),
          values: [restSum, restSum / total],
        });
      }
      return rankPicture(rows, {
        title: `Views by ${choices.share[share].toLowerCase()}`,
        name: choices.share[share],
        summary: summaryWords(rows, total),
        columns: [
          { title: 'Views', format: formatCount, drawn: 'now' },
          { title: 'Share', format: formatShare },
        ],
      });
    },
  });
}

const filterable = { gateway: 'gateway', device: 'device', country: 'country' };

function leadTo(view, share, key) {
  const name = filterable[share];
  if (!name || key === 'unknown') return {};
  return { change: { [name]: key }, address: view.addressWith({ [name]: key }) };
}

/** `Desktop has 54 % of 1,234 views; then Mobile web, 28 %.` */
function summaryWords([first, second], total) {
  if (!first) return '';
  const of = `${formatShare(first.values[1])} of ${formatMany(total, ['view', 'views'])}`;
  return `${first.full}: ${of}.${second ? ` Then ${second.full}: ${formatShare(second.values[1])}.` : ''}`;
}
