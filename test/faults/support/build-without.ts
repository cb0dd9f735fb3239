import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { withoutGuard, type TakenOut } from '../../support/without-guard.ts';

/** Builds the files for pages into a folder, without a guard. */
export async function buildWithout(guard: TakenOut): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), 'usher-build-'));
  await build({
    entryPoints: ['src/usher.ts'],
    outdir,
    bundle: true,
    format: 'esm',
    target: 'es2020',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [withoutGuard(guard)],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VERSION__: '"0.0.0"',
      __FOR_PAGES__: 'false',
    },
  });
  return outdir;
}
