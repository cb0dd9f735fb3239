import { mountCard } from './card.ts';
import { createChoice } from './choice.ts';
import { figures } from './figures.ts';
import { formatMany } from './formats.ts';
import { questionOf } from './query.ts';
import { rankPicture } from './ranking-chart.ts';

/** As many as one takes in, and a screen shows. */
const length = 10;

/** The items with most of a figure. Each leads to a view of it alone. */
export function mountRankings(place, parts) {
  const { view, statistics, titles } = parts;
  mountCard(place, {
    ...parts,
    title: 'Leading items',
    controls: [createChoice({ view, name: 'ranking', label: 'Ranked by', isHidden: true })],
    keyOf: (now) => [questionOf(now), now.ranking],
    async load(now, options) {
      const figure = figures[now.ranking];
      const ranking = await statistics[`chartsby${figure.chart}`](
        { ...questionOf(now), itemReference: 'GID', limit: length },
        options,
      );
      const rows = await Promise.all(
        [...ranking].map(async ([gid, value]) => {
          const title = await titles.ofGid(gid, options);
          return {
            full: title,
            short: title,
            values: [value],
            change: { item: gid },
            address: view.addressWith({ item: gid }),
          };
        }),
      );
      return rankPicture(rows, {
        title: `Leading items, ${figure.title.toLowerCase()}`,
        name: 'Item',
        summary: summaryWords(rows, figure),
        columns: [{ title: figure.title, format: figure.format, drawn: 'now' }],
      });
    },
  });
}

/** `“Chicago” leads: 57 views, as much as the next two together.` */
function summaryWords([first, second, ...rest], figure) {
  if (!first) return '';
  const [most] = first.values;
  if (!second) return `“${first.full}” alone: ${figure.say(most)}.`;
  const equals = [second, ...rest].filter(({ values: [value] }) => value === most).length;
  if (equals) {
    return `“${first.full}” and ${formatMany(equals, ['other', 'others'])} lead with ${figure.say(most)} each.`;
  }
  return `“${first.full}” leads: ${figure.say(most)}. Then “${second.full}”: ${figure.format(second.values[0])}.`;
}
