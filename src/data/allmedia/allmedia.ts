import { callSafely } from '../../browser/report-error.ts';
import { allmedia as area } from '../../contract/allmedia.ts';
import type { MediaItem } from '../../contract/answers/media-item.ts';
import type { AllmediaCalls } from '../../contract/call-values/allmedia.ts';
import { rowOf } from '../../contract/encode-call.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { readMediaSources, type MediaSource } from '../../dialect/media-source-reader.ts';
import { checkSignal } from '../../errors/check-signal.ts';
import { InputError } from '../../errors/input-error.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { ask, createCalls, definitionOf, type DataParts } from '../ask.ts';
import type { QueryOptions } from '../queries.ts';
import type { QueryStore } from '../query.ts';
import type { QueryDefinition, ReadOptions } from '../reader.ts';
import { readMediaItem } from './media-item.ts';
import {
  itemsFrom,
  pagesFrom,
  readMediaPage,
  type FetchPage,
  type MediaPage,
} from './media-page.ts';

type Name = keyof AllmediaCalls;
/** The name of an endpoint of `/allmedia`. */
export type MediaName = Name;
type ListName = Exclude<Name, 'byglobalid'>;
type Given<N extends Name, Options> = {} extends AllmediaCalls[N]
  ? [values?: AllmediaCalls[N], options?: Options]
  : [values: AllmediaCalls[N], options?: Options];
/** The data of an endpoint of `/allmedia`. */
export type MediaData<N extends Name> = N extends 'byglobalid' ? MediaItem | null : MediaPage;

/** Options for reading one item. */
export interface FindOptions extends ReadOptions {
  /** Called with the reason when there is no item. */
  readonly onMissing?: ((reason: UsherError) => void) | undefined;
}

/** Options for the files of an item. */
export interface SourcesOptions extends ReadOptions {
  /** Called with the item that has the files, before they are returned. */
  readonly onItem?: ((item: MediaItem) => void) | undefined;
}

/**
 * Queries over all streamtypes (`/allmedia`): one function for each endpoint, with its name in the
 * interface. Results are shared: do not change them.
 */
export type Allmedia = {
  // `byglobalid` gives `null` when the item does not exist, or not for this domain.
  readonly [N in keyof AllmediaCalls]: (
    ...given: Given<N, N extends 'byglobalid' ? FindOptions : ReadOptions>
  ) => Promise<MediaData<N>>;
} & {
  /**
   * The playable files of an item. Empty when the viewer may not watch it, or when it has none.
   * @example const [source] = await allmedia.sources({ globalid: film.general.GID });
   */
  readonly sources: (
    values: Pick<AllmediaCalls['byglobalid'], 'globalid'>,
    options?: SourcesOptions,
  ) => Promise<readonly MediaSource[]>;
  /**
   * A list page by page, from `start` on, until all existing items are returned. If the platform
   * sends no count, it ends with a page that is not full or has nothing new. The next page is
   * fetched in advance. Leaving the loop ends that. Each item is returned once, even if the list
   * changes meanwhile. When the viewer changes, the loop ends with an error `aborted`.
   * @example for await (const page of allmedia.pages('byquery', { query: 'blender' }))
   *   show(page.items);
   */
  readonly pages: <N extends ListName>(
    name: N,
    ...given: Given<N, ReadOptions>
  ) => AsyncGenerator<MediaPage, void>;
  /**
   * The same item by item.
   * @example for await (const { general } of allmedia.items('latest')) if (!(await
   *   show(general.title))) break;
   */
  readonly items: <N extends ListName>(
    name: N,
    ...given: Given<N, ReadOptions>
  ) => AsyncGenerator<MediaItem, void>;
  /**
   * A store of an answer. It is fetched while the store has a listener, and again when the page is
   * shown again and the answer is no longer fresh.
   * @throws `input`, at once.
   * @example allmedia.$query('latest', { limit: 20 }).subscribe(({ data, loading, error }) => …);
   */
  readonly $query: <N extends Name>(
    name: N,
    ...given: Given<N, QueryOptions>
  ) => QueryStore<MediaData<N>>;
};

/** Lists are fresh for a minute. `random` is fetched each time. */
const staleTimeMs = (name: string): number => (name === 'random' ? 0 : 60_000);
/** The page size of lists without a limit. */
const pageSize = 20;

