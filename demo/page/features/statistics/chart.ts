import { createChartCursor } from './chart-cursor.ts';
import { chartOptions } from './chart-options.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** What a lying bar with its name, and the axis below all, take. */
const barPx = 32;
const axisPx = 36;

/** Loaded by whoever draws first; the pages without charts never do. */
let library;
const loadLibrary = () => (library ??= import('/library/chart.js'));

/**
 * Draws pictures (`day-picture.js`, `rank-picture.js`) on a canvas, which the keyboard reads point
 * by point. Rejects when the library cannot be had.
 * @param {HTMLElement} box gives the size
 */
export async function createChart(box) {
  const { Chart } = await loadLibrary();
  const canvas = document.createElement('canvas');
  box.replaceChildren(canvas);
  const cursor = createChartCursor(canvas);
  let chart;
  let shown;
  const draw = (picture) => {
    shown = picture;
    const { type, data, options } = chartOptions(picture);
    box.style.blockSize =
      picture.shape === 'lying' ? `${picture.rows.length * barPx + axisPx}px` : '';
    if (chart?.config.type === type && chart.options.indexAxis === options.indexAxis) {
      Object.assign(chart, { data, options });
      chart.update();
    } else {
      chart?.destroy();
      chart = new Chart(canvas, { type, data, options });
    }
    cursor.read(picture, chart);
  };
  dark.addEventListener('change', () => shown && draw(shown));
  return { draw };
}
