import { el } from '../../ui/dom.ts';
import { searchAddress } from './search-options.ts';

const ideas = ['Hitchcock', 'comedy', 'war', 'Spielberg', 'musical', 'love'];

/** Links to searches that find something. */
export const createIdeas = () =>
  el(
    'ul',
    { class: 'ideas' },
    ...ideas.map((query) =>
      el(
        'li',
        {},
        el(
          'a',
          { class: 'button', href: `/search.html?${new URLSearchParams({ q: query })}` },
          query,
        ),
      ),
    ),
  );

/**
 * Where a search found nothing: wider ones of the same words, tried, and those that find something
 * as links with their number.
 * @param {any} search what found nothing
 * @param {{ filters: URLSearchParams, ask: (search: any, address: URLSearchParams) => Promise<any>
 *   }} parts
 */
export async function createSuggestions(search, { filters, ask }) {
  const tries = widerThan(search, filters);
  const answers = await Promise.all(
    tries.map(async ({ wider, address }) => (await ask(wider, address)).paging.resultcount),
  );
  const found = tries
    .map((one, index) => ({ ...one, count: answers[index] }))
    .filter(({ count }) => count > 0);
  if (!found.length) return undefined;
  return el(
    'div',
    { class: 'suggestions' },
    el('h2', {}, 'There is something if you look'),
    el(
      'ul',
      {},
      ...found.map(({ words, address, count }) =>
        el('li', {}, el('a', { href: `/search.html?${address}` }, words), ` (${count})`),
      ),
    ),
  );
}

function widerThan(search, filters) {
  const { query, mode, fields, score, hasParts } = search;
  const wider = (words, change) => ({
    words,
    wider: { ...search, ...change },
    address: searchAddress({ ...search, ...change }, filters),
  });
  const isNarrowed = [...searchAddress(search, filters)].length > [...searchAddress(search)].length;
  return [
    isNarrowed && {
      words: 'among everything, without the filters',
      wider: search,
      address: searchAddress(search),
    },
    fields.length > 0 && wider('in all of the text', { fields: [] }),
    score && wider('for weaker matches too', { score: '' }),
    mode === 'all' && /\s/.test(query) && wider('for any of the words', { mode: 'any' }),
    mode !== 'relevance' && !hasParts && wider('for parts of words too', { hasParts: true }),
    mode !== 'relevance' &&
      wider('for other forms of the words', { mode: 'relevance', hasParts: false }),
  ].filter(Boolean);
}
