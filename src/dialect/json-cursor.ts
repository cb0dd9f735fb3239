/** A text of JSON, with the present position. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** The character that ended the last part. */
  mark: string;
}

/** Whether a sticky pattern matches here. Moves behind the match. */
export function passes(cursor: Cursor, next: RegExp): boolean {
  next.lastIndex = cursor.at;
  const isNext = next.test(cursor.text);
  if (isNext) cursor.at = next.lastIndex;
  return isNext;
}

/**
 * Returns the text up to the next mark, `,` `:` `}` or `]`, outside of strings and nested values.
 * Moves behind the mark. `JSON.parse` checks the part itself.
 * @throws {SyntaxError} when the mark is none of `marks`.
 */
export function readText(cursor: Cursor, marks: string): string {
  const { text, at } = cursor;
  const end = endOfPart(text, at);
  cursor.mark = text[end] ?? '';
  if (!cursor.mark || !marks.includes(cursor.mark)) throw new SyntaxError();
  cursor.at = end + 1;
  return text.slice(at, end);
}

/**
 * Reads each character once, so the time is linear for any text. Returns the end of the text when
 * there is no mark.
 */
function endOfPart(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    switch (text.charAt(at)) {
      case '"':
        at = endOfString(text, at);
        break;
      case '[':
      case '{':
        depth++;
        break;
      case ']':
      case '}':
        if (!depth--) return at;
        break;
      case ',':
      case ':':
        if (!depth) return at;
        break;
    }
  }
  return text.length;
}

/**
 * Returns the position of the closing quote: the first one after an even number of backslashes, or
 * none.
 */
function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let first = end;
    while (text[first - 1] === '\\') first--;
    if ((end - first) % 2 === 0) return end;
  }
}
