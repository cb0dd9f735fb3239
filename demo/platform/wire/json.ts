/**
 * An ID as it goes out: a JSON number with all its digits, however many. `JSON.stringify` cannot write one, so the digits
 * travel as text behind a NUL, which no text of a caller holds unescaped, and lose their quotes at the end.
 */
export function wireId(digits: string): string {
  return `\u0000${BigInt(digits)}`;
}

/** Writes an answer. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000(\d+)"/g, '$1');
}

/** Reads JSON; whole numbers too long for a JavaScript number become text. @throws {SyntaxError} */
export function readJson(text: string): unknown {
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
