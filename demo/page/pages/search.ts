import { el } from '../ui/dom.ts';
import { mountHeader } from '../features/header/header.ts';
import { createEndlessList } from '../features/lists/endless-list.ts';
import { createFilterForm } from '../features/lists/filter-form.ts';
import { filterValues } from '../features/lists/filters.ts';
import { createListPlace } from '../features/lists/scroll-position.ts';
import { createPoster } from '../features/media/poster.ts';
import { reportPosters } from '../features/report/poster-clicks.ts';
import { mountPurchaseNotices } from '../features/checkout/purchase-notices.ts';
import { createReporter } from '../features/report/reporter.ts';
import { usherOfTag } from '../features/session/script-tag-runtime.ts';
import { createSearchForm } from '../features/search/search-form.ts';
import { readSearch, searchAddress, searchValues } from '../features/search/search-options.ts';
import { createIdeas, createSuggestions } from '../features/search/suggestions.ts';

const input = document.querySelector('.search-form input');
const options = document.querySelector('[data-search-options]');
const wall = document.querySelector('[data-results]');
const extra = document.querySelector('[data-results-extra]');
const title = el('h1', { tabindex: '-1' });
const status = el('p', { role: 'status' });
document.querySelector('[data-results-head]').append(title, status);

/** Posters tell the year of release. */
const dated = { additionalFields: ['publishingdata'] };

const place = createListPlace(wall);
const endless = createEndlessList({
  wall,
  foot: document.querySelector('[data-results-foot]'),
  drawItem: (item) =>
    createPoster(
      item,
      item.general.queryscore === undefined
        ? {}
        : { note: `Relevance ${item.general.queryscore} of 100` },
    ),
  onPage({ paging: { resultcount } }, { shown, isFirst }) {
    place.noteShown(shown);
    if (!isFirst) return;
    status.textContent = resultcount
      ? countWords(resultcount)
      : 'Nothing in the house by that name.';
    if (!resultcount) void suggest();
  },
});
const allmedia = async () => (await usherOfTag).allmedia();
const countWords = (count) =>
  count === 1 ? 'One result' : `${count.toLocaleString(document.documentElement.lang)} results`;

(window.usher = window.usher || []).push(function (usher) {
  mountHeader(usher);
  mountPurchaseNotices(usher);
  reportPosters(createReporter(usher));
});

document.querySelector('.search-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const address = searchAddress(
    { ...readSearch(new URLSearchParams(location.search)), query: input.value.trim() },
    new URLSearchParams(location.search),
  );
  goTo(address);
  title.focus({ preventScroll: true });
});
addEventListener('popstate', () => {
  if (location.search !== shownFor) void showAddress();
});

let shownFor;
let form;
let shownMode;
void showAddress();

/**
 * Searches as the address says; the search before, if it is still under way, ends. What the viewer
 * has just chosen stays as it is.
 */
async function showAddress({ isOwn = false } = {}) {
  shownFor = location.search;
  const address = new URLSearchParams(shownFor);
  const search = readSearch(address);
  const { query, isRelevance } = search;
  input.value = query;
  title.textContent = query ? `“${query}”` : 'Search the house';
  document.title = query ? `${query} · Lantern Row` : 'Search · Lantern Row';
  extra.replaceChildren();
  if (!query) return invite();
  status.textContent = 'Looking …';
  const names = ['found', 'genre', 'price', ...(isRelevance ? [] : ['order'])];
  if (!isOwn || search.mode !== shownMode) showOptions(search, names, address);
  const isRepeated = place.shownBefore() > 0; // the viewer has come back to it, and asks nothing
  const values = {
    ...dated,
    ...searchValues(search),
    ...filterValues(names, address),
    ...(isRepeated && { skipReporting: true }),
  };
  const open = async function* (from) {
    const { signal, ...paging } = from;
    yield* (await allmedia()).pages('byquery', { ...values, ...paging }, { signal });
  };
  await endless.show(open, { shownBefore: place.shownBefore() });
  if (shownFor !== location.search) return;
  if (status.textContent === 'Looking …') status.textContent = 'The search did not come through.';
  place.restore();
  form.loadGenres();
}

/** How the search is done, and what it can be narrowed to; another mode has other options. */
function showOptions(search, names, address) {
  const hadFocus = options.contains(document.activeElement);
  const isOpen = options.querySelector('details')?.open || names.some((name) => address.has(name));
  shownMode = search.mode;
  form = createFilterForm({
    names,
    address,
    onChange: goTo,
    system: async () => (await usherOfTag).system(),
  });
  options.replaceChildren(
    createSearchForm({
      search,
      filters: form.element,
      isOpen,
      onChange: (chosen) => goTo(searchAddress(chosen, new URLSearchParams(location.search))),
    }),
  );
  // It stands in the place of the one that was chosen.
  if (hadFocus) options.querySelector('[name="mode"]:checked').focus();
}

/**
 * Other ways for a search that found nothing. They are not what the viewer has asked, and so are
 * not reported.
 */
async function suggest() {
  const asked = shownFor;
  const address = new URLSearchParams(asked);
  const ask = async (search, filters) =>
    (await allmedia()).byquery({
      ...searchValues(search),
      ...filterValues(['found', 'genre', 'price'], filters),
      limit: 1,
      skipReporting: true,
    });
  const suggestions = await createSuggestions(readSearch(address), { filters: address, ask }).catch(
    () => undefined,
  ); // the ideas are enough
  if (asked !== shownFor) return;
  extra.replaceChildren(
    ...[
      suggestions,
      el(
        'div',
        { class: 'suggestions' },
        el('h2', {}, 'Or begin with one of these'),
        createIdeas(),
      ),
    ].filter(Boolean),
  );
}

function invite() {
  status.textContent = 'Type a title, a director or a genre above, or begin with one of these.';
  options.replaceChildren();
  endless.clear();
  extra.replaceChildren(createIdeas());
}

/** Another search in the place of this one; the way back leads to what it was. */
function goTo(address) {
  const isOwn =
    options.childElementCount > 0 &&
    address.get('q') === new URLSearchParams(location.search).get('q');
  history.pushState({}, '', `${location.pathname}?${address}`);
  void showAddress({ isOwn });
}
