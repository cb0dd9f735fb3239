import { el } from '../../ui/dom.ts';
import { addressOf as addressOfItem } from '../media/media-item.ts';
import { wordsFor } from '../../ui/error-text.ts';
import { choices } from './choices.ts';
import { createChoice } from './choice.ts';
import { formatClock, formatCount, formatMany, formatTime } from './formats.ts';

const shown = [
  ['views', 'Views', formatCount],
  ['playerstarts', 'Player starts', formatCount],
  ['displays', 'Displays', formatCount],
  ['viewtime', 'View time', formatTime],
  ['clicks', 'Clicks', formatCount],
  ['downloads', 'Downloads', formatCount],
  ['adimpressions', 'Ad impressions', formatCount],
];
/** As many rows as the figures beside them are high. */
const mostItems = 5;

/**
 * The last minutes, kept up to date by the runtime's stores while the page is seen. What moves by
 * itself can be stopped.
 */
export function mountRealTime(place, { view, statistics, titles }) {
  const parts = createParts(place, view);
  let leave = [];
  let listened = '';
  const unlisten = () => {
    for (const off of leave) off();
    leave = [];
  };
  const listen = () => {
    unlisten();
    parts.hold.setAttribute('aria-pressed', 'false');
    const { streamtype, last } = view.get();
    const question = { streamtype, timeFrame: Number(last) };
    leave = [
      statistics.$query('realtime', question).subscribe((state) => showFigures(state, parts, last)),
      statistics
        .$query('realtimecharts', question)
        .subscribe(({ data }) => data && void showItems(parts.items, data, titles)),
    ];
  };
  view.subscribe(({ streamtype, last }) => {
    if (listened === `${streamtype} ${last}`) return;
    listened = `${streamtype} ${last}`;
    listen();
  });
  parts.hold.addEventListener('click', () => {
    if (parts.hold.getAttribute('aria-pressed') === 'true') return listen();
    unlisten();
    parts.hold.setAttribute('aria-pressed', 'true');
    parts.said.textContent = `Held. ${parts.said.textContent}`;
  });
}

function createParts(place, view) {
  const values = new Map(shown.map(([name]) => [name, el('dd', { 'data-now': name }, '–')]));
  const items = el('ol', { class: 'now-items' });
  const ways = el('p', { class: 'soft' });
  const said = el('p', { class: 'soft', 'data-now-said': '' }, 'One moment …');
  const hold = el('button', { type: 'button', class: 'button', 'aria-pressed': 'false' }, 'Hold');
  place.append(
    el(
      'div',
      { class: 'card-head' },
      el('h2', { id: 'now-title' }, 'Right now'),
      el(
        'div',
        { class: 'card-controls' },
        createChoice({ view, name: 'last', label: 'In the last' }),
        hold,
      ),
    ),
    el(
      'dl',
      { class: 'now-figures' },
      ...shown.map(([name, title]) => el('div', {}, el('dt', {}, title), values.get(name))),
    ),
    el('div', {}, el('h3', {}, 'Watched most'), items),
    ways,
    said,
    el('p', { class: 'card-note' }, 'Of the filters, only the kind of media counts here.'),
  );
  return { values, items, ways, said, hold };
}

function showFigures({ data, at, error }, { values, ways, said }, last) {
  if (error) {
    said.textContent = `${wordsFor(error)}${at ? ` These are the figures of ${formatClock(at)}.` : ''}`;
  }
  if (!data) return;
  const all = [...data.values()];
  for (const [name, , format] of shown) {
    values.get(name).textContent = format(
      all.reduce((sum, figures) => sum + (Number(figures[name]) || 0), 0),
    );
  }
  const watching = [...data]
    .filter(([, figures]) => figures.views > 0)
    .map(
      ([gateway, figures]) =>
        `${choices.gateway[gateway] ?? gateway} ${formatCount(figures.views)}`,
    );
  ways.textContent = watching.length
    ? `Views by way in: ${watching.join(', ')}.`
    : `No view began in the last ${choices.last[last]}.`;
  if (!error) said.textContent = `As of ${formatClock(at)}. It updates by itself.`;
}

async function showItems(place, data, titles) {
  const most = [...data]
    .filter(([, { views }]) => views > 0)
    .sort(([, one], [, other]) => other.views - one.views)
    .slice(0, mostItems);
  await titles.learnActive(most.map(([id]) => id)).catch(() => {}); // then by their numbers
  const entries = most.map(([id, { views }]) =>
    el(
      'li',
      {},
      el('span', {}, createTitle(titles.ofId(id))),
      el('span', {}, formatMany(views, ['view', 'views'])),
    ),
  );
  place.replaceChildren(...(entries.length ? entries : [el('li', {}, 'The seats are empty.')]));
}

const createTitle = ({ title, item }) =>
  item ? el('a', { href: addressOfItem(item) }, title) : title;
