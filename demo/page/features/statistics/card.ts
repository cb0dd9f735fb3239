import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { createChart } from './chart.ts';
import { createLegend } from './chart-legend.ts';
import { createFigureTable } from './figure-table.ts';

let made = 0;

/**
 * A part of the dashboard that shows one picture: a place where it will be, then summary, chart and
 * table; the old ones stay while new ones come; words where there is nothing, and a way to try
 * again where it failed.
 * @param {HTMLElement} place
 * @param {{ title: string, note?: string, wide?: boolean, controls?: Node[], view: any, activity:
 *   any, keyOf: (view: any) => unknown, load: (view: any, options: { signal: AbortSignal }) =>
 *   Promise<any> }} options `keyOf` names what of the view it depends on; `load` gives the picture,
 *   or nothing
 */
export function mountCard(
  place,
  { title, note, wide = false, controls = [], view, activity, keyOf, load },
) {
  const id = `card-${++made}`;
  const parts = createParts(view);
  const card = el(
    'section',
    { class: wide ? 'card wide' : 'card', 'aria-labelledby': id, 'data-card': title },
    el(
      'div',
      { class: 'card-head' },
      el('h2', { id }, title),
      el('div', { class: 'card-controls' }, ...controls),
    ),
    parts.summary,
    parts.legend,
    parts.box,
    parts.table.element,
    parts.other,
    note && el('p', { class: 'card-note' }, note),
  );
  place.append(card);

  let asked;
  let asking;
  const ask = async () => {
    asking?.abort();
    const current = (asking = new AbortController());
    card.setAttribute('aria-busy', 'true');
    const answer = await activity.during(
      load(view.get(), { signal: current.signal }).then(
        (picture) => ({ picture }),
        (error) => ({ error }),
      ),
    );
    if (current.signal.aborted) return;
    card.removeAttribute('aria-busy');
    if (answer.error) card.dataset.state = parts.fail(answer.error, () => void ask());
    else {
      card.dataset.state = answer.picture ? await parts.show(answer.picture) : parts.showNothing();
    }
  };
  card.dataset.state = 'loading';
  view.subscribe((now) => {
    const key = JSON.stringify(keyOf(now));
    if (key === asked) return;
    asked = key;
    void ask();
  });
}

/** What a card consists of, and the state that each way of filling it leads to. */
function createParts(view) {
  const summary = el('p', { class: 'card-summary' });
  const legend = el('p', { class: 'legend', 'aria-hidden': 'true' });
  const box = el('div', { class: 'chart' }, el('div', { class: 'shimmer' }));
  const other = el('div', { class: 'card-other' });
  const table = createFigureTable(view.change);
  let chart;
  const showParts = (isPicture) => {
    for (const part of [summary, legend, box, table.element]) part.hidden = !isPicture;
    if (isPicture) other.replaceChildren();
  };
  table.element.hidden = true;
  return {
    summary,
    legend,
    box,
    other,
    table,
    async show(picture) {
      showParts(true);
      summary.textContent = picture.summary;
      legend.replaceChildren(...createLegend(picture));
      table.show(picture);
      chart ??= createChart(box);
      try {
        (await chart).draw(picture);
      } catch {
        chart = undefined; // the next picture tries again; the table has the figures
        box.hidden = true;
        table.element.open = true;
      }
      return 'ready';
    },
    showNothing() {
      showParts(false);
      other.replaceChildren(
        el(
          'p',
          { class: 'card-empty' },
          'Nothing was counted in these days, or nothing fits the choice above.',
        ),
      );
      return 'empty';
    },
    fail(error, retry) {
      showParts(false);
      other.replaceChildren(createFailureNotice('These figures did not load', error, retry));
      return 'failed';
    },
  };
}
