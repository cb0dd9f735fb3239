/** The tokens of JSON: texts, signs of structure, all else. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON with a line for each entry. It is never parsed, so that IDs beyond 2^53 keep every digit
 * and keys keep their order. A text that is no JSON stays as it is.
 */
export function formatJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  let depth = 0;
  let result = '';
  const line = (): string => `\n${'  '.repeat(depth)}`;
  const found = text.match(tokens) ?? [];
  for (const [index, token] of found.entries()) {
    const isEmpty = /^[\]}]$/.test(token) && /^[[{]$/.test(found[index - 1] ?? '');
    if (/^[\]}]$/.test(token)) {
      depth -= 1;
      result += isEmpty ? token : line() + token;
    } else if (/^[[{]$/.test(token)) {
      depth += 1;
      result += /^[\]}]$/.test(found[index + 1] ?? '') ? token : token + line();
    } else if (token === ',') result += `,${line()}`;
    else result += token === ':' ? ': ' : token;
  }
  return result;
}
