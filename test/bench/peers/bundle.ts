import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

export interface Bundle {
  /** The texts of its scripts, by name. The name has a hash of the content. */
  readonly scripts: ReadonlyMap<string, string>;
  readonly entry: string;
  /** The entry, and all that it imports statically. */
  readonly loadedAtOnce: readonly string[];
}

/** Bundles a module for browsers, as a publisher does. `folder` has its packages. */
export async function bundle(folder: string, source: string): Promise<Bundle> {
  const outdir = join(folder, 'built');
  const { metafile, outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder },
    absWorkingDir: folder,
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
    logLevel: 'silent',
    metafile: true,
    write: false,
  });
  const nameOf = (path: string): string => path.slice('built/'.length);
  const scripts = outputFiles.filter(({ path }) => path.endsWith('.js'));
  const [entry, ...others] = loadedAtOnce(metafile).map(nameOf);
  return {
    scripts: new Map(scripts.map(({ path, text }) => [path.slice(outdir.length + 1), text])),
    entry: entry!, // the module itself
    loadedAtOnce: [entry!, ...others],
  };
}

/** The paths of the entry and of all that it imports statically; the entry comes first. */
function loadedAtOnce({ outputs }: Metafile): string[] {
  const isEntry = (path: string): boolean =>
    outputs[path]!.entryPoint === '<stdin>' && path.endsWith('.js');
  const found = new Set(Object.keys(outputs).filter(isEntry));
  // A set is walked with what is added on the way.
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path]!.imports) {
      if (kind === 'import-statement') found.add(imported);
    }
  }
  return [...found];
}
