import { readdir } from 'node:fs/promises';

const chunks = new URL('../dist/cdn/chunks/', import.meta.url);
const placeholder = /^( *)\{\{preload ([\w ]+)\}\}\n/gm;

/**
 * Puts `modulepreload` links in the place of `{{preload calls actions}}`: for the chunks of the
 * runtime that a page needs at once. Without them each is found only when the one before has run.
 * @throws When the build has no such chunk.
 */
export async function preloadChunks(page: string): Promise<string> {
  const files = await readdir(chunks);
  return page.replace(placeholder, (_, indent: string, names: string) =>
    names
      .split(' ')
      .map((name) => `${indent}<link rel="modulepreload" href="${addressOf(name, files)}" />\n`)
      .join(''),
  );
}

function addressOf(chunk: string, files: readonly string[]): string {
  const file = files.find((each) => each.endsWith(`-${chunk}.js`));
  if (!file) throw new Error(`The build has no chunk ${chunk}`);
  return `/dist/cdn/chunks/${file}`;
}
