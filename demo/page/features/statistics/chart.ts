import { yieldToMain } from '../../ui/yield-to-main.ts';
import { axisName } from './axis-name.ts';
import { createChartCursor } from './chart-cursor.ts';
import type { ChartData } from './chart-data.ts';
import { chartConfiguration, type LibraryChart } from './chart-options.ts';

/** The least height of a lying bar, of a line of its name, and of the axis below all. */
const barPx = 32;
const linePx = 18;
const axisPx = 36;

const isDark = matchMedia('(prefers-color-scheme: dark)');

/** Loaded with the first chart; pages without charts never load it. */
let library: Promise<typeof import('/library/chart.js')> | undefined;

/** Ends when the last chart that waits has its task. Charts are drawn in tasks of their own. */
let turn = Promise.resolve();

export interface Chart {
  readonly draw: (data: ChartData) => void;
}

/** The height of a chart as CSS; empty where the style sheet gives it. */
export function chartHeight({ shape, rows }: ChartData): string {
  if (shape !== 'lying') return '';
  const lines = Math.max(...rows.map(({ short }) => axisName(short).length));
  return `${rows.length * Math.max(barPx, lines * linePx) + axisPx}px`;
}

/**
 * A chart on a canvas, which the keyboard reads point by point.
 * @param box gives the size
 * @throws where the library cannot be loaded
 */
export async function createChart(box: HTMLElement): Promise<Chart> {
  library ??= import('/library/chart.js');
  const { Chart: ChartOfLibrary } = await library;
  turn = turn.then(yieldToMain);
  await turn;
  const canvas = document.createElement('canvas');
  box.replaceChildren(canvas);
  const cursor = createChartCursor(canvas);
  let chart: LibraryChart | undefined;
  let shown: ChartData | undefined;

  const draw = (data: ChartData): void => {
    const isSameShape = shown?.shape === data.shape;
    shown = data;
    const configuration = chartConfiguration(data);
    if (chart && isSameShape) {
      chart.data = configuration.data;
      chart.options = configuration.options;
      chart.update();
    } else {
      chart?.destroy();
      chart = new ChartOfLibrary(canvas, configuration);
    }
    cursor.read(data, chart);
  };
  isDark.addEventListener('change', () => {
    if (shown) draw(shown);
  });
  return { draw };
}
