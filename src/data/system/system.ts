import type { ReadableAtom } from 'nanostores';
import { nothing } from '../../browser/nothing.ts';
import type { EditableAttributes, SystemEntry } from '../../contract/answers/system.ts';
import type { SystemCalls } from '../../contract/call-values/system.ts';
import { system as area, systemRows } from '../../contract/system.ts';
import { readIncidents, type Incident } from '../../dialect/incident-reader.ts';
import { recordOf, textOf } from '../../dialect/readers.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import type { SessionDriver } from '../../session/session.ts';
import { showIncident } from '../../session/state/incident.ts';
import type { SessionContext } from '../../session/state/session-context.ts';
import { createCalls, definitionOf, type DataParts } from '../ask.ts';
import type { QueryOptions } from '../queries.ts';
import type { QueryState, QueryStore } from '../query.ts';
import type { QueryDefinition, ReadOptions } from '../reader.ts';
import { createListCache, type ListCache } from './list-cache.ts';

type Name = keyof SystemCalls;
/** The name of an endpoint of `/system`. */
export type SystemName = Name;
type ObjectName = 'editableattributesfor' | 'editablerestrictionsfor';
type Given<N extends Name, Options> = {} extends SystemCalls[N]
  ? [values?: SystemCalls[N], options?: Options]
  : [values: SystemCalls[N], options?: Options];

/** The data of an endpoint of `/system`. */
export type SystemData<N extends Name> = N extends 'currentincidents'
  ? readonly Incident[]
  : N extends ObjectName
    ? EditableAttributes
    : readonly SystemEntry[];

/**
 * The platform's own lists (`/system`), with their names in the interface. They are kept for a day,
 * on the device if the session is stored there. Results are shared: do not change them.
 */
export type System = {
  readonly [N in keyof SystemCalls]: (...given: Given<N, ReadOptions>) => Promise<SystemData<N>>;
} & {
  /**
   * The present incidents. Fetched every 3 min while the store has a listener and the page is
   * visible. `$session` then shows the one that affects the session.
   */
  readonly $currentincidents: ReadableAtom<QueryState<readonly Incident[]>>;
  /**
   * A store of an answer. It is fetched while the store has a listener.
   * @throws `input`, at once.
   * @example system.$query('languagecodes').subscribe(({ data = [] }) => …);
   */
  readonly $query: <N extends Name>(
    name: N,
    ...given: Given<N, QueryOptions>
  ) => QueryStore<SystemData<N>>;
};

const dayMs = 86_400_000;
const incidentsEveryMs = 180_000;

export function createSystem(parts: DataParts, { context }: SessionDriver): System {
  const cache = createListCache(context, () => context.persistence === 'device');
  const definitionFor = (name: string, values?: object): QueryDefinition<never> =>
    (name === 'currentincidents'
      ? incidentsDefinition(parts, context, values)
      : listDefinition(parts, cache, name as Name, values)) as QueryDefinition<never>;
  const $query = (name: string, values?: object, options?: QueryOptions): QueryStore<never> => {
    const refetchIntervalMs = name === 'currentincidents' ? incidentsEveryMs : 0;
    return parts.query(definitionFor(name, values), options, refetchIntervalMs);
  };
  return {
    ...createCalls<Pick<System, Name>>(parts, area, definitionFor),
    $query,
    $currentincidents: $query('currentincidents'),
  };
}

function incidentsDefinition(
  parts: DataParts,
  context: SessionContext,
  values?: object,
): QueryDefinition<unknown> {
  const convert = ({ result }: { result: unknown }): readonly Incident[] => {
    const incidents = (context.dialect.readIncidents ?? readIncidents)(result);
    if (!incidents) {
      throw new MalformedError('system/currentincidents', 'the answer holds no list');
    }
    showIncident(context, incidents);
    return incidents;
  };
  const options = { staleTimeMs: incidentsEveryMs, convert, isPublic: true };
  return definitionOf<unknown>(parts, area, 'currentincidents', values, options);
}

/** A list that changes seldom: kept for a day, on the device too. */
function listDefinition(
  parts: DataParts,
  cache: ListCache,
  name: Name,
  values?: object,
): QueryDefinition<unknown> {
  // Not before the name is checked.
  const read = (result: unknown): unknown =>
    readers[systemRows[name].result as keyof typeof readers](name, result);
  const reading = definitionOf(parts, area, name, values, {
    staleTimeMs: dayMs,
    convert: ({ result }) => ({ result, data: read(result) }),
  });
  return {
    ...reading,
    async fetch(how) {
      await how.findSession().catch(nothing); // the lists are in the session's language
      const cached = how.fresh
        ? undefined
        : await cache.find(reading.key, Math.min(how.staleTimeMs, dayMs));
      if (cached) return { data: read(cached.result), updatedAt: cached.readAt };
      const keep = cache.beginKeeping();
      const { result, data } = (await reading.fetch(how)).data;
      keep(reading.key, result);
      return { data };
    },
  };
}

/** The readers of answers, by the `result` of the row. */
const readers = {
  list(name: string, result: unknown): readonly SystemEntry[] {
    if (!Array.isArray(result)) {
      throw new MalformedError(`system/${name}`, 'the answer holds no list');
    }
    return result.map((given) => {
      const entry = recordOf(given);
      const [code, ID] = [
        textOf(entry?.['code'] ?? (entry ? undefined : given)),
        textOf(entry?.['ID']),
      ];
      return {
        ...entry,
        title: textOf(entry?.['title']) ?? code ?? '',
        ...(code && { code }),
        ...(ID && { ID }),
        ...(entry && { raw: entry }),
      };
    });
  },
  object(name: string, result: unknown): Readonly<Record<string, unknown>> {
    const attributes =
      // Some platforms write an object without members as [].
      recordOf(result) ?? (Array.isArray(result) && !result.length ? {} : undefined);
    if (!attributes) throw new MalformedError(`system/${name}`, 'the answer holds no attributes');
    return attributes;
  },
} as const;
