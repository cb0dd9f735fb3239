import { AbortedError } from '../errors/aborted-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { SessionDriver } from '../session/session.ts';
import type { OwnerMark } from '../session/state/follow-owner.ts';
import { syncFromStorage } from '../session/storage/sync-from-storage.ts';
import { withDeadline } from '../transport/deadline.ts';
import { createMemory, type Memory, type Read } from './memory.ts';

/** One read of data, checked and ready to be sent. */
export interface QueryDefinition<Data> {
  /** The ID of the endpoint. */
  readonly endpoint: string;
  /** Identifies the query: the same text for the same query. */
  readonly key: string;
  /** How long an answer is fresh, in ms. At 0 each caller gets a separate answer. */
  readonly staleTimeMs: number;
  readonly fetch: (how: FetchOptions) => Promise<Fetched<Data>>;
  /** The same for every viewer. It is kept when the viewer changes. */
  readonly isPublic?: boolean | undefined;
  /**
   * The answer depends on the viewer's access. It is out of date when the access to an item
   * changes.
   */
  readonly dependsOnAccess?: boolean | undefined;
  /** The data of one item that does not exist. Lists have no such value. */
  readonly missing?: Data | undefined;
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** The runtime has requested the data, not the viewer. */
  readonly again: boolean;
  /** Called right before each request leaves. */
  readonly onSend?: (() => void) | undefined;
  /** Ignores cached data. */
  readonly fresh: boolean;
  /** The age in ms at which cached data is read again. */
  readonly staleTimeMs: number;
  /**
   * Returns the session of the call when it is sent. The owner of the answer is known from then on.
   */
  readonly findSession: SessionDriver['ready'];
}

/** Fetched data. Without `updatedAt` it was read just now. */
export type Fetched<Data> = Omit<Read<Data>, 'updatedAt'> & Partial<Pick<Read<Data>, 'updatedAt'>>;

export interface ReadOptions {
  /** Aborts the call with an error `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Asks the platform even if a fresh answer is in memory. Default: `false`. */
  readonly fresh?: boolean | undefined;
}

/** The options of a read that the runtime makes for itself. */
export type InternalReadOptions = ReadOptions & Partial<Pick<FetchOptions, 'again' | 'onSend'>>;

/** Reads data. Equal reads share one request. Answers are kept while they are fresh. */
export interface Reader {
  /**
   * @throws `aborted`, `timeout` after 30 s including the wait for its turn, and the errors of
   *   the call.
   */
  readonly read: <Data>(
    reading: QueryDefinition<Data>,
    options?: InternalReadOptions,
  ) => Promise<Read<Data>>;
  /** The answer in memory, fresh or not. */
  readonly peek: <Data>(reading: QueryDefinition<Data>) => Read<Data> | undefined;
  /** Whether data that was read at that time is still fresh. */
  readonly isFresh: (at: number | null, staleTimeMs: number) => boolean;
  /** Calls back when the viewer or the session has changed, and all answers are dropped. */
  readonly onEmptied: (listener: () => void) => void;
  /**
   * The access to an item has changed: answers that depend on it are dropped, and those under way
   * are not kept.
   */
  readonly dropAccess: () => void;
}

/** A read under way, shared by its callers. */
interface PendingRequest {
  readonly answer: Promise<Read<unknown>>;
  readonly abort: AbortController;
  readonly dependsOnAccess: boolean;
  /** It asks the platform in any case. */
  readonly isFresh: boolean;
  /** The owner of the answer, set when the call is sent. */
  owner?: OwnerMark | undefined;
  askers: number;
}

/** The deadline of a read with its repeats, in ms. */
const maxReadMs = 30_000;

export function createReader(session: SessionDriver): Reader {
  const { clock } = session.context.browser;
  const memory = createMemory(session);
  const pendingRequests = new Map<string, PendingRequest>();
  const isFresh: Reader['isFresh'] = (at, staleTimeMs) =>
    at !== null && clock.now() >= at && clock.now() - at < staleTimeMs;
  // A sent request continues for its callers. A request that still waits for a session is read for
  // the viewer of that session.
  const disown = (isLost: (pending: PendingRequest) => boolean): void => {
    for (const [key, pending] of Array.from(pendingRequests)) {
      if (isLost(pending)) pendingRequests.delete(key);
    }
  };
  memory.onEmptied(() => disown(({ owner }) => owner !== undefined));
  return {
    isFresh,
    onEmptied: memory.onEmptied,
    dropAccess() {
      memory.dropAccess();
      disown(({ dependsOnAccess }) => dependsOnAccess);
    },
    peek: ({ key }) => memory.get(key) as Read<never> | undefined,
    async read(reading, { signal, fresh = false, again = false, onSend } = {}) {
      if (signal?.aborted) throw new AbortedError('signal');
      syncFromStorage(session.context); // another tab may have logged in or out
      const { key, staleTimeMs } = reading;
      const known = memory.get(key);
      if (known && !fresh && isFresh(known.updatedAt, staleTimeMs)) return known as Read<never>;
      const pending =
        shareable(pendingRequests.get(key), fresh) ??
        start({ session, memory, pendingRequests }, reading, { again, fresh, onSend });
      return (await join(
        pending,
        signal,
        () => pendingRequests.get(key) === pending && pendingRequests.delete(key),
      )) as Read<never>;
    },
  };
}

/** The read under way, unless it may answer from a cache and the caller wants a fresh answer. */
const shareable = (
  pending: PendingRequest | undefined,
  fresh: boolean,
): PendingRequest | undefined => (pending?.isFresh || !fresh ? pending : undefined);

interface ReaderParts {
  readonly session: SessionDriver;
  readonly memory: Memory;
  readonly pendingRequests: Map<string, PendingRequest>;
}

/**
 * Sends a read. Its answer is kept if it was not disowned meanwhile, and if its owner was known
 * when it was sent.
 */
function start<Data>(
  { session, memory, pendingRequests }: ReaderParts,
  { key, staleTimeMs, fetch, dependsOnAccess = false }: QueryDefinition<Data>,
  how: Pick<FetchOptions, 'again' | 'fresh' | 'onSend'>,
): PendingRequest {
  const { clock } = session.context.browser;
  const abort = new AbortController();
  const findSession: SessionDriver['ready'] = async () => {
    const ready = await session.ready();
    pending.owner = memory.owner();
    return ready;
  };
  const answer = withDeadline(clock, maxReadMs, [abort.signal], (signal) =>
    fetch({ ...how, staleTimeMs, signal, findSession }),
  )
    .then((fetched) => {
      const read = { updatedAt: clock.now(), ...fetched };
      if (pendingRequests.get(key) === pending) {
        memory.keep(key, { read, dependsOnAccess }, pending.owner);
      }
      return read;
    })
    .finally(() => pendingRequests.get(key) === pending && pendingRequests.delete(key));
  const isFresh = how.fresh;
  const pending: PendingRequest = { abort, answer, dependsOnAccess, isFresh, askers: 0 };
  if (staleTimeMs) pendingRequests.set(key, pending);
  return pending;
}

/**
 * Waits for a read together with its other callers. When the last caller leaves, the read is
 * aborted.
 */
function join(
  pending: PendingRequest,
  signal: AbortSignal | undefined,
  forget: () => void,
): Promise<Read<unknown>> {
  pending.askers++;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(new AbortedError('signal'));
      if (--pending.askers) return;
      forget(); // the next caller sends a new request
      pending.abort.abort();
    };
    signal?.addEventListener('abort', leave);
    pending.answer
      .then(resolve, (error: UsherError) => reject(error))
      .finally(() => signal?.removeEventListener('abort', leave));
  });
}
