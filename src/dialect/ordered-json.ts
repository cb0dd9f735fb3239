import { AbortedError } from '../errors/aborted-error.ts';
import { passes, readText, type Cursor } from './json-cursor.ts';
import { parseJson } from './json.ts';
import { recordOf } from './readers.ts';

/** How a long text is parsed without blocking the page. */
export interface Pace {
  /** Monotonic time in ms. */
  readonly now: () => number;
  /** Lets the page run waiting work. */
  readonly yieldToMain: () => Promise<void>;
  /** Aborts the parse at the next pause. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Converts an entry of the answer to an entry of the Map, during the parse, so that a long Map is
 * not read twice. Without an envelope it may run twice for an entry.
 */
export type ReadEntry = (key: string, value: unknown) => readonly [key: unknown, value: unknown];

/**
 * The longest slice. On a device four times slower, a garbage collection of 5 to 9 ms still fits
 * into a frame of 16 ms with it.
 */
const sliceMs = 2;
/**
 * The characters between two checks of the clock: some 50 entries, which such a device parses in
 * 0.2 ms.
 */
const lookEvery = 1024;
/** A shorter text can hold no integer beyond 2^53, and no deep value. */
const shortest = 16;

const opening = /[ \t\n\r]*\{/y;
const closing = /[ \t\n\r]*\}/y;

/**
 * Parses an answer whose `result` (or, without an envelope, the answer itself) becomes a `Map` in
 * the order of the text. JavaScript sorts integer-like keys of objects, which would change a
 * ranking. Returns a promise if it takes longer than a slice. Without `pace` it is synchronous.
 * @throws {SyntaxError} when the text is not JSON, or nested too deep; {AbortedError} `aborted`.
 */
export function parseOrdered(text: string, entry: ReadEntry = asIs, pace?: Pace): unknown {
  const steps = readWhole({ text, at: 0, mark: '' }, entry);
  const readSlice = (): unknown => {
    if (pace?.signal?.aborted) throw new AbortedError([pace.signal]);
    for (const startedAt = pace?.now() ?? 0; ;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (pace && pace.now() - startedAt >= sliceMs) return pace.yieldToMain().then(readSlice);
    }
  };
  return readSlice();
}

const asIs: ReadEntry = (...pair) => pair;

/** Pauses at each `yield`. */
function* readWhole(cursor: Cursor, entry: ReadEntry): Generator<void> {
  if (!passes(cursor, opening)) return parseJson(cursor.text);
  const start = cursor.at;
  const envelope = yield* readMap(cursor, asIs, entry);
  refuseMore(cursor.text.slice(cursor.at));
  if (recordOf(envelope.get('metadata'))) return Object.fromEntries(envelope);
  cursor.at = start;
  return yield* readMap(cursor, entry);
}

/**
 * Parses the members after an opening brace. `inResult` converts the entries of a member `result`.
 */
function* readMap(
  cursor: Cursor,
  entry: ReadEntry,
  inResult?: ReadEntry,
): Generator<void, Map<unknown, unknown>> {
  const map = new Map<unknown, unknown>();
  if (passes(cursor, closing)) return map;
  let lookAt = cursor.at;
  do {
    const key: unknown = JSON.parse(readText(cursor, ':'));
    if (typeof key !== 'string') throw new SyntaxError();
    map.set(
      ...entry(
        key,
        inResult && key === 'result' ? yield* readResult(cursor, inResult) : readPart(cursor),
      ),
    );
    if (cursor.at > lookAt) {
      lookAt = cursor.at + lookEvery;
      yield;
    }
  } while (cursor.mark === ',');
  return map;
}

function* readResult(cursor: Cursor, entry: ReadEntry): Generator<void> {
  if (passes(cursor, opening)) {
    const map = yield* readMap(cursor, entry);
    refuseMore(readText(cursor, ',}'));
    return map;
  }
  const result = readPart(cursor);
  // Some platforms write an object without members as a list.
  return Array.isArray(result) && !result.length ? new Map() : result;
}

/** Only whitespace may follow a closed value. */
function refuseMore(part: string): void {
  if (/[^ \t\n\r]/.test(part)) throw new SyntaxError();
}

function readPart(cursor: Cursor): unknown {
  const part = readText(cursor, ',}');
  return part.length < shortest ? JSON.parse(part) : parseJson(part);
}
