import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseAst } from 'rollup/parseAst';

/** The scripts in a folder of the build: path, bytes and what each imports statically. */
export function builtFiles(dir) {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .sort();
  return paths.map((path) => {
    const content = readFileSync(`${dir}/${path}`);
    return {
      path,
      name: chunkName(path),
      raw: content.length,
      gzip: gzipSync(content, { level: 9 }).length,
      brotli: brotliCompressSync(content).length,
      imports: staticImports(path, content.toString()),
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
