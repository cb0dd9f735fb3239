import { yieldToMain } from '../../browser/yield-to-main.ts';
import type { Clock } from '../../browser/clock.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { parseOrdered } from '../../dialect/ordered-json.ts';
import type { ReadEntry } from '../../dialect/ordered-json.ts';
import type { CallOptions } from '../../transport/call.ts';

/**
 * How a call reads an answer whose order counts: in slices that leave the page free. `entry` makes
 * of each entry what the Map is to hold; a publisher's own `parseOrdered` stands in for all of it.
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
