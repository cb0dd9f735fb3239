import { createBrowseHead } from '../features/browse/browse-head.ts';
import { chosenList, type ChosenList } from '../features/browse/chosen-list.ts';
import { mountPurchaseNotices } from '../features/checkout/purchase-notices.ts';
import { mountHeader } from '../features/header/header.ts';
import { showNotFound } from '../features/items/not-found.ts';
import { poster } from '../features/items/poster.ts';
import { createEndlessList } from '../features/lists/endless-list.ts';
import { createFilterForm, type FilterForm } from '../features/lists/filter-form.ts';
import { filterValues, type FilterName } from '../features/lists/filters.ts';
import type { OpenList } from '../features/lists/list-pages.ts';
import { createScrollPosition } from '../features/lists/scroll-position.ts';
import { reportPosterClicks } from '../features/report/poster-clicks.ts';
import { createReporter } from '../features/report/reporter.ts';
import { onUsher, usherOfTag } from '../features/session/script-tag-runtime.ts';
import { getElement } from '../ui/get-element.ts';

const listElement = getElement('[data-list]');
const head = createBrowseHead(getElement('[data-list-head]'));
const position = createScrollPosition(listElement);
let list: ChosenList | undefined;
let form: FilterForm | undefined;
let shownSearch: string | undefined;

const endless = createEndlessList({
  list: listElement,
  foot: getElement('[data-list-foot]'),
  entry: (item, index) =>
    poster(item, { heading: 'h2', ...(list?.isRanking && { rank: index + 1 }) }),
  onPage({ items, paging }, shown, isFirst) {
    position.noteShown(shown);
    if (list && isFirst) head.showAnswer(list, items, paging.resultcount);
  },
});

onUsher((usher) => {
  mountHeader(usher);
  mountPurchaseNotices(usher);
  reportPosterClicks(createReporter(usher));
});

void showAddress();

addEventListener('popstate', () => {
  if (location.search !== shownSearch) void showAddress();
});

/** Shows the list that the address asks for, with its filters. */
async function showAddress(): Promise<void> {
  const address = new URLSearchParams(location.search);
  list = chosenList(address);
  if (!list) {
    shownSearch = location.search;
    return showNotFound(
      getElement('main'),
      'There is no such list in the house. The address may be incomplete.',
    );
  }
  const newForm = createFilterForm({
    names: filterNames(list),
    address,
    onChange: narrow,
    system: async () => (await usherOfTag).system(),
  });
  form = newForm;
  await showList(list, newForm, address);
}

function filterNames({ isRanking, isOrdered }: ChosenList): FilterName[] {
  return [
    'kind',
    'genre',
    'price',
    ...(isRanking ? (['days'] as const) : []),
    ...(isOrdered ? [] : (['order'] as const)),
  ];
}

async function showList(
  shown: ChosenList,
  filterForm: FilterForm,
  address: URLSearchParams,
): Promise<void> {
  const search = location.search;
  shownSearch = search;
  const { call, isRandom = false } = shown;
  const drawAgain = (): void => void showList(shown, filterForm, address);
  head.show(shown, filterForm.element, isRandom ? drawAgain : undefined);

  const values = {
    ...filterValues(filterNames(shown), address),
    additionalFields: ['publishingdata', 'connectedmedia'],
  };
  const open: OpenList = async function* ({ signal, ...paging }) {
    const allmedia = await (await usherOfTag).allmedia();
    yield* call(allmedia, { ...values, ...paging }, { signal });
  };
  const shownBefore = isRandom ? 0 : position.shownBefore();
  await endless.show(open, { shownBefore, isSingle: isRandom });
  if (search !== location.search) return;
  position.restore();
  filterForm.loadGenres();
}

/** Narrows the list, and leaves the form as it is. The way back leads to the list before. */
function narrow(address: URLSearchParams): void {
  history.pushState({}, '', `${location.pathname}?${address}`);
  list = chosenList(address);
  if (list && form) void showList(list, form, address);
}
