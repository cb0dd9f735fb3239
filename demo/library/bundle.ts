import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A file that a page loads, as it is sent. */
export interface Bundle {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** What pages load from `/library/`: a page cannot import a package by its name. */
const entries: Readonly<Record<string, string>> = {
  '/library/chart.js': fileURLToPath(new URL('./chart.ts', import.meta.url)),
};

const made = new Map<string, Promise<Bundle>>();

/** The library at an address, made of its package when it is first asked for; nothing at others. */
export function libraryAt(path: string): Promise<Bundle> | undefined {
  const entry = entries[path];
  if (!entry) return undefined;
  const bundle = made.get(path) ?? bundleOf(entry);
  made.set(path, bundle);
  return bundle;
}

async function bundleOf(entry: string): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  const bytes = outputFiles[0]!.contents;
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
