/** The letters that fit into a line of a name beside a bar. */
const maxLetters = { narrow: 16, wide: 26 };
/** A window up to this width is narrow. */
const narrowPx = 600;
/** A longer name is cut; the tooltip and the table have it whole. */
const maxLines = 4;

/** The lines of a name beside a lying bar, broken between words, in a window of this width. */
export function axisName(name: string, widthPx: number = innerWidth): string[] {
  const max = widthPx < narrowPx ? maxLetters.narrow : maxLetters.wide;
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const line = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && line.length <= max) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  const isCut = lines.length > maxLines;
  return lines
    .slice(0, maxLines)
    .map((line, at) => cut(isCut && at === maxLines - 1 ? `${line} …` : line, max));
}

const cut = (line: string, max: number): string =>
  line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line;
