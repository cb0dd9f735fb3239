import { join } from 'node:path';
import { build, type Plugin, type Rollup } from 'vite';

export interface Bundle {
  /** The texts of its scripts, by name. The name has a hash of the content. */
  readonly scripts: ReadonlyMap<string, string>;
  readonly entry: string;
  /** The entry, and all that it imports statically. */
  readonly loadedAtOnce: readonly string[];
}

/** Bundles a module for browsers with Vite, as many publishers do. `folder` has its packages. */
export async function bundle(folder: string, source: string): Promise<Bundle> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [moduleOf(join(folder, 'entry.js'), source)],
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: {
        input: join(folder, 'entry.js'),
        // Exports that nothing imports are kept. As in a page's own build, the entry may have more
        // of them for its late chunks: it is one file then.
        preserveEntrySignatures: 'allow-extension',
        output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const chunks = (built as Rollup.RollupOutput).output.filter((file) => file.type === 'chunk');
  const { fileName: entry } = chunks.find(({ isEntry }) => isEntry)!;
  return {
    scripts: new Map(chunks.map(({ fileName, code }) => [fileName, code])),
    entry,
    loadedAtOnce: loadedAtOnce(entry, chunks),
  };
}

/** A module that is in no file. Its imports are found as from a file of that path. */
const moduleOf = (path: string, source: string): Plugin => ({
  name: 'module-of-a-page',
  enforce: 'pre',
  resolveId: (id) => (id === path ? path : undefined),
  load: (id) => (id === path ? source : undefined),
});

/** The names of the entry and of all that it imports statically. The entry comes first. */
function loadedAtOnce(entry: string, chunks: readonly Rollup.OutputChunk[]): string[] {
  const found = new Set([entry]);
  // A set is walked with what is added on the way.
  for (const name of found) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)!.imports) {
      found.add(imported);
    }
  }
  return [...found];
}
