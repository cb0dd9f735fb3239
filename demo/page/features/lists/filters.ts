const kinds = {
  video: ['Films', { selectedStreamtypes: ['video'] }],
  audio: ['Talks', { selectedStreamtypes: ['audio'] }],
  series: ['Series', { selectedStreamtypes: ['series'] }],
  playlist: ['Playlists', { selectedStreamtypes: ['playlist'] }],
};

/**
 * What a list can be narrowed to and ordered by: under the address's word, what the viewer reads
 * and what the call takes. `anyValues` is what it takes where nothing is chosen.
 */
export const filters = {
  kind: { label: 'Kind', any: 'Everything', options: kinds },
  found: {
    label: 'Kind',
    any: 'Films and talks',
    anyValues: { selectedStreamtypes: ['video', 'audio'] },
    options: { everything: ['Everything', {}], ...kinds },
  },
  price: {
    label: 'Price',
    any: 'Free or not',
    options: {
      free: ['Free to watch', { onlyFree: true }],
      pay: ['With a ticket', { onlyPay: true }],
    },
  },
  order: {
    label: 'Order',
    any: 'Newest in the house',
    options: {
      oldest: ['Longest in the house', { orderBy: 'uploaded', orderDir: 'ASC' }],
      title: ['Title, A to Z', { orderBy: 'title', orderDir: 'ASC' }],
      released: ['Latest release', { orderBy: 'released', orderDir: 'DESC' }],
      rating: ['Best rated', { orderBy: 'rating', orderDir: 'DESC' }],
      shortest: ['Shortest', { orderBy: 'runtime', orderDir: 'ASC' }],
      longest: ['Longest', { orderBy: 'runtime', orderDir: 'DESC' }],
    },
  },
  days: {
    label: 'Watched',
    any: 'In the last 30 days',
    options: {
      10: ['In the last ten days', { timeframe: 10 }],
      5: ['In the last five days', { timeframe: 5 }],
      1: ['Since yesterday', { timeframe: 1 }],
    },
  },
};

/**
 * What the filters of an address mean to a call. Words that mean nothing are left out.
 * @param {readonly string[]} names those that the list takes; `genre` is a genre's code or name
 * @param {URLSearchParams} address
 */
export function filterValues(names, address) {
  const chosen = names.map((name) => {
    const word = address.get(name) ?? '';
    if (name === 'genre') return word ? { genre: word } : {};
    const { options, anyValues } = filters[name];
    return Object.hasOwn(options, word) ? options[word][1] : anyValues;
  });
  return Object.assign({}, ...chosen);
}
