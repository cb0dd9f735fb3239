import { createChance } from '../catalogue/chance.ts';

export interface PosterSubject {
  readonly gid: string;
  readonly title: string;
  readonly subtitle: string;
  readonly genre: string;
  readonly streamtype: string;
}

/** The colour of each genre, as a hue. */
const hues: Readonly<Record<string, number>> = {
  Drama: 222,
  Comedy: 40,
  Action: 8,
  Adventure: 26,
  'Thriller/Suspense': 196,
  Horror: 352,
  'Romantic Comedy': 332,
  'Black Comedy': 282,
  Musical: 304,
  Western: 18,
  Documentary: 162,
  'Concert/Performance': 262,
  'Film Talk': 176,
  Interview: 186,
};

const [width, height] = [640, 360];
/** Players put their controls over the lower third, so no text is there. */
const textEnd = Math.round((height * 2) / 3);

/**
 * Draws the poster of an item: always the same for the same item, coloured by genre, on its own
 * ground in light pages and dark ones.
 */
export function drawPoster(subject: PosterSubject): string {
  const chance = createChance(Number(BigInt(subject.gid) % 4_294_967_291n));
  const hue = (hues[subject.genre] ?? 210) + Math.round(chance() * 16 - 8);
  const lines = wrap(subject.title);
  const size = fontSize(lines);
  const baseline = textEnd - 44 - (lines.length - 1) * size * 1.08;
  const title = lines
    .map(
      (line, index) =>
        `<tspan x="32" y="${Math.round(baseline + index * size * 1.08)}">${escape(line)}</tspan>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escape(subject.title)}</title>
<defs>
<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue} 62% 46%)"/><stop offset="1" stop-color="hsl(${hue + 36} 58% 20%)"/></linearGradient>
<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset=".25" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".72"/></linearGradient>
</defs>
<rect width="${width}" height="${height}" fill="url(#g)"/>
<g fill="hsl(${hue + 18} 80% 72%)">${drawShapes(chance)}</g>
<rect width="${width}" height="${height}" fill="url(#s)"/>
<g fill="#fff" font-family="system-ui, 'Helvetica Neue', Arial, sans-serif">
<text x="32" y="46" font-size="17" font-weight="600" letter-spacing="2.5" fill-opacity=".85">${escape(label(subject))}</text>
<text font-size="${size}" font-weight="800">${title}</text>
<text x="32" y="${textEnd - 10}" font-size="19" fill-opacity=".85">${escape(shorten(subject.subtitle, 58))}</text>
</g>
</svg>
`;
}

/** One of four backgrounds: discs, stripes, hills, rays. */
function drawShapes(chance: () => number): string {
  const kind = Math.floor(chance() * 4);
  const shapes = Array.from({ length: 6 }, (_, index) => {
    const [a, b, c] = [
      Math.round(chance() * width),
      Math.round(chance() * height),
      Math.round(40 + chance() * 110),
    ];
    const opacity = `opacity="${(0.1 + chance() * 0.2).toFixed(2)}"`;
    if (kind === 0) return `<circle cx="${a}" cy="${b}" r="${c}" ${opacity}/>`;
    if (kind === 1) return `<path d="M${a} 0h${c}L${a - 120 + c} ${height}h${-c}z" ${opacity}/>`;
    if (kind === 2) {
      return `<path d="M0 ${height}V${110 + index * 38}Q${a} ${b / 2 + index * 24} ${width} ${130 + index * 36}V${height}z" ${opacity}/>`;
    }
    return `<path d="M${width - 90} 70L${a} ${height + 40}h${c}z" ${opacity}/>`;
  });
  return (
    shapes.join('') +
    (kind === 3 ? `<circle cx="${width - 90}" cy="70" r="44" opacity=".85"/>` : '')
  );
}

function label({ streamtype, genre }: PosterSubject): string {
  return (streamtype === 'video' ? genre : `${streamtype} · ${genre}`).toUpperCase();
}

/** Breaks a title into lines of about equal length, three at most. */
function wrap(title: string): string[] {
  const words = title.split(' ');
  const target = Math.max(14, Math.ceil(title.length / 3) + 3);
  const lines: string[] = [''];
  for (const word of words) {
    const line = lines.at(-1)!;
    if (line && `${line} ${word}`.length > target && lines.length < 3) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.map((line) => shorten(line, 40));
}

/** As large as the longest line allows. */
function fontSize(lines: readonly string[]): number {
  const longest = Math.max(...lines.map((line) => line.length));
  const most = lines.length > 2 ? 44 : 62; // three lines fit below the genre
  return Math.min(most, Math.floor((width - 64) / (longest * 0.64)));
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}

function escape(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!,
  );
}
