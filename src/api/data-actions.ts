import { oncePart } from '../browser/load-chunk.ts';
import type { QueryOptions } from '../data/queries.ts';
import type { QueryStore } from '../data/query.ts';
import type { MediaSource } from '../dialect/media-source-reader.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { InputError } from '../errors/input-error.ts';
import type { ItemInternals } from '../item/item.ts';
import type { Items } from '../item/items.ts';
import { otherItem } from '../item/other-item.ts';
import type { Emit } from '../reactive/events.ts';
import type { SessionRequest } from '../session/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { SessionDriver } from '../session/session.ts';
import type { Usher } from './usher.ts';

/** The areas of data. */
export type DataActions = Pick<Usher, 'allmedia' | 'system' | 'statistics'>;

interface Parts {
  readonly request: SessionRequest;
  readonly session: SessionDriver;
  readonly items: Items;
}

/** Creates the data areas, each once. */
export function createDataActions(
  { request, session, items }: Parts,
  { browser: { clock }, dialect, loadChunk }: SessionOptions,
): DataActions {
  const loadData = oncePart(
    () => loadChunk('data', () => import('../data/data.ts')),
    ({ createData }) => createData(request, session, items),
  );
  const loadStatistics = oncePart(
    () =>
      Promise.all([
        loadChunk('statistics', () => import('../data/statistics/statistics.ts')),
        loadData(),
      ]),
    ([{ createStatistics }, { parts }]) => createStatistics(parts, clock, dialect),
  );
  return {
    allmedia: async () => (await loadData()).allmedia,
    system: async () => (await loadData()).system,
    statistics: () => loadStatistics(),
  };
}

/**
 * The sources of an item, by its global ID. Warns if that is the global ID of another item: the
 * viewer would pay for one film, and watch another. `mayAsk`: `false` when everything was erased
 * since the page's call.
 * @throws {InputError} `input`, without a global ID; {AbortedError} `aborted`, after an erasure.
 */
export async function fetchSources(
  { allmedia }: DataActions,
  internals: ItemInternals,
  mayAsk: () => boolean,
  emit: Emit,
): Promise<readonly MediaSource[]> {
  const { globalId } = internals;
  if (globalId === undefined) {
    throw new InputError('item.sources', 'globalId', globalId, 'given to usher.item()');
  }
  const area = await allmedia();
  if (!mayAsk()) throw new AbortedError('viewer-changed');
  // Not from memory: the viewer may have had no access a moment ago.
  return area.sources(
    { globalid: globalId },
    {
      fresh: true,
      onItem(film) {
        const text = otherItem(internals, film);
        if (text) emit('warning', text);
      },
    },
  );
}

/**
 * The query store of an endpoint, by its ID.
 * @throws {InputError} `input`.
 */
export async function loadQuery(
  areas: DataActions,
  id: string,
  values?: object,
  options?: QueryOptions,
): Promise<QueryStore<never>> {
  const [areaName, name = '', ...rest] = typeof id === 'string' ? id.split('/') : [];
  const isKnown = areaName === 'allmedia' || areaName === 'system' || areaName === 'statistics';
  if (!isKnown || rest.length > 0) {
    throw new InputError('usher.$query', 'id', id, 'the ID of a data endpoint');
  }
  const { $query } = await areas[areaName]();
  // The types of the three areas differ. Each checks the name and the values.
  return ($query as (...query: unknown[]) => QueryStore<never>)(name, values, options);
}
