import { oncePart } from '../browser/load-chunk.ts';
import type { Allmedia } from '../data/allmedia/allmedia.ts';
import type { MediaSource } from '../item/media-source.ts';
import type { DataParts } from '../data/ask.ts';
import type { QueryOptions } from '../data/queries.ts';
import type { QueryStore } from '../data/query.ts';
import type { Statistics } from '../data/statistics/statistics.ts';
import type { System } from '../data/system/system.ts';
import { InputError } from '../errors/input-error.ts';
import type { ItemReference } from '../item/item.ts';
import type { Items } from '../item/items.ts';
import type { Request } from '../session/calls/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { SessionDriver } from '../session/session.ts';

/** The areas of data. */
export interface DataActions {
  /** Queries over all streamtypes. Loaded with the first call. */
  readonly allmedia: () => Promise<Allmedia>;
  /** The platform's own lists, and its present incidents. Loaded with the first call. */
  readonly system: () => Promise<System>;
  /** Figures of the domain. Loaded with the first call. */
  readonly statistics: () => Promise<Statistics>;
}

interface Parts {
  readonly request: Request;
  readonly session: SessionDriver;
  readonly items: Items;
}

/** Creates the data areas. Each is loaded together with their common part, and created once. */
export function createDataActions(
  { request, session, items }: Parts,
  { browser: { clock }, dialect, loadChunk }: SessionOptions,
): DataActions {
  const loadParts = oncePart(
    () => loadChunk('data', () => import('../data/data.ts')),
    ({ createDataParts }) => createDataParts(request, session, items),
  );
  const createArea = <Module, Data extends object>(
    chunk: string,
    load: () => Promise<Module>,
    make: (module: Module, data: DataParts) => Data,
  ): (() => Promise<Data>) => {
    const loadArea = oncePart(
      () => Promise.all([loadChunk(chunk, load), loadParts()]),
      ([module, data]) => make(module, data),
    );
    return () => loadArea();
  };
  return {
    allmedia: createArea(
      'allmedia',
      () => import('../data/allmedia/allmedia.ts'),
      ({ createAllmedia }, data) => createAllmedia(data),
    ),
    system: createArea(
      'system',
      () => import('../data/system/system.ts'),
      ({ createSystem }, data) => createSystem(data, session),
    ),
    statistics: createArea(
      'statistics',
      () => import('../data/statistics/statistics.ts'),
      ({ createStatistics }, data) => createStatistics(data, clock, dialect),
    ),
  };
}

/**
 * The sources of an item, by its global ID.
 * @throws {InputError} `input`, without a global ID.
 */
export async function fetchSources(
  { allmedia }: DataActions,
  globalId: ItemReference['globalId'],
): Promise<readonly MediaSource[]> {
  if (globalId === undefined) {
    throw new InputError('item.sources', 'globalId', globalId, 'given to usher.item()');
  }
  const area = await allmedia();
  // Not from memory: the viewer may have had no access a moment ago.
  return area.sources({ globalid: globalId }, { fresh: true });
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
  const [areaName, name = '', ...rest] = String(id).split('/');
  const isKnown = areaName === 'allmedia' || areaName === 'system' || areaName === 'statistics';
  if (!isKnown || rest.length > 0) {
    const sentence = `there is no query ${String(id).slice(0, 80)}`;
    throw new InputError('usher.$query', 'id', id, 'the ID of a data endpoint', sentence);
  }
  const { $query } = await areas[areaName]();
  // The types of the three areas differ. Each checks the name and the values.
  return ($query as (...query: unknown[]) => QueryStore<never>)(name, values, options);
}
