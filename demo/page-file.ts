import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

type Bytes = Uint8Array<ArrayBuffer>;

interface CachedModule {
  readonly version: string;
  readonly bytes: Promise<Bytes>;
}

const cache = new Map<string, CachedModule>();

/**
 * The file of a page, as it is sent: a TypeScript one as JavaScript. It is compiled once, and again
 * after the file has changed. The specifiers of imports stay as they are, because the server
 * answers at the addresses of the TypeScript files.
 * @throws where the file is not there, or does not compile
 */
export async function readPageFile(file: URL): Promise<Bytes> {
  const path = fileURLToPath(file);
  if (!path.endsWith('.ts')) return new Uint8Array(await readFile(path));

  const { mtimeMs, size } = await stat(path);
  const version = `${mtimeMs} ${size}`;
  const cached = cache.get(path);
  if (cached?.version === version) return cached.bytes;

  const bytes = compile(path);
  cache.set(path, { version, bytes });
  return bytes;
}

async function compile(path: string): Promise<Bytes> {
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader: 'ts',
    target: 'es2022',
    charset: 'utf8',
    sourcefile: path,
    // An import without `type` stays, also where only its side effects count.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return new TextEncoder().encode(code);
}
