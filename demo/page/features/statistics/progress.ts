import { mountCard } from './card.ts';
import { formatCount, formatMany, formatShare } from './formats.ts';
import { earlier, questionOf } from './query.ts';

const steps = [25, 50, 75, 95, 100];

/** How far into an item its viewers come: of all views, the share that reached each step. */
export function mountProgress(place, parts) {
  const { statistics } = parts;
  mountCard(place, {
    ...parts,
    title: 'How far they watch',
    keyOf: questionOf,
    async load(now, options) {
      const question = questionOf(now);
      const ask = (values) =>
        Promise.all([
          statistics.viewsbyday(values, options),
          statistics.viewprogressbyday(values, options),
        ]);
      const [current, before] = (await Promise.all([ask(question), ask(earlier(question))])).map(
        readSteps,
      );
      if (!current.views) return undefined;
      const rows = steps.map((step, index) => ({
        full: `${formatShare(step / 100)} of the item`,
        short: formatShare(step / 100),
        values: [current.shares[index], current.reached[index], before.shares[index] ?? null],
      }));
      return {
        title: 'How far they watch',
        name: 'Reached',
        shape: 'bars',
        rows,
        summary: `Of ${formatMany(current.views, ['view', 'views'])}, ${formatShare(current.shares[1])} came to the middle and ${formatShare(current.shares.at(-1))} to the end${wordsBefore(before)}.`,
        columns: [
          { title: 'Of all views', format: formatShare, drawn: 'now', isShare: true },
          { title: 'Views', format: formatCount },
          ...(before.views
            ? [{ title: 'Days before', format: formatShare, drawn: 'before', isShare: true }]
            : []),
        ],
      };
    },
  });
}

/** Adds up the days. A view may have begun before the period, so a share is cut at all. */
function readSteps([viewsByDay, progressByDay]) {
  const views = [...viewsByDay.values()].reduce((sum, value) => sum + value, 0);
  const reached = steps.map((step) =>
    [...progressByDay.values()].reduce(
      (sum, day) => sum + (Number(day[`progress${step}`]) || 0),
      0,
    ),
  );
  return {
    views,
    reached,
    shares: views ? reached.map((count) => Math.min(1, count / views)) : [],
  };
}

const wordsBefore = ({ views, shares }) =>
  views ? `; in the days before, ${formatShare(shares[1])} and ${formatShare(shares.at(-1))}` : '';
