import type { CallValues } from 'usher-runtime';

/** What a choice adds to the values of a call. */
export type FilterValues = Pick<
  CallValues<'allmedia/mostactive'>,
  'selectedStreamtypes' | 'onlyFree' | 'onlyPay' | 'orderBy' | 'orderDir' | 'timeframe' | 'genre'
>;

export interface FilterOption {
  readonly text: string;
  readonly values: FilterValues;
}

export interface Filter {
  readonly label: string;
  /** The text where nothing is chosen, */
  readonly any: string;
  /** and what the call takes then. */
  readonly anyValues?: FilterValues;
  /** By the words of the address. */
  readonly options: Readonly<Record<string, FilterOption>>;
}

const streamtype = (text: string, name: string): FilterOption => ({
  text,
  values: { selectedStreamtypes: [name] },
});

const kinds = {
  video: streamtype('Films', 'video'),
  audio: streamtype('Talks', 'audio'),
  series: streamtype('Series', 'series'),
  playlist: streamtype('Playlists', 'playlist'),
};

const order = (text: string, orderBy: string, orderDir: 'ASC' | 'DESC'): FilterOption => ({
  text,
  values: { orderBy, orderDir },
});

/** What a list can be narrowed to and ordered by, under the words of the address. */
export const filters = {
  kind: { label: 'Kind', any: 'Everything', options: kinds },
  found: {
    label: 'Kind',
    any: 'Films and talks',
    anyValues: { selectedStreamtypes: ['video', 'audio'] },
    options: { everything: { text: 'Everything', values: {} }, ...kinds },
  },
  price: {
    label: 'Price',
    any: 'Free or not',
    options: {
      free: { text: 'Free to watch', values: { onlyFree: true } },
      pay: { text: 'With a ticket', values: { onlyPay: true } },
    },
  },
  order: {
    label: 'Order',
    any: 'Newest in the house',
    options: {
      oldest: order('Longest in the house', 'uploaded', 'ASC'),
      title: order('Title, A to Z', 'title', 'ASC'),
      released: order('Latest release', 'released', 'DESC'),
      rating: order('Best rated', 'rating', 'DESC'),
      shortest: order('Shortest', 'runtime', 'ASC'),
      longest: order('Longest', 'runtime', 'DESC'),
    },
  },
  days: {
    label: 'Watched',
    any: 'In the last 30 days',
    options: {
      10: { text: 'In the last ten days', values: { timeframe: 10 } },
      5: { text: 'In the last five days', values: { timeframe: 5 } },
      1: { text: 'Since yesterday', values: { timeframe: 1 } },
    },
  },
} satisfies Readonly<Record<string, Filter>>;

/** A filter of this table, or the platform's genres. */
export type FilterName = keyof typeof filters | 'genre';

/**
 * What the filters of an address add to the values of a call. Words without a meaning are left out.
 * @param names those that the list takes; `genre` is a genre's code or name
 */
export function filterValues(names: readonly FilterName[], address: URLSearchParams): FilterValues {
  return names.reduce<FilterValues>(
    (values, name) => ({ ...values, ...valuesOf(name, address.get(name) ?? '') }),
    {},
  );
}

function valuesOf(name: FilterName, word: string): FilterValues | undefined {
  if (name === 'genre') return word ? { genre: word } : undefined;
  const { options, anyValues }: Filter = filters[name];
  return Object.hasOwn(options, word) ? options[word]?.values : anyValues;
}
