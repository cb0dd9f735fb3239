import { el } from './dom.js';
import { createFailureNotice } from './failure-notice.js';
import { mountHeader } from './header.js';
import { createGhost, createPoster } from './poster.js';
import { programme } from './programme.js';
import { mountPurchaseNotices } from './purchase-notices.js';
import { usherOfTag } from './script-tag-runtime.js';

const pageSize = 24;
const ideas = ['Hitchcock', 'comedy', 'war', 'Spielberg', 'musical', 'love'];

const query = new URLSearchParams(location.search).get('q')?.trim() ?? '';
const head = document.querySelector('[data-results-head]');
const wall = document.querySelector('[data-results]');
const foot = document.querySelector('[data-results-foot]');
const status = el('p', { role: 'status' });

document.querySelector('.search-form input').value = query;
document.title = query ? `${query} · Lantern Row` : 'Search · Lantern Row';
head.append(el('h1', {}, query ? `“${query}”` : 'Search the house'), status);
if (query) void ask(0, shownBefore() || pageSize);
else invite('Type a title, a director or a genre above, or begin with one of these.');

(window.usher = window.usher || []).push(function (usher) {
  mountHeader(usher);
  mountPurchaseNotices(usher);
});

/** Fetches results from `start` on and adds them; only the first page of a search counts as the viewer's query. */
async function ask(start, limit) {
  foot.replaceChildren();
  wall.setAttribute('aria-busy', 'true');
  const ghosts = Array.from({ length: 6 }, () => el('li', {}, createGhost()));
  wall.append(...ghosts);
  if (!start) status.textContent = 'Looking …';
  try {
    const allmedia = await (await usherOfTag).allmedia();
    const repeated = start > 0 || limit > pageSize;
    const { items, paging } = await allmedia.byquery({ ...programme, query, start, limit: Math.min(limit, 100), ...(repeated && { skipReporting: true }) });
    for (const ghost of ghosts) ghost.remove();
    add(items, start, paging.resultcount);
  } catch (error) {
    for (const ghost of ghosts) ghost.remove();
    if (!start) status.textContent = 'The search did not come through.';
    foot.replaceChildren(createFailureNotice('These results did not load', error, () => void ask(start, limit)));
  }
  wall.removeAttribute('aria-busy');
}

function add(items, start, resultcount) {
  const entries = items.map((item) => el('li', {}, createPoster(item)));
  wall.append(...entries);
  const shown = start + items.length;
  history.replaceState({ shown }, '');
  if (!resultcount) return invite('Nothing in the house by that name. One of these, perhaps?');
  status.textContent = resultcount === 1 ? 'One result' : `${resultcount} results`;
  if (start > 0) entries[0]?.querySelector('a').focus();
  if (shown >= resultcount || !items.length) return undefined;
  return foot.replaceChildren(
    el('p', {}, `${shown} of ${resultcount} shown`),
    el('button', { type: 'button', class: 'button', 'data-more': '', onclick: () => void ask(shown, pageSize) }, 'Show more'));
}

/** How many results were shown when the viewer left this entry of the history. */
function shownBefore() {
  return Number(history.state?.shown) || 0;
}

function invite(words) {
  status.textContent = words;
  head.append(el('ul', { class: 'ideas' }, ...ideas.map((idea) => el('li', {}, el('a', { class: 'button', href: `/search.html?q=${encodeURIComponent(idea)}` }, idea)))));
}
