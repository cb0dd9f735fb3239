import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { changeOf } from './comparison-text.ts';
import { countDays } from './days.ts';
import { figures } from './figures.ts';
import { formatCount, formatMany, formatShare, formatTime } from './formats.ts';
import { moneyFigure } from './revenue.ts';
import { earlier, periodQuestion, questionOf } from './query.ts';

const sumOf = (series) => [...series.values()].reduce((sum, value) => sum + Number(value), 0);

/** What the tiles are made of, and how; a share of nothing is nothing. */
const tiles = [
  { title: 'Views', of: ({ views }) => views, format: formatCount },
  { title: 'View time', of: ({ viewtime }) => viewtime, format: formatTime },
  {
    title: 'Time per view',
    of: ({ views, viewtime }) => (views ? viewtime / views : 0),
    format: formatTime,
  },
  { title: 'Displays', of: ({ displays }) => displays, format: formatCount },
  {
    title: 'Displays that start',
    of: ({ displays, playerstarts }) => (displays ? playerstarts / displays : 0),
    format: formatShare,
  },
  { title: 'Income', of: ({ revenue }) => revenue },
];

/** The period in six figures, each beside the days before. */
export function mountKeyFigures(place, { view, statistics, usher, activity }) {
  const list = el(
    'dl',
    { class: 'tiles' },
    ...tiles.map(({ title }) =>
      el(
        'div',
        { class: 'tile' },
        el('dt', {}, title),
        el('dd', {}, el('span', { class: 'tile-ghost shimmer' })),
      ),
    ),
  );
  place.replaceChildren(list);
  let asked;
  let asking;
  const fill = async () => {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    place.setAttribute('aria-busy', 'true');
    try {
      const question = questionOf(view.get());
      const money = periodQuestion(view.get());
      const ask = async (values, ofMoney) => {
        const names = ['views', 'viewtime', 'displays', 'playerstarts'];
        const series = await Promise.all([
          ...names.map((name) => statistics[`${figures[name].series}byday`](values, { signal })),
          statistics.revenuebyday(ofMoney, { signal }),
        ]);
        return Object.fromEntries(
          [...names, 'revenue'].map((name, index) => [name, sumOf(series[index])]),
        );
      };
      const [now, before] = await activity.during(
        Promise.all([ask(question, money), ask(earlier(question), earlier(money))]),
      );
      list.replaceChildren(
        ...tiles.map((tile) => createTile(tile, now, before, { days: countDays(question), usher })),
      );
      place.replaceChildren(list);
    } catch (error) {
      if (!signal.aborted) {
        place.replaceChildren(
          createFailureNotice('The key figures did not load', error, () => void fill()),
        );
      }
    }
    if (!signal.aborted) place.removeAttribute('aria-busy');
  };
  view.subscribe((now) => {
    const key = JSON.stringify(questionOf(now));
    if (key === asked) return;
    asked = key;
    void fill();
  });
}

function createTile({ title, of, format }, now, before, { days, usher }) {
  const change = changeOf(of(now), of(before));
  const then = formatMany(days, ['day', 'days']);
  return el(
    'div',
    { class: 'tile' },
    el('dt', {}, title),
    el('dd', {}, (format ?? moneyFigure(usher).format)(of(now))),
    el(
      'dd',
      { class: 'tile-change' },
      ...(change
        ? [
            el('span', { 'aria-hidden': 'true' }, change.isMore ? '▲ ' : change.isLess ? '▼ ' : ''),
            el('strong', {}, change.words),
            ` on the ${then} before`,
          ]
        : [`nothing to compare in the ${then} before`]),
    ),
  );
}
