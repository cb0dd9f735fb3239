import { readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

/** The classes of elements: the files with the name of their tag. */
const classes = /(?:^|\/)(usher-(?:gate|offers|login|account|purchases))\.ts$/;

/** The brotli bytes of each element alone, with lit and all that it needs, without texts. */
export async function elementSizes() {
  const paths = readdirSync('src/elements', { recursive: true, encoding: 'utf8' });
  const found = paths.flatMap((path) => {
    const [, name] = path.match(classes) ?? [];
    return name ? [{ name, path }] : [];
  });
  return Promise.all(
    found.map(async ({ name, path }) => {
      const { outputFiles } = await build({
        entryPoints: [`src/elements/${path}`],
        bundle: true,
        minify: true,
        format: 'esm',
        target: 'es2020',
        external: ['*/words.ts'],
        write: false,
      });
      return { name, brotli: brotliCompressSync(outputFiles[0].contents).length };
    }),
  );
}
