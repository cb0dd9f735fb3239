/** Longer names are cut beside a bar; the tooltip and the table have them whole. */
const mostLetters = { narrow: 14, wide: 26 };

const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const isRightToLeft = () => document.documentElement.dir === 'rtl';

/** A picture in the library's words, in the colours of the moment. */
export function chartOptions(picture) {
  const drawn = picture.columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ drawn: how }) => how);
  return {
    type: picture.shape === 'line' ? 'line' : 'bar',
    data: {
      labels: picture.rows.map(({ short }) => short),
      datasets: drawn.map((column) => ({
        label: column.title,
        data: picture.rows.map(({ values }) => values[column.index] ?? null),
        ...styleOf(picture, column.drawn),
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      indexAxis: picture.shape === 'lying' ? 'y' : 'x',
      animation: isCalm() ? false : { duration: 250 },
      interaction: { mode: 'index', axis: picture.shape === 'lying' ? 'y' : 'x', intersect: false },
      layout: { padding: { top: 6 } },
      scales:
        picture.shape === 'lying'
          ? { y: nameAxis(picture, true), x: figureAxis(picture) }
          : { x: nameAxis(picture, false), y: figureAxis(picture) },
      plugins: { tooltip: tooltip(picture, drawn) },
    },
  };
}

/**
 * What is now is filled; what was before is a broken line or an outline, so that they differ
 * without colour too.
 */
function styleOf({ shape, rows }, how) {
  const colour = token(how === 'now' ? '--chart-now' : '--chart-before');
  if (shape === 'line') {
    const dots = rows.length > 31 ? 0 : 2.5;
    return {
      borderColor: colour,
      backgroundColor: how === 'now' ? token('--chart-area') : 'transparent',
      pointBackgroundColor: colour,
      fill: how === 'now' ? 'origin' : false,
      borderWidth: how === 'now' ? 2.5 : 2,
      borderDash: how === 'now' ? [] : [4, 4],
      pointRadius: how === 'now' ? dots : 0,
      pointHoverRadius: 5,
      tension: 0.25,
      cubicInterpolationMode: 'monotone',
    };
  }
  return {
    borderColor: colour,
    backgroundColor: how === 'now' ? colour : 'transparent',
    borderWidth: how === 'now' ? 0 : 1.5,
    borderRadius: 3,
    borderSkipped: how === 'now' ? 'start' : false,
    maxBarThickness: 34,
  };
}

const font = (size) => ({ family: token('--sans'), size });

function nameAxis({ rows }, isLying) {
  const most = innerWidth < 600 ? mostLetters.narrow : mostLetters.wide;
  const cut = (name) => (name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name);
  return {
    grid: { display: false },
    border: { color: token('--line-strong') },
    ...(isLying ? { position: isRightToLeft() ? 'right' : 'left' } : { reverse: isRightToLeft() }),
    ticks: {
      color: token('--ink-soft'),
      font: font(isLying ? 13 : 12),
      maxRotation: 0,
      autoSkip: !isLying,
      autoSkipPadding: 16,
      callback: (_value, index) => (isLying ? cut(rows[index].short) : rows[index].short),
    },
  };
}

function figureAxis({ shape, columns }) {
  const { format, isShare } = columns.find(({ drawn }) => drawn);
  return {
    beginAtZero: true,
    grid: { color: token('--line') },
    border: { display: false },
    ...(shape === 'lying'
      ? { reverse: isRightToLeft() }
      : { position: isRightToLeft() ? 'right' : 'left' }),
    ticks: {
      color: token('--ink-soft'),
      font: font(12),
      maxTicksLimit: 5,
      ...(!isShare && { precision: 0 }),
      maxRotation: 0,
      callback: (value) => format(value),
    },
  };
}

function tooltip({ rows, columns }, drawn) {
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
      title: ([{ dataIndex }]) => rows[dataIndex].full,
      label: ({ dataIndex, datasetIndex }) => {
        const { title, index } = drawn[datasetIndex];
        return `${title}: ${columns[index].format(rows[dataIndex].values[index] ?? 0)}`;
      },
    },
  };
}
