/** A run of 16 digits where a number can stand: only then can an integer be too long for a JavaScript number. Digits in texts rarely match. */
const longNumber = /(?:^|[[:,\s-])\d{16}/;
/**
 * The closing quote is optional, so that a text cut inside a string is passed in one go. `JSON.parse` refuses it, and a number in a key's place,
 * which therefore must not become a text.
 */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/g;
/** No answer needs more. What walks a value by calling itself (`JSON.stringify`, `structuredClone`, a page) fails some thousand levels deep. */
const deepest = 1000;

/**
 * Reads JSON; integers beyond 2^53 become decimal strings with every digit. The usual answer costs a test, `JSON.parse`, and a look at its depth.
 * @throws {SyntaxError} when the text is not JSON, or lists and objects are nested more than 1,000 levels deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(longNumber.test(text) ? text.replace(stringOrNumber, quoteLong) : text);
  // Level by level: a value may be deeper than calls can be.
  let level = [value];
  for (let left = deepest; level.length; left--) {
    if (left < 0) throw new SyntaxError();
    level = level.flatMap((one) => Object.values(Object(one) === one ? (one as object) : 0));
  }
  return value;
}

function quoteLong(token: string): string {
  return /^-?[1-9]\d{15,}$/.test(token) && !Number.isSafeInteger(+token) ? `"${token}"` : token;
}
