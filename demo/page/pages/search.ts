import { nothing, render } from 'lit/html.js';
import type { Allmedia } from 'usher-runtime';
import { mountPurchaseNotices } from '../features/checkout/purchase-notices.ts';
import { mountHeader } from '../features/header/header.ts';
import { scoreOf } from '../features/items/media-item.ts';
import { poster } from '../features/items/poster.ts';
import { createEndlessList } from '../features/lists/endless-list.ts';
import { createFilterForm, type FilterForm } from '../features/lists/filter-form.ts';
import { filterValues, type FilterName } from '../features/lists/filters.ts';
import type { OpenList } from '../features/lists/list-pages.ts';
import { createScrollPosition } from '../features/lists/scroll-position.ts';
import { reportPosterClicks } from '../features/report/poster-clicks.ts';
import { createReporter } from '../features/report/reporter.ts';
import { searchForm } from '../features/search/search-form.ts';
import {
  readSearch,
  searchAddress,
  searchValues,
  type Search,
  type SearchMode,
} from '../features/search/search-options.ts';
import { findSuggestions, ideas, nothingFound } from '../features/search/suggestions.ts';
import { onUsher, usherOfTag } from '../features/session/script-tag-runtime.ts';
import { getElement, getElementOf } from '../ui/get-element.ts';

const waitText = 'Looking …';

const input = getElementOf(HTMLInputElement, '.search-form input');
const options = getElement('[data-search-options]');
const extra = getElement('[data-results-extra]');
const results = getElement('[data-results]');
const title = getElement('[data-results-title]');
const status = getElement('[data-results-status]');

const position = createScrollPosition(results);
let shownSearch: string | undefined;
let shownMode: SearchMode | undefined;
let form: FilterForm | undefined;

const allmedia = async (): Promise<Allmedia> => (await usherOfTag).allmedia();

const endless = createEndlessList({
  list: results,
  foot: getElement('[data-results-foot]'),
  entry: (item) => {
    const score = scoreOf(item);
    return poster(item, {
      heading: 'h2',
      ...(score && { note: `Relevance ${score} of 100` }),
    });
  },
  onPage({ paging: { resultcount } }, shown, isFirst) {
    position.noteShown(shown);
    if (!isFirst) return;
    status.textContent = countText(resultcount);
    if (!resultcount) void suggest();
  },
});

onUsher((usher) => {
  mountHeader(usher);
  mountPurchaseNotices(usher);
  reportPosterClicks(createReporter(usher));
});

getElement('.search-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const address = new URLSearchParams(location.search);
  goTo(searchAddress({ ...readSearch(address), query: input.value.trim() }, address));
  title.focus({ preventScroll: true });
});
addEventListener('popstate', () => {
  if (location.search !== shownSearch) void showAddress();
});

void showAddress();

/**
 * Searches as the address says; the search before, if it is still under way, ends.
 * @param isOwn the viewer has just changed the options, which stay as they are
 */
async function showAddress({ isOwn = false } = {}): Promise<void> {
  shownSearch = location.search;
  const address = new URLSearchParams(shownSearch);
  const search = readSearch(address);
  const { query, mode } = search;
  input.value = query;
  title.textContent = query ? `“${query}”` : 'Search the house';
  document.title = query ? `${query} · Lantern Row` : 'Search · Lantern Row';
  render(nothing, extra);
  if (!query) return invite();

  status.textContent = waitText;
  const names: FilterName[] = [
    'found',
    'genre',
    'price',
    ...(mode === 'relevance' ? [] : (['order'] as const)),
  ];
  if (!isOwn || mode !== shownMode) showOptions(search, names, address);
  await endless.show(openSearch(search, names, address), { shownBefore: position.shownBefore() });
  if (shownSearch !== location.search) return;
  if (status.textContent === waitText) status.textContent = 'The search did not load.';
  position.restore();
  form?.loadGenres();
}

function openSearch(
  search: Search,
  names: readonly FilterName[],
  address: URLSearchParams,
): OpenList {
  const values = {
    additionalFields: ['publishingdata'], // for the year of release
    ...searchValues(search),
    ...filterValues(names, address),
    // A viewer who comes back to a search asks nothing.
    ...(position.shownBefore() > 0 && { skipReporting: true }),
  };
  return async function* ({ signal, ...paging }) {
    yield* (await allmedia()).pages('byquery', { ...values, ...paging }, { signal });
  };
}

/** How the search is done, and what it can be narrowed to; another mode has other options. */
function showOptions(search: Search, names: readonly FilterName[], address: URLSearchParams): void {
  const hadFocus = options.contains(document.activeElement);
  const isOpen =
    Boolean(options.querySelector('details')?.open) || names.some((name) => address.has(name));
  shownMode = search.mode;
  form = createFilterForm({
    names,
    address,
    onChange: goTo,
    system: async () => (await usherOfTag).system(),
  });
  render(
    searchForm({
      search,
      filters: form.element,
      isOpen,
      onChange: (chosen) => goTo(searchAddress(chosen, new URLSearchParams(location.search))),
    }),
    options,
  );
  // The new filters replace the ones that had the focus.
  if (hadFocus && !options.contains(document.activeElement)) {
    options.querySelector<HTMLElement>('[name="mode"]:checked')?.focus();
  }
}

/**
 * Other searches than one that found nothing. The viewer has not asked them, so they are not
 * reported.
 */
async function suggest(): Promise<void> {
  const asked = shownSearch;
  const address = new URLSearchParams(asked);
  const suggestions = await findSuggestions(readSearch(address), {
    filters: address,
    ask: async (search, filters) =>
      (await allmedia()).byquery({
        ...searchValues(search),
        ...filterValues(['found', 'genre', 'price'], filters),
        limit: 1,
        skipReporting: true,
      }),
  }).catch(() => undefined); // the ideas are enough
  if (asked !== shownSearch) return;
  render(nothingFound(suggestions), extra);
}

function invite(): void {
  status.textContent = 'Type a title, a director or a genre above, or begin with one of these.';
  render(nothing, options);
  endless.clear();
  render(ideas(), extra);
}

/** Shows another search in the place of this one; the way back leads to the one before. */
function goTo(address: URLSearchParams): void {
  const isOwn =
    options.childElementCount > 0 &&
    address.get('q') === new URLSearchParams(location.search).get('q');
  history.pushState({}, '', `${location.pathname}?${address}`);
  void showAddress({ isOwn });
}

function countText(count: number): string {
  if (!count) return 'Nothing in the house by that name.';
  return count === 1
    ? 'One result'
    : `${count.toLocaleString(document.documentElement.lang)} results`;
}
