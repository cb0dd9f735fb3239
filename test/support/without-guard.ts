import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** A guard that is taken out of the sources while they are built. */
export interface TakenOut {
  /** A file of the repository, and the text in it that is replaced; a text that is not there once is a fault of whoever names it. */
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}

/** Builds without a guard. */
export function withoutGuard({ file, text, replacement }: TakenOut): Plugin {
  const path = resolve(file);
  const source = readFileSync(path, 'utf8');
  const found = source.split(text).length - 1;
  if (found !== 1) throw new Error(`${file} holds ${found} times: ${text}`);
  return {
    name: 'without-a-guard',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, (given) => (given.path === path ? { contents: source.replace(text, () => replacement), loader: 'ts' } : undefined));
    },
  };
}
