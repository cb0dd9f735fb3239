import { AbortedError } from '../errors/aborted-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { SessionDriver } from '../session/session.ts';
import { withDeadline } from '../transport/deadline.ts';
import { createLanes } from './lanes.ts';
import { createMemory } from './memory.ts';

/** One read of data, checked and ready to be sent. */
export interface Reading<Data> {
  /** What is asked: the same text for the same question. */
  readonly key: string;
  /** How long an answer stands, in ms. At 0 each asker has an answer of their own. */
  readonly freshMs: number;
  /** `again`: the viewer has not asked this time, the runtime has. */
  readonly fetch: (signal: AbortSignal, again: boolean) => Promise<Fetched<Data>>;
  /** The same for every viewer: it outlives a change of viewer. */
  readonly isPublic?: boolean | undefined;
  /** What stands for the one item that is asked for where there is none; lists have nothing of that kind. */
  readonly missing?: Data | undefined;
}

/** Data, and when they were read, in ms since 1970. */
export interface Read<Data> {
  readonly data: Data;
  readonly at: number;
}

/** The same; without `at` they were read just now. */
export type Fetched<Data> = Omit<Read<Data>, 'at'> & Partial<Pick<Read<Data>, 'at'>>;

export interface ReadOptions {
  /** Ends the call early, with an error `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Asks the platform even where a fresh answer is in memory. Default: no. */
  readonly fresh?: boolean | undefined;
}

/** Reads data: duplicates as one request, three at a time, so that a payment never queues behind them; answers are kept while they are fresh. */
export interface Reader {
  /** @throws `aborted`, `timeout` after 30 s with the wait for its turn, and what the call throws. */
  readonly read: <Data>(reading: Reading<Data>, options?: ReadOptions & { readonly again?: boolean }) => Promise<Read<Data>>;
  /** Runs any other read when it is its turn. */
  readonly inTurn: <T>(task: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** What is in memory, fresh or not. */
  readonly peek: <Data>(reading: Reading<Data>) => Read<Data> | undefined;
  /** Whether what was read then still stands. */
  readonly isFresh: (at: number | null, freshMs: number) => boolean;
  /** Calls back when the viewer is another one, or the session: what was known is so no more. */
  readonly onEmptied: (listener: () => void) => void;
}

/** A read under way, for all who ask. */
interface Flight {
  readonly answer: Promise<Read<unknown>>;
  readonly abort: AbortController;
  askers: number;
}

const mostReads = 3;
/** As long as any read of the platform. */
const longestMs = 30_000;

export function createReader(session: SessionDriver): Reader {
  const { clock } = session.held.browser;
  const memory = createMemory(session);
  const flights = new Map<string, Flight>();
  const lanes = createLanes(mostReads);
  const inTurn: Reader['inTurn'] = (task, signal) => withDeadline(clock, longestMs, signal ? [signal] : [], (inner) => lanes(() => task(inner), inner));
  const isFresh: Reader['isFresh'] = (at, freshMs) => at !== null && clock.now() >= at && clock.now() - at < freshMs;
  memory.onEmptied(() => flights.clear()); // they go on for those who asked

  const start = <Data>({ key, freshMs, fetch }: Reading<Data>, again: boolean): Flight => {
    const abort = new AbortController();
    const owner = memory.owner();
    const answer = inTurn((signal) => fetch(signal, again), abort.signal).then((fetched) => {
      const read = { at: clock.now(), ...fetched };
      if (freshMs) memory.keep(key, read, owner);
      return read;
    }).finally(() => flights.get(key) === flight && flights.delete(key));
    const flight: Flight = { abort, answer, askers: 0 };
    if (freshMs) flights.set(key, flight);
    return flight;
  };

  return {
    isFresh,
    inTurn,
    onEmptied: memory.onEmptied,
    peek: ({ key }) => memory.get(key) as Read<never> | undefined,
    async read<Data>(reading: Reading<Data>, { signal, fresh, again = false }: ReadOptions & { again?: boolean } = {}) {
      if (signal?.aborted) throw new AbortedError();
      session.signal(); // looks whether another tab has logged in or out
      const { key, freshMs } = reading;
      const known = memory.get(key);
      if (known && !fresh && isFresh(known.at, freshMs)) return known as Read<Data>;
      const flight = flights.get(key) ?? start(reading, again);
      return (await join(flight, signal, () => flights.get(key) === flight && flights.delete(key))) as Read<Data>;
    },
  };
}

/** Waits for a read with all others who do; the last one to leave ends it. */
function join(flight: Flight, signal: AbortSignal | undefined, forget: () => void): Promise<Read<unknown>> {
  flight.askers++;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(new AbortedError());
      if (--flight.askers) return;
      forget(); // whoever asks now starts anew
      flight.abort.abort();
    };
    signal?.addEventListener('abort', leave);
    flight.answer.then(resolve, (error: UsherError) => reject(error)).finally(() => signal?.removeEventListener('abort', leave));
  });
}
