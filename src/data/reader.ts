import { AbortedError } from '../errors/aborted-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { OwnerMark } from '../session/calls/follow-owner.ts';
import type { SessionDriver } from '../session/session.ts';
import { withDeadline } from '../transport/deadline.ts';
import { createMemory } from './memory.ts';
import type { Memory, Read } from './memory.ts';

/** One read of data, checked and ready to be sent. */
export interface QueryDefinition<Data> {
  /** What is asked: the same text for the same question. */
  readonly key: string;
  /** How long an answer stands, in ms. At 0 each asker has an answer of their own. */
  readonly freshMs: number;
  readonly fetch: (how: FetchOptions) => Promise<Fetched<Data>>;
  /** The same for every viewer: it outlives a change of viewer. */
  readonly isPublic?: boolean | undefined;
  /**
   * The answer depends on what the viewer may watch: it is out of date when the access to an item
   * changes.
   */
  readonly dependsOnAccess?: boolean | undefined;
  /**
   * What stands for the one item that is asked for where there is none; lists have nothing of that
   * kind.
   */
  readonly missing?: Data | undefined;
}

/** How data are fetched. */
export interface FetchOptions {
  readonly signal: AbortSignal;
  /** The viewer has not asked this time, the runtime has. */
  readonly again: boolean;
  /** Nothing that was kept will do. */
  readonly fresh: boolean;
  /**
   * Gives the session that the call carries, when it leaves: whose answer it is, is known from then
   * on.
   */
  readonly present: SessionDriver['ready'];
}

/** The same; without `at` they were read just now. */
export type Fetched<Data> = Omit<Read<Data>, 'at'> & Partial<Pick<Read<Data>, 'at'>>;

export interface ReadOptions {
  /** Ends the call early, with an error `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Asks the platform even where a fresh answer is in memory. Default: no. */
  readonly fresh?: boolean | undefined;
}

/** Reads data: duplicates as one request; answers are kept while they are fresh. */
export interface Reader {
  /**
   * @throws `aborted`, `timeout` after 30 s with the wait for its turn, and what the call throws.
   */
  readonly read: <Data>(
    reading: QueryDefinition<Data>,
    options?: ReadOptions & { readonly again?: boolean },
  ) => Promise<Read<Data>>;
  /** What is in memory, fresh or not. */
  readonly peek: <Data>(reading: QueryDefinition<Data>) => Read<Data> | undefined;
  /** Whether what was read then still stands. */
  readonly isFresh: (at: number | null, freshMs: number) => boolean;
  /** Calls back when the viewer is another one, or the session: what was known is so no more. */
  readonly onEmptied: (listener: () => void) => void;
  /**
   * The access to an item has changed: answers that depend on it are dropped, and those under way
   * are not kept.
   */
  readonly dropAccess: () => void;
}

/** A read under way, for all who ask. */
interface PendingRequest {
  readonly answer: Promise<Read<unknown>>;
  readonly abort: AbortController;
  readonly dependsOnAccess: boolean;
  /** Whose answer it is, from when the call leaves. */
  owner?: OwnerMark | undefined;
  askers: number;
}

/** As long as any read of the platform. */
const longestMs = 30_000;

export function createReader(session: SessionDriver): Reader {
  const { clock } = session.context.browser;
  const memory = createMemory(session);
  const pendingRequests = new Map<string, PendingRequest>();
  const isFresh: Reader['isFresh'] = (at, freshMs) =>
    at !== null && clock.now() >= at && clock.now() - at < freshMs;
  // What has left goes on for those who asked. What still waits for a session is read for the
  // viewer of that one.
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
    async read<Data>(
      reading: QueryDefinition<Data>,
      { signal, fresh = false, again = false }: ReadOptions & { again?: boolean } = {},
    ) {
      if (signal?.aborted) throw new AbortedError();
      session.signal(); // looks whether another tab has logged in or out
      const { key, freshMs } = reading;
      const known = memory.get(key);
      if (known && !fresh && isFresh(known.at, freshMs)) return known as Read<Data>;
      const pending =
        pendingRequests.get(key) ??
        start({ session, memory, pendingRequests }, reading, { again, fresh });
      return (await join(
        pending,
        signal,
        () => pendingRequests.get(key) === pending && pendingRequests.delete(key),
      )) as Read<Data>;
    },
  };
}

/** What a reader goes by. */
interface ReaderParts {
  readonly session: SessionDriver;
  readonly memory: Memory;
  readonly pendingRequests: Map<string, PendingRequest>;
}

/**
 * Sends a read. Its answer is kept if nothing has disowned it, and whose it is was known when it
 * left.
 */
function start<Data>(
  { session, memory, pendingRequests }: ReaderParts,
  { key, freshMs, fetch, dependsOnAccess = false }: QueryDefinition<Data>,
  how: Pick<FetchOptions, 'again' | 'fresh'>,
): PendingRequest {
  const { clock } = session.context.browser;
  const abort = new AbortController();
  const present: SessionDriver['ready'] = async () => {
    const ready = await session.ready();
    pending.owner = memory.owner();
    return ready;
  };
  const answer = withDeadline(clock, longestMs, [abort.signal], (signal) =>
    fetch({ ...how, signal, present }),
  )
    .then((fetched) => {
      const read = { at: clock.now(), ...fetched };
      if (pendingRequests.get(key) === pending) {
        memory.keep(key, { read, dependsOnAccess }, pending.owner);
      }
      return read;
    })
    .finally(() => pendingRequests.get(key) === pending && pendingRequests.delete(key));
  const pending: PendingRequest = { abort, answer, dependsOnAccess, askers: 0 };
  if (freshMs) pendingRequests.set(key, pending);
  return pending;
}

/** Waits for a read with all others who do; the last one to leave ends it. */
function join(
  pending: PendingRequest,
  signal: AbortSignal | undefined,
  forget: () => void,
): Promise<Read<unknown>> {
  pending.askers++;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(new AbortedError());
      if (--pending.askers) return;
      forget(); // the next caller asks anew
      pending.abort.abort();
    };
    signal?.addEventListener('abort', leave);
    pending.answer
      .then(resolve, (error: UsherError) => reject(error))
      .finally(() => signal?.removeEventListener('abort', leave));
  });
}
