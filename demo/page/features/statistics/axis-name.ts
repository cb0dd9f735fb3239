/** The letters that fit into a line of a name beside a bar. */
const mostLetters = { narrow: 16, wide: 26 };
/** A window up to this width is narrow. */
const narrowPx = 600;
/** A longer name is cut; the tooltip and the table have it whole. */
const mostLines = 4;

/** The lines of a name beside a lying bar, broken between words, in a window of this width. */
export function axisName(name: string, widthPx: number = innerWidth): string[] {
  const most = widthPx < narrowPx ? mostLetters.narrow : mostLetters.wide;
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const line = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && line.length <= most) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  const isCut = lines.length > mostLines;
  return lines
    .slice(0, mostLines)
    .map((line, at) => cut(isCut && at === mostLines - 1 ? `${line} …` : line, most));
}

const cut = (line: string, most: number): string =>
  line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
