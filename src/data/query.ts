import { atom, type PreinitializedWritableAtom, type ReadableAtom } from 'nanostores';
import type { Clock } from '../browser/clock.ts';
import { nothing } from '../browser/nothing.ts';
import { errorState, type ErrorState } from '../errors/error-state.ts';
import type { PlatformError } from '../errors/platform-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { show } from '../reactive/events.ts';
import { whileListened } from '../reactive/while-listened.ts';
import type { FocusManager } from './focus-manager.ts';
import type { QueryDefinition, Reader } from './reader.ts';

/** The value of a query store. */
export interface QueryState<Data> {
  /** `undefined` until the first answer. It stays during a refetch, and when that fails. */
  readonly data: Data | undefined;
  /** Time of the read, in ms since 1970. */
  readonly updatedAt: number | null;
  /** A request is under way. */
  readonly loading: boolean;
  /** The error of the last try. For one item that does not exist: `not-found`, with `data` null. */
  readonly error?: ErrorState | undefined;
}

/** A store that fetches while it has a listener. */
export type QueryStore<Data> = ReadableAtom<QueryState<Data>>;

export interface QueryParts {
  readonly reader: Reader;
  readonly focusManager: FocusManager;
  readonly clock: Clock;
  readonly isDisposed: () => boolean;
  /**
   * The viewer has had everything erased: no request is sent until a caller or listener requests
   * data.
   */
  readonly isForgotten: () => boolean;
  /** Called with the first listener of a store. */
  readonly onListened?: () => void;
}

/** A query store, with the members that only the runtime uses. */
export interface Query<Data> {
  readonly $state: QueryStore<Data>;
  readonly dependsOnAccess: boolean;
  readonly isListened: () => boolean;
  /** Drops the data, because it belongs to another viewer. */
  readonly empty: () => void;
  /** Marks the data as out of date. It is shown until there is another answer. */
  readonly refresh: () => void;
}

interface InternalQuery<Data> extends QueryParts {
  readonly reading: QueryDefinition<Data>;
  /** 0: no interval. */
  readonly refetchIntervalMs: number;
  readonly $state: PreinitializedWritableAtom<QueryState<Data>>;
  isListened: boolean;
  /** The next check fetches, even if the answer is fresh. */
  isStale: boolean;
  asking?: AbortController | undefined;
  /** Time of the last try, successful or not. */
  triedAt: number | null;
  /** The viewer's read was sent or answered: further reads are the runtime's own. */
  wasSent: boolean;
  /** Monotonic time until which the platform has asked to wait. */
  notBefore: number;
  cancel: () => void;
  stopListening: () => void;
}

/** The state without a listener. */
const idle = {
  isListened: false,
  isStale: false,
  triedAt: null,
  wasSent: false,
  notBefore: 0,
  cancel: nothing,
  stopListening: nothing,
};
/** The longest wait that the platform can request. */
const maxRequestedMs = 3_600_000;
const unread: QueryState<never> = { data: undefined, updatedAt: null, loading: false };

/**
 * Creates a query store. It fetches with the first listener, when the page is shown again and the
 * answer is stale, and every `refetchIntervalMs`. In a hidden page it fetches only if it has no
 * answer at all.
 */
export function createQuery<Data>(
  reading: QueryDefinition<Data>,
  refetchIntervalMs: number,
  parts: QueryParts,
): Query<Data> {
  const $state = atom<QueryState<Data>>(unread);
  const query: InternalQuery<Data> = { ...parts, ...idle, reading, refetchIntervalMs, $state };
  const begin = (): void => {
    parts.onListened?.();
    start(query, 'listener');
  };
  const end = (): void => stop(query);
  return {
    $state: whileListened($state, begin, end),
    dependsOnAccess: !!reading.dependsOnAccess,
    isListened: () => query.isListened,
    refresh() {
      query.isStale = true;
      if (!query.isListened || query.isForgotten()) return;
      cancelAsking(query); // its answer may be older than the change
      askIfDue(query);
    },
    empty() {
      const { isListened } = query;
      if (reading.isPublic && !parts.isDisposed()) return;
      stop(query);
      query.triedAt = null;
      query.isStale = false;
      if (!isListened) query.wasSent = false; // the next listener is another viewer's
      if ($state.value !== unread) show($state, unread);
      if (isListened) start(query, 'emptied');
    },
  };
}

