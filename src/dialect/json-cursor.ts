/** A text of JSON, and how far it has been read. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** What ended the last part. */
  mark: string;
}

/** Whether a sticky pattern comes next; then it is passed. */
export function passes(cursor: Cursor, next: RegExp): boolean {
  next.lastIndex = cursor.at;
  const isNext = next.test(cursor.text);
  if (isNext) cursor.at = next.lastIndex;
  return isNext;
}

/**
 * Takes the text up to the next mark, `,` `:` `}` or `]`, that stands outside of strings and of
 * what is nested, and passes the mark. What the part holds is for `JSON.parse` to judge.
 * @throws {SyntaxError} when the mark is none of `marks`.
 */
export function takePart(cursor: Cursor, marks: string): string {
  const { text, at } = cursor;
  const end = endOfPart(text, at);
  cursor.mark = text[end] ?? '';
  if (!cursor.mark || !marks.includes(cursor.mark)) throw new SyntaxError();
  cursor.at = end + 1;
  return text.slice(at, end);
}

/**
 * Each character is looked at once: no text is slow. Where there is no mark, the end of the text.
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
 * The quote that closes the string: the first one without, or behind an even number of,
 * backslashes.
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
