/** A fenced block, or code in a line: a link in it is none. */
const code = /^( *)```[\s\S]*?^ *```$|`[^`\n]*`/gm;
const link = /(\]\(\s*)([^)\s]+)(\s*\))/g;

/** A text with the target of each of its links replaced. Code stays as it is. */
export function replaceLinks(text: string, replace: (target: string) => string): string {
  let end = 0;
  let result = '';
  const outsideOfCode = (part: string): string =>
    part.replace(link, (_, before: string, target: string, after: string) =>
      [before, replace(target), after].join(''),
    );
  for (const match of text.matchAll(code)) {
    result += outsideOfCode(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return result + outsideOfCode(text.slice(end));
}
