import { parseJson } from './json.ts';

/** The closing quote is optional, so that a text cut inside a string is passed in one go; `JSON.parse` refuses it. */
const keyOrString = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?/g;

/**
 * Reads an answer whose `result` (or, without an envelope, the answer itself) is a `Map` in the order of the wire. JavaScript sorts
 * integer-like keys of objects, which would scramble a ranking: so every key goes through `JSON.parse` with a mark before it.
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseOrdered(text: string): unknown {
  const marked = parseJson(text.replace(keyOrString, (_, key: string, colon?: string) => (colon ? `"#${key.slice(1)}${colon}` : key)));
  if (!isRecord(marked)) return unmark(marked);
  if (!Object.prototype.hasOwnProperty.call(marked, '#metadata')) return toMap(marked);
  const { '#result': result, ...rest } = marked;
  return { ...(unmark(rest) as object), result: isRecord(result) ? toMap(result) : isEmptyList(result) ? new Map() : unmark(result) };
}

function toMap(marked: Record<string, unknown>): Map<string, unknown> {
  const map = new Map<string, unknown>();
  for (const key of Object.keys(marked)) map.set(key.slice(1), unmark(marked[key]));
  return map;
}

function unmark(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmark);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key.slice(1), unmark(member)])) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Some platforms write an object without members as `[]`. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
