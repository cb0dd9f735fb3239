import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseAst } from 'rollup/parseAst';

/** The part of chunk names that differs from build to build. */
const editionPattern = /\/(\w{6})-calls\.js/;

/**
 * Editions to measure with. An edition is a digest of the sources, so an edited comment moves the
 * compressed size of every file that names chunks by up to 20 bytes. The median of these does not
 * depend on it.
 */
const editions = Array.from({ length: 11 }, (_, index) =>
  BigInt(`0x${createHash('sha256').update(String(index)).digest('hex')}`)
    .toString(36)
    .slice(0, 6),
);

/** The median over all editions of the size that `compress` gives. */
function medianSize(content, edition, compress) {
  if (!edition || !content.includes(edition)) return compress(content).length;
  const sizes = editions.map((each) => compress(content.replaceAll(edition, each)).length);
  return sizes.sort((one, other) => one - other)[editions.length >> 1];
}

/** Compresses when it is first asked for: most tests want the names alone. */
function once(compress) {
  let size;
  return () => (size ??= compress());
}

/** The scripts in a folder of the build: path, bytes and what each imports statically. */
export function builtFiles(dir) {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .sort();
  const [, edition] = paths.map((path) => editionPattern.exec(`/${path}`)).find(Boolean) ?? [];
  return paths.map((path) => {
    const content = readFileSync(`${dir}/${path}`, 'utf8');
    const gzip = once(() => medianSize(content, edition, (text) => gzipSync(text, { level: 9 })));
    const brotli = once(() => medianSize(content, edition, brotliCompressSync));
    return {
      path,
      name: chunkName(path),
      raw: Buffer.byteLength(content),
      get gzip() {
        return gzip();
      },
      get brotli() {
        return brotli();
      },
      imports: staticImports(path, content),
    };
  });
}

/**
 * The named files and all that they import statically, each once, but for those of `without`.
 * Throws for a name that matches none; `*` is every chunk.
 */
export function closure(files, names, without = []) {
  const found = new Set();
  const add = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const path of file.imports) add(files.find((other) => other.path === path));
  };
  for (const name of names) {
    const matching = files.filter((file) =>
      name === '*' ? file.path.startsWith('chunks/') : file.name === name,
    );
    if (matching.length === 0) throw new Error(`no built file is named ${name}`);
    matching.forEach(add);
  }
  return [...found].filter(({ name }) => !without.includes(name));
}

/** `chunks/x4k93b-calls.js` is the chunk `calls` of the build x4k93b. */
function chunkName(path) {
  return path.match(/^chunks\/\w{6}-(.+)\.js$/)?.[1] ?? path;
}

function staticImports(path, code) {
  const sources = parseAst(code).body.map((node) => node.source?.value);
  return sources
    .filter((source) => source?.startsWith('.'))
    .map((source) => posix.join(posix.dirname(path), source));
}
