import { brotliCompressSync } from 'node:zlib';
import { bundle } from './bundle.ts';
import { libraries, titleOf, type Library, type LibraryName } from './libraries.ts';

interface Sizes {
  /** The files that a page loads at once. */
  readonly first: number;
  readonly all: number;
}

/** Prints the sizes of each library. It has no budget: `npm run size` has those. */
export async function printSizes(folder: string): Promise<void> {
  console.log(`  ${'brotli bytes'.padEnd(36)}${'at once'.padStart(9)}${'all'.padStart(9)}`);
  for (const name of Object.keys(libraries) as LibraryName[]) {
    const { first, all } = await measure(folder, name);
    const sizes = `${String(first).padStart(9)}${String(all).padStart(9)}`;
    console.log(`  ${titleOf(name).padEnd(36)}${sizes}`);
  }
}

async function measure(folder: string, library: LibraryName): Promise<Sizes> {
  const { imports }: Library = libraries[library];
  const lines = Object.entries(imports).map(([module, names], index) => {
    const list = names.map((name, place) => `${name} as name${index}_${place}`);
    return `export { ${list.join(', ')} } from ${JSON.stringify(module)};`;
  });
  const { scripts, loadedAtOnce } = await bundle(folder, lines.join('\n'));
  const sizeOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + brotliCompressSync(scripts.get(name)!).length, 0);
  return { first: sizeOf(loadedAtOnce), all: sizeOf(scripts.keys()) };
}
