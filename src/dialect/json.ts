import { isObject } from '../errors/is-object.ts';

/**
 * A run of 16 digits where a number can start. Only then can an integer be too long for a
 * JavaScript number. Digits in texts rarely match.
 */
const longNumber = /(?:^|[[:,\s-])\d{16}/;
/**
 * The closing quote is optional, so that a text cut inside a string is matched at once.
 * `JSON.parse` refuses it. It also refuses a number as a key, which therefore must not become a
 * text.
 */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/g;
/**
 * No answer needs more levels. Recursive functions (`JSON.stringify`, `structuredClone`, code of
 * the page) fail at some thousand levels.
 */
const maxLevels = 1000;

/**
 * Parses JSON. Integers beyond 2^53 become decimal strings with every digit. The usual answer costs
 * a test, `JSON.parse`, and a check of its depth.
 * @throws {SyntaxError} when the text is not JSON, or has more than 1,000 levels. Each list or
 *   object is one level, and so are the innermost values.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(
    longNumber.test(text) ? text.replace(stringOrNumber, quoteLong) : text,
  );
  // Level by level, because a value may be deeper than the call stack.
  let level = [value];
  for (let levels = 0; level.length > 0; levels++) {
    if (levels === maxLevels) throw new SyntaxError(`JSON of more than ${maxLevels} levels`);
    level = level.flatMap((one) => (isObject(one) ? Object.values(one) : []));
  }
  return value;
}

function quoteLong(token: string): string {
  return Number.isSafeInteger(+token) || !/^-?[1-9]\d+$/.test(token) ? token : `"${token}"`;
}
