import type { MediaPage } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { searchAddress, type Search } from './search-options.ts';

const ideas = ['Hitchcock', 'comedy', 'war', 'Spielberg', 'musical', 'love'];

/** Links to searches that find something. */
export const createIdeas = (): HTMLElement =>
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

/** A wider search of the same words. */
interface WiderSearch {
  readonly text: string;
  readonly search: Search;
  readonly address: URLSearchParams;
}

export interface SuggestionsParts {
  /** The filters of the search that found nothing. */
  readonly filters: URLSearchParams;
  readonly ask: (search: Search, filters: URLSearchParams) => Promise<MediaPage>;
}

/**
 * Wider searches than one that found nothing: those that find something, as links with their
 * number of results.
 */
export async function createSuggestions(
  search: Search,
  { filters, ask }: SuggestionsParts,
): Promise<HTMLElement | undefined> {
  const found = await Promise.all(
    widerThan(search, filters).map(async (wider) => {
      const { paging } = await ask(wider.search, wider.address);
      return { ...wider, count: paging.resultcount };
    }),
  );
  const links = found
    .filter(({ count }) => count > 0)
    .map(({ text, address, count }) =>
      el('li', {}, el('a', { href: `/search.html?${address}` }, text), ` (${count})`),
    );
  if (!links.length) return undefined;
  return el(
    'div',
    { class: 'suggestions' },
    el('h2', {}, 'There is something if you look'),
    el('ul', {}, ...links),
  );
}

function widerThan(search: Search, filters: URLSearchParams): WiderSearch[] {
  const { query, mode, fields, score, hasParts } = search;
  const isRelevance = mode === 'relevance';
  const wider = (isWider: boolean, text: string, change: Partial<Search>): WiderSearch[] =>
    isWider
      ? [
          {
            text,
            search: { ...search, ...change },
            address: searchAddress({ ...search, ...change }, filters),
          },
        ]
      : [];
  const plain = searchAddress(search);
  const isFiltered = [...searchAddress(search, filters)].length > [...plain].length;
  return [
    ...(isFiltered
      ? [{ text: 'among everything, without the filters', search, address: plain }]
      : []),
    ...wider(fields.length > 0, 'in all of the text', { fields: [] }),
    ...wider(Boolean(score), 'for weaker matches too', { score: '' }),
    ...wider(mode === 'all' && /\s/.test(query), 'for any of the words', { mode: 'any' }),
    ...wider(!isRelevance && !hasParts, 'for parts of words too', { hasParts: true }),
    ...wider(!isRelevance, 'for other forms of the words', {
      mode: 'relevance',
      hasParts: false,
    }),
  ];
}
