// Compiles the command to dist/, each module in its place: the files that they read lie beside
// them as in the sources. Runs before `npm pack`.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import esbuild from 'rollup-plugin-esbuild';

const demo = fileURLToPath(new URL('../', import.meta.url));
const dist = fileURLToPath(new URL('dist/', import.meta.url));

/** What the modules read, by its path in demo/. */
const files = [
  'data/films.json',
  'media',
  'platform/database/migrations',
  'provider/page',
  'platform/call-viewer/page',
  'usher-platform/replay-report/page',
  'page/fonts/instrument-sans.woff2',
  'page/fonts/OFL.txt',
];

/** The files of pages are compiled below, in place of when they are asked for. */
const compiledPages = {
  name: 'compiled-pages',
  load(id) {
    if (id !== `${demo}page-file.ts`) return null;
    return `
      import { readFile } from 'node:fs/promises';
      export async function readPageFile(file) {
        return new Uint8Array(await readFile(new URL(file.href.replace(/[.]ts$/, '.js'))));
      }`;
  },
};

rmSync(dist, { recursive: true, force: true });
const bundle = await rollup({
  input: { 'usher-platform/main': `${demo}usher-platform/main.ts` },
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  plugins: [compiledPages, esbuild({ target: 'node20', tsconfig: `${demo}tsconfig.json` })],
  onwarn(warning) {
    throw new Error(warning.message);
  },
});
await bundle.write({
  dir: dist,
  format: 'es',
  preserveModules: true,
  preserveModulesRoot: demo.replace(/\/$/, ''),
  entryFileNames: '[name].js',
});
await bundle.close();

// The probe writes it into dialects.
cpSync(`${demo}../src/dialect/md5.ts`, `${dist}src/dialect/md5.ts`);
for (const file of files) cpSync(`${demo}${file}`, `${dist}${file}`, { recursive: true });
for (const pages of [
  'provider/page',
  'platform/call-viewer/page',
  'usher-platform/replay-report/page',
]) {
  for (const name of readdirSync(dist + pages)) await compilePage(`${dist}${pages}/`, name);
}

async function compilePage(pages, name) {
  if (name === 'tsconfig.json') rmSync(pages + name);
  if (!name.endsWith('.ts')) return;
  const { code } = await transform(readFileSync(pages + name, 'utf8'), {
    loader: 'ts',
    target: 'es2022',
    charset: 'utf8',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  writeFileSync(pages + name.replace(/\.ts$/, '.js'), code);
  rmSync(pages + name);
}
