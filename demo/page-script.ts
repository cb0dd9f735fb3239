import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

/** A file of a page's script, as it is sent. */
export interface ScriptFile {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** All files of one page's script, by path. */
interface PageScript {
  /** The sources with the time of their last change. */
  readonly sources: ReadonlyMap<string, number>;
  readonly files: ReadonlyMap<string, ScriptFile>;
}

const cache = new Map<string, Promise<PageScript>>();

/**
 * Returns a file of a page's script: the module of `pages/front.ts` with all that it imports, so
 * that a page fetches one file and not sixty in series. What it imports late lies beside it, in
 * `pages/front/`. The script is built once, and again after a source has changed.
 * @param path The address of the file as a path on the disk.
 * @throws When the page does not compile.
 */
export async function pageScriptAt(path: string): Promise<ScriptFile | undefined> {
  const entry = await entryOf(path);
  if (!entry) return undefined;
  const cached = await cache.get(entry)?.catch(() => undefined);
  if (!cached || !(await isFresh(cached))) cache.set(entry, buildScript(entry));
  return (await cache.get(entry))!.files.get(path);
}

/** The module of a page, for itself and for what lies beside it. */
async function entryOf(path: string): Promise<string | undefined> {
  const folder = dirname(path);
  if (basename(folder) === 'pages') return (await changedAt(path)) > 0 ? path : undefined;
  return basename(dirname(folder)) === 'pages' ? entryOf(`${folder}.ts`) : undefined;
}

/** The time of the last change of a file in ms. 0 without a file. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

async function isFresh({ sources }: PageScript): Promise<boolean> {
  const changes = await Promise.all(
    [...sources].map(async ([path, time]) => (await changedAt(path)) === time),
  );
  return changes.every(Boolean);
}

async function buildScript(entry: string): Promise<PageScript> {
  const page = basename(entry, '.ts');
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    sourcemap: true,
    // The browser loads the runtime and the libraries by their own addresses.
    external: ['/dist/*', '/library/*'],
    outdir: dirname(entry),
    outExtension: { '.js': '.ts' },
    chunkNames: `${page}/[name]-[hash]`,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const sources = await Promise.all(
    Object.keys(metafile.inputs).map(async (path) => {
      const full = join(process.cwd(), path);
      return [full, await changedAt(full)] as const;
    }),
  );
  const files = outputFiles.map(({ path, contents }) => [path, scriptFile(contents)] as const);
  return { sources: new Map(sources), files: new Map(files) };
}

function scriptFile(bytes: Uint8Array): ScriptFile {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
