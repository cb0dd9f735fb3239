import { html, type TemplateResult } from 'lit/html.js';
import type { MediaPage } from 'usher-runtime';
import { searchAddress, type Search } from './search-options.ts';

const words = ['Hitchcock', 'comedy', 'war', 'Spielberg', 'musical', 'love'];

/** Links to searches that find something. */
export const ideas = (): TemplateResult =>
  html`<ul class="ideas">
    ${words.map((query) => html`<li><a class="button" href=${hrefOf({ q: query })}>${query}</a></li>`)}
  </ul>`;

/** What a search that found nothing offers: wider searches, and those that find something. */
export const nothingFound = (suggestions: TemplateResult | undefined): TemplateResult =>
  html`${suggestions}
    <div class="suggestions">
      <h2>Or begin with one of these</h2>
      ${ideas()}
    </div>`;

const hrefOf = (address: URLSearchParams | Record<string, string>): string =>
  `/search.html?${new URLSearchParams(address)}`;

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
export async function findSuggestions(
  search: Search,
  { filters, ask }: SuggestionsParts,
): Promise<TemplateResult | undefined> {
  const found = await Promise.all(
    widerThan(search, filters).map(async (wider) => {
      const { paging } = await ask(wider.search, wider.address);
      return { ...wider, count: paging.resultcount };
    }),
  );
  const links = found
    .filter(({ count }) => count > 0)
    .map(
      ({ text, address, count }) =>
        html`<li><a href=${hrefOf(address)}>${text}</a> (${count})</li>`,
    );
  if (!links.length) return undefined;
  return html`<div class="suggestions">
    <h2>There are results if you search</h2>
    <ul>
      ${links}
    </ul>
  </div>`;
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
