import { compareWords } from './comparison-text.ts';
import { countDays } from './days.ts';
import { formatCount, formatMany, keyWords } from './formats.ts';
import { groupChoices } from './figures.ts';

const sumOf = (values) => values.reduce((sum, value) => sum + Number(value), 0);
const names = { day: 'Day', weekday: 'Weekday', hour: 'Hour' };

/**
 * The picture of a time series beside that of the days before; nothing where both are empty.
 * @param {{ figure: any, now: ReadonlyMap<any, number>, before?: ReadonlyMap<any, number>, by?:
 *   string, period: { from: string, to: string }, shape?: string }} series
 */
export function dayPicture({
  figure,
  now,
  before,
  by = 'day',
  period,
  shape = by === 'day' ? 'line' : 'bars',
}) {
  const [values, then] = [[...now.values()].map(Number), [...(before?.values() ?? [])].map(Number)];
  if (!values.some(Boolean) && !then.some(Boolean)) return undefined;
  const hasBefore = then.some(Boolean);
  const days = countDays(period);
  const words = keyWords[by];
  return {
    title: `${figure.title}, ${groupChoices[by].toLowerCase()}`,
    name: names[by],
    shape,
    summary: summaryWords({
      figure,
      values,
      then,
      days,
      keys: [...now.keys()].map(words.full),
      by,
    }),
    columns: [
      { title: figure.title, format: figure.format, drawn: 'now' },
      ...(hasBefore
        ? [
            {
              title: `${formatMany(days, ['day', 'days'])} before`,
              format: figure.format,
              drawn: 'before',
            },
          ]
        : []),
    ],
    rows: [...now.keys()].map((key, index) => ({
      full: words.full(key),
      short: words.short(key),
      values: hasBefore ? [values[index], then[index] ?? null] : [values[index]],
    })),
  };
}

/**
 * `812 views in 28 days, 12 % more than in the 28 days before. Most on Friday, 13 November: 57.`
 */
function summaryWords({ figure, values, then, days, keys, by }) {
  const totalOf = (all) =>
    figure.mean ? sumOf(all) / (all.filter(Boolean).length || 1) : sumOf(all);
  const compared = compareWords(totalOf(values), totalOf(then), { days, fewer: figure.fewer });
  const most = Math.max(...values);
  const first = `${figure.say(totalOf(values))}${figure.mean ? ' on an average day' : ` in ${formatMany(days, ['day', 'days'])}`}${compared && `, ${compared}`}.`;
  const when = { day: 'on', weekday: 'on', hour: 'from' }[by];
  return values.length > 1 && most > 0
    ? `${first} Most ${when} ${keys[values.indexOf(most)]}: ${figure.format(most)}.`
    : first;
}

/** How a count without a unit of its own reads. */
export const plainFigure = (title, words) => ({
  title,
  format: formatCount,
  say: (value) => formatMany(value, words),
  fewer: 'fewer',
});
