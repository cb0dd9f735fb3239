import type { Clock } from '../../browser/clock.ts';
import { yieldToMain } from '../../browser/yield-to-main.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { parseOrdered, type ReadEntry } from '../../dialect/ordered-json.ts';
import type { CallOptions } from '../../transport/call.ts';

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
