import type { ChartData } from './chart-data.ts';
import { comparisonText } from './comparison-text.ts';
import { countDays, type Period } from './days.ts';
import { groupChoices, type FigureText, type Group } from './figures.ts';
import { formatCount, formatMany } from './formats.ts';
import { groupTexts } from './group-keys.ts';
import { sumOf, type TimeSeries } from './series.ts';

export interface TimeChartParts {
  readonly figure: FigureText;
  readonly now: TimeSeries;
  /** The same of the days before. */
  readonly before?: TimeSeries;
  /** Default: by day. */
  readonly by?: Group;
  readonly period: Period;
  /** Default: a line for days, else bars. */
  readonly shape?: ChartData['shape'];
}

/** A time series beside that of the days before; nothing where both are empty. */
export function timeChart(parts: TimeChartParts): ChartData | undefined {
  const { figure, now, before, by = 'day', period } = parts;
  const [values, valuesBefore] = [[...now.values()], [...(before?.values() ?? [])]];
  const hasBefore = valuesBefore.some(Boolean);
  if (!values.some(Boolean) && !hasBefore) return undefined;
  const { name, full, short } = groupTexts[by];
  const days = countDays(period);
  const titleBefore = `${formatMany(days, ['day', 'days'])} before`;
  return {
    title: `${figure.title}, ${groupChoices[by].toLowerCase()}`,
    name,
    shape: parts.shape ?? (by === 'day' ? 'line' : 'bars'),
    summary: summaryText({ figure, now, values, valuesBefore, days, by }),
    columns: [
      { title: figure.title, format: figure.format, drawn: 'now' },
      ...(hasBefore
        ? [{ title: titleBefore, format: figure.format, drawn: 'before' as const }]
        : []),
    ],
    rows: [...now].map(([key, value], index) => ({
      full: full(key),
      short: short(key),
      values: hasBefore ? [value, valuesBefore[index] ?? null] : [value],
    })),
  };
}

interface SummaryParts {
  readonly figure: FigureText;
  readonly now: TimeSeries;
  readonly values: readonly number[];
  readonly valuesBefore: readonly number[];
  readonly days: number;
  readonly by: Group;
}

/**
 * `812 views in 28 days, 12 % more than in the 28 days before. Most on Friday, 13 November: 57.`
 */
function summaryText({ figure, now, values, valuesBefore, days, by }: SummaryParts): string {
  const total = totalOf(figure, values);
  const compared = comparisonText(total, totalOf(figure, valuesBefore), {
    days,
    fewer: figure.fewer,
  });
  const span = figure.isMean ? 'on an average day' : `in ${formatMany(days, ['day', 'days'])}`;
  const first = `${figure.say(total)} ${span}${compared && `, ${compared}`}.`;
  const most = Math.max(...values);
  const key = [...now.keys()][values.indexOf(most)];
  if (key === undefined || values.length < 2 || most <= 0) return first;
  const when = by === 'hour' ? 'from' : 'on';
  return `${first} Most ${when} ${groupTexts[by].full(key)}: ${figure.format(most)}.`;
}

/** A mean is that of the days with a value. */
function totalOf({ isMean }: FigureText, values: readonly number[]): number {
  const sum = sumOf(values);
  return isMean ? sum / (values.filter(Boolean).length || 1) : sum;
}

/** A count without a figure of its own. */
export const plainFigure = (
  title: string,
  words: readonly [one: string, many: string],
): FigureText => ({
  title,
  format: formatCount,
  say: (value) => formatMany(value, words),
  fewer: 'fewer',
});
