import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** A guard that is taken out of the sources while they are built. */
export interface TakenOut {
  /**
   * A file of the repository, and the text in it that is replaced; a text that is not there once is
   * a fault of whoever names it.
   */
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}

/** Builds without a guard. */
export function withoutGuard({ file, text, replacement }: TakenOut): Plugin {
  const path = resolve(file);
  const contents = takeOut(readFileSync(path, 'utf8'), { file, text, replacement });
  return {
    name: 'without-a-guard',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, (given) =>
        given.path === path ? { contents, loader: 'ts' } : undefined,
      );
    },
  };
}

/** The source of a file without a guard. */
export function takeOut(source: string, { file, text, replacement }: TakenOut): string {
  const guard = anyLayoutOf(text);
  const found = source.match(guard)?.length ?? 0;
  if (found !== 1) throw new Error(`${file} holds ${found} times: ${text}`);
  return source.replace(guard, () => replacement);
}

/**
 * The same code in any layout: line breaks, indentation and trailing commas make no difference, so
 * that the formatter does not decide whether a guard is found.
 */
function anyLayoutOf(text: string): RegExp {
  const tokens = text.match(/[\w$]+|\S/g) ?? [];
  const parts = tokens.map((token, index) => {
    const escaped = token.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    if (index === 0) return escaped;
    const space = /^[)\]}]$/.test(token) ? '\\s*,?\\s*' : '\\s*';
    return space + escaped;
  });
  return new RegExp(parts.join(''), 'g');
}
