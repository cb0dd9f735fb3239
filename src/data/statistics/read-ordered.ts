import type { Clock } from '../../browser/clock.ts';
import { yieldToMain } from '../../browser/yield-to-main.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { parseOrdered, type ReadEntry } from '../../dialect/ordered-json.ts';
import type { CallOptions } from '../../transport/call.ts';
import { entryReader } from './statistics-keys.ts';

/**
 * Creates the reader of an answer in which the order matters. It reads in slices that do not block
 * the page. `entry` converts each entry of the Map. A publisher's own `parseOrdered` replaces all
 * of it.
 */
export function readOrdered(
  { monotonic }: Clock,
  dialect: Partial<Dialect>,
  entry?: ReadEntry,
): NonNullable<CallOptions['parse']> {
  return async (text, signal) => {
    try {
      const value = await (dialect.parseOrdered
        ? dialect.parseOrdered(text)
        : parseOrdered(text, entry, { now: monotonic, yieldToMain, signal }));
      return () => value;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  };
}

/** How the answers of an endpoint of statistics are read. */
export interface FiguresReader {
  readonly parse: NonNullable<CallOptions['parse']>;
  /** Converts the result of a parsed answer. What is no `Map` stays as it is. */
  readonly convert: (result: unknown) => unknown;
}

/** Creates the reader of an endpoint's figures: its hours, weekdays and figures are numbers. */
export function figuresReader(
  name: string,
  clock: Clock,
  dialect: Partial<Dialect>,
): FiguresReader {
  const read = entryReader(name);
  return {
    parse: readOrdered(clock, dialect, read),
    convert: (result) =>
      // Without a publisher's own `parseOrdered`, the entries were converted during the parse.
      dialect.parseOrdered && result instanceof Map
        ? new Map([...(result as Map<string, unknown>)].map(([key, value]) => read(key, value)))
        : result,
  };
}