/** After an erasure, only a listener of the page makes the query fetch. */
function start<Data>(query: InternalQuery<Data>, cause: 'listener' | 'emptied'): void {
  if (query.isDisposed()) return;
  query.isListened = true;
  query.stopListening = query.focusManager.onReturn(() => query.isForgotten() || askIfDue(query));
  if (cause === 'listener' || !query.isForgotten()) askIfDue(query);
}

function stop<Data>(query: InternalQuery<Data>): void {
  query.isListened = false;
  query.stopListening();
  query.cancel();
  cancelAsking(query);
}

function cancelAsking<Data>(query: InternalQuery<Data>): void {
  const { asking } = query;
  query.asking = undefined;
  if (!asking) return;
  asking.abort();
  set(query, { loading: false });
}

/** Fetches, if it is due and the platform has not asked to wait. */
function askIfDue<Data>(query: InternalQuery<Data>): void {
  const { $state, focusManager, reader, reading, asking, triedAt } = query;
  if (asking) return;
  const { updatedAt: at, error } = $state.value;
  const isDue = focusManager.isVisible()
    ? error || query.isStale || !reader.isFresh(triedAt, reading.staleTimeMs)
    : at === null;
  const requestedMs = requestedMsOf(query);
  if (!isDue) plan(query);
  else if (requestedMs > 0) {
    query.cancel();
    query.cancel = query.clock.after(requestedMs, () => query.isForgotten() || askIfDue(query));
  } else void load(query);
}

/** Shows the answer in memory. Fetches if that is not fresh, or if the interval has passed. */
async function load<Data>(query: InternalQuery<Data>, { isPoll = false } = {}): Promise<void> {
  const { reader, reading, clock } = query;
  const known = reader.peek(reading);
  query.isStale = false;
  const isEnough = !isPoll && known && reader.isFresh(known.updatedAt, reading.staleTimeMs);
  set(query, { loading: !isEnough, ...(known && { ...known, error: undefined }) });
  if (known) query.wasSent = true;
  if (isEnough) query.triedAt = known.updatedAt;
  else {
    const asking = new AbortController();
    query.asking = asking;
    const change = await reader
      .read(reading, {
        signal: asking.signal,
        fresh: isPoll,
        again: query.wasSent,
        onSend: () => {
          query.wasSent = true;
        },
      })
      .then(
        (read): Partial<QueryState<Data>> => ({ ...read, error: undefined }),
        (error: UsherError) => stateOfError(query, error),
      );
    if (query.asking !== asking) return; // a later request has replaced this one
    query.asking = undefined;
    query.triedAt = clock.now();
    set(query, { ...change, loading: false });
  }
  plan(query);
}

/** The rest of the wait that the platform has requested, in ms. */
const requestedMsOf = <Data>({ notBefore, clock }: InternalQuery<Data>): number =>
  notBefore - clock.monotonic();

/** An item that does not exist is an answer too. */
function stateOfError<Data>(
  query: InternalQuery<Data>,
  error: UsherError,
): Partial<QueryState<Data>> {
  const {
    reading: { missing },
    clock,
  } = query;
  const { retryAfterMs = 0 } = error as Partial<PlatformError>;
  query.notBefore = clock.monotonic() + Math.min(retryAfterMs, maxRequestedMs);
  return error.code === 'not-found' && missing !== undefined
    ? { data: missing, updatedAt: clock.now(), error: errorState(error) }
    : { error: errorState(error) };
}

function plan<Data>(query: InternalQuery<Data>): void {
  const { refetchIntervalMs, isListened, focusManager, clock } = query;
  query.cancel();
  if (isListened && refetchIntervalMs && focusManager.isVisible()) {
    query.cancel = clock.after(
      Math.max(refetchIntervalMs, requestedMsOf(query)),
      () => focusManager.isVisible() && !query.isForgotten() && void load(query, { isPoll: true }),
    );
  }
}

function set<Data>({ $state }: InternalQuery<Data>, change: Partial<QueryState<Data>>): void {
  show($state, { ...$state.value, ...change });
}
