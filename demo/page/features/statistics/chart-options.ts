import type { Chart, ChartDataset, ChartOptions } from 'chart.js';
import { axisName } from './axis-name.ts';
import type { ChartColumn, ChartData } from './chart-data.ts';

type ChartType = 'line' | 'bar';
type Points = (number | null)[];

/** A chart of the library. */
export type LibraryChart = Chart<ChartType, Points, string>;

/** What the library draws. */
export interface LibraryConfiguration {
  readonly type: ChartType;
  readonly data: { labels: string[]; datasets: ChartDataset<ChartType, Points>[] };
  readonly options: ChartOptions<ChartType>;
}

/** A column that is drawn, and its place in the values of each row. */
interface DrawnColumn extends ChartColumn {
  readonly index: number;
}

/** Of more points the dots would touch. */
const maxDots = 31;

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';
const font = (size: number): { family: string; size: number } => ({
  family: token('--sans'),
  size,
});

/** A chart in the library's words, in the colours of the page. */
export function chartConfiguration(data: ChartData): LibraryConfiguration {
  const { shape, rows, columns } = data;
  const drawn = columns
    .map((column, index) => ({ ...column, index }))
    .filter((column) => column.drawn);
  const axis = shape === 'lying' ? 'y' : 'x';
  return {
    type: shape === 'line' ? 'line' : 'bar',
    data: {
      labels: rows.map(({ short }) => short),
      datasets: drawn.map((column) => ({
        label: column.title,
        data: rows.map(({ values }) => values[column.index] ?? null),
        ...styleOf(data, column.drawn === 'now'),
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      indexAxis: axis,
      animation: isCalm() ? false : { duration: 250 },
      interaction: { mode: 'index', axis, intersect: false },
      layout: { padding: { top: 6 } },
      scales:
        axis === 'y'
          ? { y: nameAxis(data), x: figureAxis(data) }
          : { x: nameAxis(data), y: figureAxis(data) },
      plugins: { tooltip: tooltip(data, drawn) },
    },
  };
}

/**
 * What is now is filled; what was before is a broken line or an outline, so that they differ
 * without colour too.
 */
const styleOf = (
  data: ChartData,
  isNow: boolean,
): Partial<ChartDataset<'line', Points>> | Partial<ChartDataset<'bar', Points>> =>
  data.shape === 'line' ? lineStyle(data, isNow) : barStyle(isNow);

function lineStyle({ rows }: ChartData, isNow: boolean): Partial<ChartDataset<'line', Points>> {
  const colour = token(isNow ? '--chart-now' : '--chart-before');
  return {
    borderColor: colour,
    backgroundColor: isNow ? token('--chart-area') : 'transparent',
    pointBackgroundColor: colour,
    fill: isNow ? 'origin' : false,
    borderWidth: isNow ? 2.5 : 2,
    borderDash: isNow ? [] : [4, 4],
    pointRadius: isNow && rows.length <= maxDots ? 2.5 : 0,
    pointHoverRadius: 5,
    tension: 0.25,
    cubicInterpolationMode: 'monotone',
  };
}

function barStyle(isNow: boolean): Partial<ChartDataset<'bar', Points>> {
  const colour = token(isNow ? '--chart-now' : '--chart-before');
  return {
    borderColor: colour,
    backgroundColor: isNow ? colour : 'transparent',
    borderWidth: isNow ? 0 : 1.5,
    borderRadius: 3,
    borderSkipped: isNow ? 'start' : false,
    maxBarThickness: 34,
  };
}

type Axis = NonNullable<ChartOptions<ChartType>['scales']>[string];
type Tooltip = NonNullable<NonNullable<ChartOptions<ChartType>['plugins']>['tooltip']>;

/** The axis with the names of the rows. */
function nameAxis({ shape, rows }: ChartData): Axis {
  const isLying = shape === 'lying';
  const names = rows.map(({ short }) => (isLying ? axisName(short) : short));
  return {
    grid: { display: false },
    border: { color: token('--line-strong') },
    ...(isLying
      ? { position: isRightToLeft() ? ('right' as const) : ('left' as const) }
      : { reverse: isRightToLeft() }),
    ticks: {
      color: token('--ink-soft'),
      font: font(isLying ? 13 : 12),
      maxRotation: 0,
      autoSkip: !isLying,
      autoSkipPadding: 16,
      callback: (_value, index) => names[index],
    },
  };
}

/** The axis with the values. */
function figureAxis({ shape, columns }: ChartData): Axis {
  const column = columns.find(({ drawn }) => drawn);
  return {
    beginAtZero: true,
    grid: { color: token('--line') },
    border: { display: false },
    ...(shape === 'lying'
      ? { reverse: isRightToLeft() }
      : { position: isRightToLeft() ? ('right' as const) : ('left' as const) }),
    ticks: {
      color: token('--ink-soft'),
      font: font(12),
      maxTicksLimit: 5,
      ...(!column?.isShare && { precision: 0 }),
      maxRotation: 0,
      callback: (value) => column?.format(Number(value)),
    },
  };
}

function tooltip({ rows }: ChartData, drawn: readonly DrawnColumn[]): Tooltip {
  return {
    rtl: isRightToLeft(),
    backgroundColor: token('--ink'),
    titleColor: token('--paper'),
    bodyColor: token('--paper'),
    titleFont: font(13),
    bodyFont: font(13),
    padding: 10,
    cornerRadius: 6,
    displayColors: false,
    callbacks: {
      title: ([item]) => (item && rows[item.dataIndex]?.full) ?? '',
      label: ({ dataIndex, datasetIndex }) => {
        const column = drawn[datasetIndex];
        if (!column) return '';
        const value = rows[dataIndex]?.values[column.index] ?? 0;
        return `${column.title}: ${column.format(value)}`;
      },
    },
  };
}
