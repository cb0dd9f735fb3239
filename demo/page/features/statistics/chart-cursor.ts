import type { ChartData } from './chart-data.ts';
import type { LibraryChart } from './chart-options.ts';

/** How far each key goes; a chart of bars that lie is read down. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageDown: 7,
  PageUp: -7,
  Home: -Infinity,
  End: Infinity,
};

export interface ChartCursor {
  /** Reads a chart from now on. */
  readonly read: (data: ChartData, chart: LibraryChart) => void;
}

/**
 * Lets the keyboard read a chart point by point: the arrow keys go along, and a screen reader says
 * each point's name and figures, as it says the value of a slider.
 */
export function createChartCursor(canvas: HTMLCanvasElement): ChartCursor {
  let shown: { readonly data: ChartData; readonly chart: LibraryChart } | undefined;
  let at = 0;
  const say = (data: ChartData): void => {
    canvas.setAttribute('aria-valuenow', String(at + 1));
    canvas.setAttribute('aria-valuetext', pointText(data, at));
  };
  const mark = (isMarked: boolean): void => {
    if (shown) markPoint(shown.chart, isMarked ? at : undefined);
  };
  canvas.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (step === undefined || !shown) return;
    event.preventDefault(); // else the page scrolls
    const last = shown.data.rows.length - 1;
    at = Math.max(0, Math.min(last, at + step * directionOf(event.key)));
    say(shown.data);
    mark(true);
  });
  canvas.addEventListener('focus', () => {
    if (canvas.matches(':focus-visible')) mark(true);
  });
  canvas.addEventListener('blur', () => mark(false));
  return {
    read(data, chart) {
      shown = { data, chart };
      at = Math.min(at, data.rows.length - 1);
      describe(canvas, data);
      say(data);
    },
  };
}

/** Left and right change places where the page is read from right to left. */
const directionOf = (key: string): number =>
  document.documentElement.dir === 'rtl' && /Left|Right/.test(key) ? -1 : 1;

/** Shows the tooltip of a point; without one none. */
function markPoint(chart: LibraryChart, index: number | undefined): void {
  const elements =
    index === undefined
      ? []
      : chart.data.datasets.map((_dataset, datasetIndex) => ({ datasetIndex, index }));
  chart.setActiveElements(elements);
  chart.tooltip?.setActiveElements(elements, { x: 0, y: 0 });
  chart.update('none');
}

function describe(canvas: HTMLCanvasElement, { title, shape, rows }: ChartData): void {
  const attributes = {
    tabindex: 0,
    role: 'slider',
    'aria-label': `${title}, point by point`,
    'aria-orientation': shape === 'lying' ? 'vertical' : 'horizontal',
    'aria-valuemin': 1,
    'aria-valuemax': rows.length,
  };
  for (const [name, value] of Object.entries(attributes)) canvas.setAttribute(name, String(value));
}

function pointText({ rows, columns }: ChartData, index: number): string {
  const row = rows[index];
  if (!row) return '';
  const figures = columns.map(
    ({ title, format }, column) => `${title} ${format(row.values[column] ?? 0)}`,
  );
  return `${row.full}: ${figures.join(', ')}`;
}
