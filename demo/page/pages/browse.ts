import { chosenList } from '../features/browse/chosen-list.ts';
import { createBrowseHead } from '../features/browse/browse-head.ts';
import { mountHeader } from '../features/header/header.ts';
import { createEndlessList } from '../features/lists/endless-list.ts';
import { createFilterForm } from '../features/lists/filter-form.ts';
import { filterValues } from '../features/lists/filters.ts';
import { createListPlace } from '../features/lists/scroll-position.ts';
import { showLost } from '../features/media/not-found.ts';
import { createPoster } from '../features/media/poster.ts';
import { reportPosters } from '../features/report/poster-clicks.ts';
import { mountPurchaseNotices } from '../features/checkout/purchase-notices.ts';
import { createReporter } from '../features/report/reporter.ts';
import { usherOfTag } from '../features/session/script-tag-runtime.ts';

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
