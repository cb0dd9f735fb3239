import { mountCard } from './card.ts';
import { createChoice } from './choice.ts';
import { dayPicture } from './time-chart.ts';
import { figures } from './figures.ts';
import { earlier, questionOf } from './query.ts';

/** What comes by day only has no hours and weekdays. */
const groupOf = ({ figure, by }) => (figures[figure].days ? 'day' : by);

/** One figure over the days, hours or weekdays of the period, beside the days before. */
export function mountOverTime(place, parts) {
  const { view, statistics } = parts;
  mountCard(place, {
    ...parts,
    title: 'Over time',
    wide: true,
    controls: [
      createChoice({ view, name: 'figure', label: 'Figure', isHidden: true }),
      createChoice({
        view,
        name: 'by',
        label: 'Grouped',
        isHidden: true,
        isAllowed: (value, { figure }) => value === 'day' || !figures[figure].days,
      }),
    ],
    keyOf: (now) => [questionOf(now), now.figure, groupOf(now)],
    async load(now, options) {
      const [figure, by, question] = [figures[now.figure], groupOf(now), questionOf(now)];
      const ask = (values) => statistics[`${figure.series}by${by}`](values, options);
      const [current, before] = await Promise.all([ask(question), ask(earlier(question))]);
      return dayPicture({ figure, now: current, before, by, period: question });
    },
  });
}
