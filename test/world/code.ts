import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import type { createUsher } from '../../src/index.ts';
import { takeOut, type TakenOut } from '../support/without-guard.ts';

/** The globals that the code of a page sees. Each page has its own. */
export const pageGlobals = [
  'globalThis',
  'window',
  'self',
  'top',
  'document',
  'location',
  'history',
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'performance',
  'crypto',
  'Date',
  'Math',
  'setTimeout',
  'clearTimeout',
  'requestIdleCallback',
  'fetch',
  'addEventListener',
  'removeEventListener',
  'AbortSignal',
  'MessageChannel',
  'console',
  'open',
  'opener',
  'loadFileOfPage',
] as const;

export type PageGlobal = (typeof pageGlobals)[number];

/** Loads a file of the code that a page imports late. */
export type LoadChunk = <Module>(path: string, load: () => Promise<Module>) => Promise<Module>;

/** The exports of `index.ts`, as a page gets them. */
export interface PageCode {
  readonly createUsher: typeof createUsher;
}

/** Evaluates a copy of the code in a page. */
export type EvaluateCode = (globals: Readonly<Record<PageGlobal, unknown>>) => PageCode;

/** What code a world runs. */
export interface CodeOptions {
  /** The folder that holds `src/`. Default: this repository. */
  readonly root?: string;
  /** Guards that are taken out of the sources. */
  readonly without?: readonly TakenOut[];
  /** Other texts of sources, by their absolute path. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** An import of a file by its name, but not one in a type. */
const lateImport = /(?<!typeof )\bimport\((\s*'\.[^']+'\s*)\)/g;

/**
 * Late imports ask the page, which decides when the file arrives. No module is replaced. The name
 * of the global is one that no source has: a parameter of that name would hide it.
 */
const instrument = ({ root, without, texts }: Required<CodeOptions>): Plugin => ({
  name: 'late-imports',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      let contents = texts[path] ?? readFileSync(path, 'utf8');
      if (contents.includes('loadFileOfPage')) throw new Error(`${path}: would hide the global`);
      for (const guard of without) {
        if (resolve(root, guard.file) === path) contents = takeOut(contents, guard);
      }
      return {
        contents: contents.replace(
          lateImport,
          (_, name: string) => `loadFileOfPage(${name}, () => import(${name}))`,
        ),
        loader: 'ts',
      };
    });
  },
});

/** Builds `index.ts` with all its chunks as one function of the globals of a page. */
export async function buildCode({
  root = process.cwd(),
  without = [],
  texts = {},
}: CodeOptions = {}): Promise<EvaluateCode> {
  const { outputFiles } = await build({
    entryPoints: [resolve(root, 'src/index.ts')],
    bundle: true,
    write: false,
    plugins: [instrument({ root, without, texts })],
    format: 'iife',
    globalName: 'loaded',
    target: 'es2022',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VERSION__: '"world"',
      __FOR_PAGES__: 'false',
    },
  });
  const text = `(function (${pageGlobals.join(', ')}) { ${outputFiles[0]!.text}\nreturn loaded; })`;
  const evaluate = runInThisContext(text, { filename: 'page-code.js' }) as (
    ...globals: unknown[]
  ) => PageCode;
  return (globals) => evaluate(...pageGlobals.map((name) => globals[name]));
}
