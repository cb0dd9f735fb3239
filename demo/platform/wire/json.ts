import { randomUUID } from 'node:crypto';

/** Marks what is written another way than `JSON.stringify` would. No text of a caller holds it. */
const mark = randomUUID();
const marked = new RegExp(`"${mark}(?:k|(\\d+)")`, 'g');

/**
 * An ID as it goes out: a JSON number with all its digits, however many. `JSON.stringify` cannot
 * write one, so the digits travel as text behind the mark, and lose their quotes at the end.
 */
export function wireId(digits: string): string {
  return `${mark}${BigInt(digits)}`;
}

/**
 * Writes an answer. A `Map` becomes an object with its keys in their order: an object of JavaScript
 * would put those that look like numbers first and in order, and scramble a ranking. So they travel
 * behind the mark and a letter.
 */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, one: unknown) =>
    one instanceof Map
      ? Object.fromEntries([...one].map(([key, entry]) => [`${mark}k${key}`, entry]))
      : one,
  );
  return text.replace(marked, (_found, digits?: string) => digits ?? '"');
}

/** Reads JSON; whole numbers too long for a JavaScript number become text. @throws {SyntaxError} */
export function readJson(text: string): unknown {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    ),
  );
}
