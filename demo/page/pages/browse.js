import { chosenList } from '../features/browse/chosen-list.js';
import { createBrowseHead } from '../features/browse/browse-head.js';
import { mountHeader } from '../features/header/header.js';
import { createEndlessList } from '../features/lists/endless-list.js';
import { createFilterForm } from '../features/lists/filter-form.js';
import { filterValues } from '../features/lists/filters.js';
import { createListPlace } from '../features/lists/scroll-position.js';
import { showLost } from '../features/media/not-found.js';
import { createPoster } from '../features/media/poster.js';
import { reportPosters } from '../features/report/poster-clicks.js';
import { mountPurchaseNotices } from '../features/checkout/purchase-notices.js';
import { createReporter } from '../features/report/reporter.js';
import { usherOfTag } from '../features/session/script-tag-runtime.js';

const wall = document.querySelector('[data-list]');
const head = createBrowseHead(document.querySelector('[data-list-head]'));
const place = createListPlace(wall);
let list = chosenList(new URLSearchParams(location.search));

const endless = createEndlessList({
  wall,
  foot: document.querySelector('[data-list-foot]'),
  drawItem: (item, index) => createPoster(item, list.isRanking ? { rank: index + 1 } : {}),
  onPage({ items, paging }, { shown, isFirst }) {
    place.noteShown(shown);
    if (isFirst) head.answer(list, items, paging.resultcount);
  },
});

(window.usher = window.usher || []).push(function (usher) {
  mountHeader(usher);
  mountPurchaseNotices(usher);
  reportPosters(createReporter(usher));
});

let shownFor;
let form;
void showAddress();

addEventListener('popstate', () => {
  if (location.search !== shownFor) void showAddress();
});

/**
 * Shows the list that the address asks for, with its filters; those that the viewer has just chosen
 * stay as they are.
 */
async function showAddress({ isOwn = false } = {}) {
  shownFor = location.search;
  const address = new URLSearchParams(shownFor);
  list = chosenList(address);
  if (!list) {
    return showLost(
      document.querySelector('main'),
      'There is no such list in the house. The address may have been cut short on its way to you.',
    );
  }
  const { call, values, isOrdered, isRanking, isDrawn } = list;
  const names = [
    'kind',
    'genre',
    'price',
    ...(isRanking ? ['days'] : []),
    ...(isOrdered ? [] : ['order']),
  ];
  if (!isOwn) {
    form = createFilterForm({
      names,
      address,
      onChange: goTo,
      system: async () => (await usherOfTag).system(),
    });
  }
  head.show(list, form.element, isDrawn ? () => void showAddress({ isOwn: true }) : undefined);
  const asked = {
    ...values,
    ...filterValues(names, address),
    additionalFields: ['publishingdata', 'connectedmedia'],
  };
  const open = async function* (from) {
    const { signal, ...paging } = from;
    yield* (await (await usherOfTag).allmedia()).pages(call, { ...asked, ...paging }, { signal });
  };
  await endless.show(open, { shownBefore: isDrawn ? 0 : place.shownBefore(), isSingle: isDrawn });
  if (shownFor !== location.search) return;
  place.restore();
  form.loadGenres();
}

/** Narrows the list: the way back leads to what it was. */
function goTo(address) {
  history.pushState({}, '', `${location.pathname}?${address}`);
  void showAddress({ isOwn: true });
}
