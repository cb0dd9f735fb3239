import type { CallValues } from 'usher-runtime';

type QueryValues = CallValues<'allmedia/byquery'>;

/** How words are looked for, by the word of the address. */
export type SearchMode = 'all' | 'any' | 'relevance';

interface ModeText {
  readonly title: string;
  /** What it means. */
  readonly story: string;
  readonly queryMode: NonNullable<QueryValues['queryMode']>;
}

export const modes: Readonly<Record<SearchMode, ModeText>> = {
  all: { title: 'All words', story: 'Each word must be there.', queryMode: 'classicwithand' },
  any: {
    title: 'Any word',
    story: 'One of the words will do, so there are more.',
    queryMode: 'classicwithor',
  },
  relevance: {
    title: 'By relevance',
    story: 'The best match first, and other forms of the words too.',
    queryMode: 'fulltext',
  },
};

/** The text that can be searched, by the platform's names. */
export const fields: Readonly<Record<string, string>> = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Description',
  persons: 'Person',
  tags: 'Tag',
  genre: 'Genre',
  studio: 'Studio',
  shows: 'Show',
  places: 'Place',
  products: 'Based on',
};

/** The least score, of 100, that a result must have. */
export const scores: Readonly<Record<string, string>> = {
  10: 'Fair matches',
  25: 'Good matches',
  50: 'Best matches',
};

/** A search as an address says it. */
export interface Search {
  readonly query: string;
  readonly mode: SearchMode;
  /** Parts of words match too. Not by relevance. */
  readonly hasParts: boolean;
  /** The fields that are searched; all where there are none. */
  readonly fields: readonly string[];
  /** The least score; empty for any. By relevance only. */
  readonly score: string;
}

/** What an address says of a search; what it cannot mean is left out. */
export function readSearch(address: URLSearchParams): Search {
  const mode = readMode(address.get('mode'));
  const score = address.get('score') ?? '';
  const isRelevance = mode === 'relevance';
  return {
    query: address.get('q')?.trim() ?? '',
    mode,
    hasParts: !isRelevance && address.get('parts') === '1',
    fields: (address.get('in') ?? '').split(',').filter((field) => Object.hasOwn(fields, field)),
    score: isRelevance && Object.hasOwn(scores, score) ? score : '',
  };
}

/** The mode of a word; that of all words where it means none. */
export const readMode = (word: unknown): SearchMode =>
  word === 'any' || word === 'relevance' ? word : 'all';

/** A search as the values of the call. */
export function searchValues({
  query,
  mode,
  hasParts,
  fields: chosen,
  score,
}: Search): QueryValues {
  return {
    query,
    ...(mode !== 'all' && { queryMode: modes[mode].queryMode }),
    ...(hasParts && { includeSubstringMatches: true }),
    ...(chosen.length > 0 && { queryFields: chosen }),
    ...(score && { minimalQueryScore: Number(score) }),
  };
}

/** A search as an address, beside the filters of another one. */
export function searchAddress(
  { query, mode, hasParts, fields: chosen, score }: Search,
  filters: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const values: Readonly<Record<string, string>> = {
    q: query,
    mode: mode === 'all' ? '' : mode,
    parts: hasParts ? '1' : '',
    in: chosen.join(','),
    score,
    ...Object.fromEntries(
      ['found', 'genre', 'price', 'order'].map((name) => [name, filters.get(name) ?? '']),
    ),
  };
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value));
}