/** Only the first page that the viewer requests is reported as a search. */
const skipReporting = { skipReporting: true };

/** Some platforms return one item as a list. */
function readItem({ result }: Answer): MediaItem {
  const item: unknown = Array.isArray(result) ? result[0] : result;
  if (item === undefined || item === null) {
    throw new UsherError('not-found', 'allmedia/byglobalid: the answer is empty');
  }
  return readMediaItem('allmedia/byglobalid', item);
}

export function createAllmedia(parts: DataParts): Allmedia {
  const pages = (
    name: string,
    values?: object | null,
    given?: ReadOptions | null,
  ): AsyncGenerator<MediaPage, void> => {
    const { signal, ...options } = given ?? {};
    checkSignal('allmedia.pages', signal);
    if (name === 'byglobalid') throw new InputError('allmedia.pages', 'name', name, 'of a list');
    const ofCall: CommonValues = { ...values };
    const { start = 0, limit = pageSize } = ofCall;
    const fetchPage: FetchPage = async (from, how) => {
      const definition = definitionFor(parts, name, { ...ofCall, start: from, limit });
      return ask(parts, definition, { ...options, ...how });
    };
    const range = { first: Number(start), limit: Number(limit) };
    return pagesFrom(range, fetchPage, parts.getViewer, signal);
  };
  return {
    ...createCalls<Pick<Allmedia, ListName>>(parts, area, (name, values) =>
      definitionFor(parts, name, values),
    ),
    byglobalid: (values, options) => findItem(parts, values, options),
    sources: (values, options) => fetchSources(parts, values, options),
    pages,
    items: (name: string, values?: object | null, given?: ReadOptions | null) =>
      itemsFrom(() => pages(name, values, given), parts.getViewer, given?.signal),
    $query: (name: string, values?: object, options?: QueryOptions) =>
      parts.query(queryFor(parts, name, values), options),
  };
}

/** The values of an endpoint that affect how it is read. */
interface CommonValues {
  readonly start?: number;
  readonly limit?: number;
  readonly noc?: unknown;
  readonly additionalFields?: unknown;
}

/** Defines how an endpoint is read and cached. */
function definitionFor(
  parts: DataParts,
  name: string,
  values?: object | null,
): QueryDefinition<never> {
  rowOf(area, name); // refuses a name that is none
  const { noc, start, additionalFields } = (values ?? {}) as CommonValues;
  const isItem = name === 'byglobalid';
  const given = name === 'byquery' && start ? { ...skipReporting, ...values } : values;
  return definitionOf<unknown>(parts, area, name, given, {
    staleTimeMs: noc ? 0 : staleTimeMs(name),
    // Only viewers with access receive the addresses of streams.
    dependsOnAccess: isItem || !!additionalFields,
    ...(name === 'byquery' && { backgroundValues: skipReporting }),
    ...(isItem
      ? { convert: readItem, missing: null }
      : { convert: readMediaPage(`allmedia/${name}`) }),
  }) as QueryDefinition<never>; // each row's own type is in `Allmedia`
}

/** The read of a store. There, a random list stays until the page asks for another one. */
const queryFor: typeof definitionFor = (parts, name, values) => ({
  ...definitionFor(parts, name, values),
  ...(name === 'random' && { staleTimeMs: Infinity }),
});

/** Finds one item. `null` when there is none. `onMissing` receives the reason. */
async function findItem(
  parts: DataParts,
  values: object,
  given?: FindOptions | null,
): Promise<MediaItem | null> {
  const { onMissing, ...options } = given ?? {};
  try {
    return await ask<MediaItem>(parts, definitionFor(parts, 'byglobalid', values), options);
  } catch (error) {
    if (!isUsherError(error, 'not-found')) throw error;
    if (onMissing) callSafely(() => onMissing(error));
    return null;
  }
}

async function fetchSources(
  parts: DataParts,
  values: object,
  given?: SourcesOptions | null,
): Promise<readonly MediaSource[]> {
  const { onItem, ...options } = given ?? {};
  const fields = { ...values, additionalFields: ['streamdata'] };
  const item = await findItem(parts, fields, options);
  if (!item) return [];
  if (onItem) callSafely(() => onItem(item));
  return (parts.dialect.readMediaSources ?? readMediaSources)(item);
}
