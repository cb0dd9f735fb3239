/**
 * How words are looked for, under the address's word: what the viewer reads, what it means, and the
 * platform's own name for it.
 */
export const modes = {
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
export const fields = {
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

/** Of 100: how well the least must match. */
export const scores = { 10: 'Fair matches', 25: 'Good matches', 50: 'Best matches' };

/**
 * What an address says of a search; what it cannot mean is left out.
 * @param {URLSearchParams} address
 */
export function readSearch(address) {
  const mode = Object.hasOwn(modes, address.get('mode') ?? '') ? address.get('mode') : 'all';
  const score = Object.hasOwn(scores, address.get('score') ?? '') ? address.get('score') : '';
  return {
    query: address.get('q')?.trim() ?? '',
    mode,
    isRelevance: mode === 'relevance',
    hasParts: mode !== 'relevance' && address.get('parts') === '1',
    fields: (address.get('in') ?? '').split(',').filter((field) => Object.hasOwn(fields, field)),
    score: mode === 'relevance' ? score : '',
  };
}

/** The same as the values of the call. */
export function searchValues({ query, mode, hasParts, fields: chosen, score }) {
  return {
    query,
    ...(mode !== 'all' && { queryMode: modes[mode].queryMode }),
    ...(hasParts && { includeSubstringMatches: true }),
    ...(chosen.length > 0 && { queryFields: chosen }),
    ...(score && { minimalQueryScore: Number(score) }),
  };
}

/**
 * A search as an address, beside the filters of another one.
 * @param {URLSearchParams} [filters]
 */
export function searchAddress(
  { query, mode, hasParts, fields: chosen, score },
  filters = new URLSearchParams(),
) {
  const address = new URLSearchParams();
  for (const [name, value] of [
    ['q', query],
    ['mode', mode === 'all' ? '' : mode],
    ['parts', hasParts ? '1' : ''],
    ['in', chosen.join(',')],
    ['score', score],
  ]) {
    if (value) address.set(name, value);
  }
  for (const name of ['found', 'genre', 'price', 'order']) {
    if (filters.get(name)) address.set(name, filters.get(name));
  }
  return address;
}
