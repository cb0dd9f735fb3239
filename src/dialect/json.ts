/**
 * A run of 16 digits where a number can stand: only then can an integer be too long for a
 * JavaScript number. Digits in texts rarely match.
 */
const longNumber = /(?:^|[[:,\s-])\d{16}/;
/**
 * The closing quote is optional, so that a text cut inside a string is passed in one go.
 * `JSON.parse` refuses it, and a number in a key's place, which therefore must not become a text.
 */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/g;
/**
 * No answer needs more. What walks a value by calling itself (`JSON.stringify`, `structuredClone`,
 * a page) fails some thousand levels deep.
 */
const deepest = 1000;

/**
 * Reads JSON; integers beyond 2^53 become decimal strings with every digit. The usual answer costs
 * a test, `JSON.parse`, and a look at its depth.
 * @throws {SyntaxError} when the text is not JSON, or has more than 1,000 levels: each list or
 *   object is one, and so is what stands in the innermost.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(
    longNumber.test(text) ? text.replace(stringOrNumber, quoteLong) : text,
  );
  // Level by level: a value may be deeper than calls can be. An empty text is what `JSON.parse`
  // refuses in the fewest bytes: every page loads this.
  for (let level = [value], left = deepest; level.length; left--) {
    level = left
      ? level.flatMap((one) => Object.values(Object(one) === one ? (one as object) : 0))
      : JSON.parse('');
  }
  return value;
}

function quoteLong(token: string): string {
  return Number.isSafeInteger(+token) || !/^-?[1-9]\d+$/.test(token) ? token : `"${token}"`;
}
