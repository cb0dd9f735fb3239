/**
 * An ID as it goes out: a JSON number with all its digits, however many. `JSON.stringify` cannot
 * write one, so the digits travel as text behind a NUL, which no text of a caller holds unescaped,
 * and lose their quotes at the end.
 */
export function wireId(digits: string): string {
  return `\u0000${BigInt(digits)}`;
}

/**
 * Writes an answer. A `Map` becomes an object with its keys in their order: an object of JavaScript
 * would put those that look like numbers first and in order, and scramble a ranking. So they travel
 * behind a NUL and a letter.
 */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, one: unknown) =>
    one instanceof Map
      ? Object.fromEntries([...one].map(([key, entry]) => [`\u0000k${key}`, entry]))
      : one,
  );
  return text.replace(/"\\u0000(?:k|(\d+)")/g, (_found, digits?: string) => digits ?? '"');
}

/** Reads JSON; whole numbers too long for a JavaScript number become text. @throws {SyntaxError} */
export function readJson(text: string): unknown {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    ),
  );
}
