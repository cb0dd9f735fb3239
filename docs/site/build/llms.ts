import { writeFileSync } from 'node:fs';
import type { StagedPage } from './stage-pages.ts';

const frontMatter = /^---\n[\s\S]*?\n---\n+/;

/** The text of a page for a reader that is no browser: without front matter and components. */
const plainText = (text: string): string =>
  text
    .replace(frontMatter, '')
    .replace(/^## Try it\n+<TryEndpoint \/>\n*/m, '')
    .replace(/<p class="endpoint-address"><b>(\w+)<\/b> <code v-pre>(.*?)<\/code><\/p>/, '`$1 $2`');

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? 'Documentation';

/** The description in the front matter, or nothing. */
function descriptionOf(text: string): string {
  const found = /^description: (".*"|.*)$/m.exec(text)?.[1];
  if (!found) return '';
  const plain = found.startsWith('"') ? (JSON.parse(found) as string) : found;
  return `: ${plain}`;
}

/**
 * Writes `llms.txt` (the list of all pages), `llms-full.txt` (the guide and the endpoints in one
 * file), and the Markdown of each page beside its HTML.
 */
export function writeLlmsTexts(folder: string, pages: readonly StagedPage[]): void {
  const isEndpoint = ({ target }: StagedPage): boolean => target.startsWith('endpoints/');
  const lineOf = ({ target, text }: StagedPage): string =>
    `- [${titleOf(text)}](/docs/${target})${descriptionOf(text)}`;
  const guide = pages.filter((page) => !isEndpoint(page) && page.target !== 'index.md');
  const endpoints = pages.filter(isEndpoint);
  const tagline = /"tagline":"((?:[^"\\]|\\.)*)"/.exec(
    pages.find(({ target }) => target === 'index.md')?.text ?? '',
  )?.[1];
  const list = `# Usher

> ${tagline}

## Guide

${guide.map(lineOf).join('\n')}

## Endpoints of the platform

${endpoints.map(lineOf).join('\n')}

## Optional

- [API reference](/docs/api/): every export of the package, made from its doc comments.
- [The guide and the endpoints in one file](/docs/llms-full.txt)
`;
  writeFileSync(`${folder}llms.txt`, list);
  const texts = [...guide, ...endpoints].map(({ text }) => plainText(text).trim());
  writeFileSync(`${folder}llms-full.txt`, `${texts.join('\n\n---\n\n')}\n`);
  for (const { target, text } of [...guide, ...endpoints]) {
    writeFileSync(folder + target, plainText(text));
  }
}
