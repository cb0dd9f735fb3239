/** How far each key goes; a chart of bars that lie is read down. */
const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 7, PageUp: -7 };

/**
 * Lets the keyboard read a chart point by point: the arrow keys go along, and a screen reader says
 * each point's name and figures, as it says the value of a slider.
 */
export function createChartCursor(canvas) {
  let picture;
  let chart;
  let at = 0;
  const show = (isShown) => {
    if (!chart) return;
    const elements = isShown
      ? chart.data.datasets.map((_dataset, datasetIndex) => ({ datasetIndex, index: at }))
      : [];
    chart.setActiveElements(elements);
    chart.tooltip.setActiveElements(elements, { x: 0, y: 0 });
    chart.update('none');
  };
  const say = () => {
    canvas.setAttribute('aria-valuenow', String(at + 1));
    canvas.setAttribute('aria-valuetext', wordsOf(picture, at));
  };
  canvas.addEventListener('keydown', (event) => {
    const last = picture.rows.length - 1;
    const forwards =
      document.documentElement.dir === 'rtl' && /Left|Right/.test(event.key) ? -1 : 1;
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? last
          : at + (steps[event.key] ?? 0) * forwards;
    if (!(event.key in steps) && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault(); // else the page scrolls
    at = Math.max(0, Math.min(last, to));
    say();
    show(true);
  });
  canvas.addEventListener('focus', () => canvas.matches(':focus-visible') && show(true));
  canvas.addEventListener('blur', () => show(false));
  return {
    /** What is read from now on. */
    read(nextPicture, nextChart) {
      picture = nextPicture;
      chart = nextChart;
      at = Math.min(at, picture.rows.length - 1);
      const values = {
        tabindex: 0,
        role: 'slider',
        'aria-label': `${picture.title}, point by point`,
        'aria-orientation': picture.shape === 'lying' ? 'vertical' : 'horizontal',
        'aria-valuemin': 1,
        'aria-valuemax': picture.rows.length,
      };
      for (const [name, value] of Object.entries(values)) canvas.setAttribute(name, String(value));
      say();
    },
  };
}

function wordsOf({ rows, columns }, index) {
  const { full, values } = rows[index];
  return `${full}: ${columns.map(({ title, format }, column) => `${title} ${format(values[column] ?? 0)}`).join(', ')}`;
}
