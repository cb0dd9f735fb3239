import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/** A module of the pages, as it is sent. */
export interface CompiledModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

interface CachedModule {
  readonly version: string;
  readonly module: Promise<CompiledModule>;
}

const cache = new Map<string, CachedModule>();

/**
 * The JavaScript of a TypeScript file. It is compiled once, and again after the file has changed.
 * The specifiers of imports stay as they are, because the server answers at the addresses of the
 * TypeScript files.
 * @throws where the file is not there, or does not compile
 */
export async function compileModule(path: string): Promise<CompiledModule> {
  const { mtimeMs, size } = await stat(path);
  const version = `${mtimeMs} ${size}`;
  const cached = cache.get(path);
  if (cached?.version === version) return cached.module;

  const module = compile(path);
  cache.set(path, { version, module });
  return module;
}

/**
 * The file of a page, as it is sent: a TypeScript one as JavaScript. The import of one keeps the
 * name of its source.
 * @throws as `compileModule`
 */
export async function readPageFile(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const path = fileURLToPath(file);
  if (path.endsWith('.ts')) return (await compileModule(path)).bytes;
  return new Uint8Array(await readFile(path));
}

async function compile(path: string): Promise<CompiledModule> {
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader: 'ts',
    target: 'es2022',
    charset: 'utf8',
    sourcefile: path,
    // An import without `type` stays, also where only its side effects count.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  const bytes = new TextEncoder().encode(code);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
