import { el } from '../../ui/dom.ts';

/** The figures of a picture as a table, behind a disclosure; made when it is first opened. */
export function createFigureTable(choose) {
  const place = el('div', { class: 'figures-scroll', role: 'region', tabindex: '0' });
  const details = el(
    'details',
    { class: 'figures' },
    el('summary', {}, 'The figures as a table'),
    place,
  );
  let picture;
  const draw = () => {
    if (!picture || !details.open) return;
    place.setAttribute('aria-label', `${picture.title}, table`);
    place.replaceChildren(createTable(picture, choose));
  };
  details.addEventListener('toggle', draw);
  return {
    element: details,
    show(next) {
      picture = next;
      draw();
    },
  };
}

function createTable({ title, name, columns, rows }, choose) {
  return el(
    'table',
    {},
    el('caption', { class: 'visually-hidden' }, title),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, name),
        ...columns.map((column) => el('th', { scope: 'col' }, column.title)),
      ),
    ),
    el(
      'tbody',
      {},
      ...rows.map((row) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, row.address ? createLink(row, choose) : row.full),
          ...columns.map(({ format }, index) =>
            el(
              'td',
              {},
              row.values[index] === null || row.values[index] === undefined
                ? '–'
                : format(row.values[index]),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A row's own figures are a view of the page, with an address; a plain click stays on the page. */
function createLink({ full, address, change }, choose) {
  const isPlain = (event) =>
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return el(
    'a',
    {
      href: address,
      onclick: (event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        choose(change);
      },
    },
    full,
  );
}
