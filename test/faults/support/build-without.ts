import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import type { Guard } from './guards.ts';

/** Builds what pages load, without a guard when one is given, into a folder of its own. */
export async function buildWithout(guard?: Pick<Guard, 'file' | 'text' | 'replacement'>): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), 'usher-build-'));
  const shared = {
    bundle: true,
    outdir,
    plugins: guard ? [replace(guard)] : [],
    define: { 'process.env.NODE_ENV': '"production"', __VERSION__: '"0.0.0"' },
  };
  await build({ ...shared, entryPoints: ['src/runtime.ts', 'src/index.ts'], format: 'esm', target: 'es2020', splitting: true, chunkNames: 'chunks/[name]-[hash]' });
  await build({ ...shared, entryPoints: { usher: 'src/script-tag.ts' }, format: 'iife', target: 'es2020' });
  return outdir;
}

function replace({ file, text, replacement }: Pick<Guard, 'file' | 'text' | 'replacement'>): Plugin {
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
