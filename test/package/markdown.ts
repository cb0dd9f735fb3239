import { readdirSync, readFileSync } from 'node:fs';

/** A fenced block of code, and where it is. */
export interface CodeBlock {
  /** As `docs/errors.md:5`: the line of its first statement. */
  readonly place: string;
  readonly language: string;
  readonly code: string;
}

/** Folders that hold no Markdown of this project. */
const foreign = /(^|\/)(node_modules|dist|coverage|test-results)\/|^\./;

/** The paths of all Markdown files, from the root of the repository. */
export const markdownFiles: readonly string[] = [
  ...readdirSync('.'),
  ...['demo', 'docs', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
]
  .filter((path) => path.endsWith('.md') && !foreign.test(path))
  .sort();

export const readText = (path: string): string => readFileSync(path, 'utf8');

const fenced = /^( *)```(\w*)\n([\s\S]*?)^ *```$/gm;

export function codeBlocks(path: string): CodeBlock[] {
  const text = readText(path);
  return [...text.matchAll(fenced)].map(({ index, 2: language = '', 3: code = '' }) => ({
    place: `${path}:${text.slice(0, index).split('\n').length + 1}`,
    language,
    code,
  }));
}

/** The text without what is code: a link or a heading in it is none. */
const withoutCode = (text: string): string =>
  text.replace(fenced, '').replace(/`[^`\n]*`/g, 'code');

/** The targets of all links and images. */
export function linkTargets(path: string): string[] {
  return [...withoutCode(readText(path)).matchAll(/\]\(\s*([^)\s]+)\s*\)/g)].map(
    ([, target = '']) => target,
  );
}

/** The anchors that a Markdown file has: one for each heading, made as the usual viewers do. */
export function anchors(path: string): string[] {
  const seen = new Map<string, number>();
  const text = readText(path).replace(fenced, '');
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}
