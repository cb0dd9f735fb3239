import { existsSync } from 'node:fs';

/** A file of the package, which is the folder of these sources, or two above the compiled ones. */
export function packageFile(name: string): URL {
  const beside = new URL(name, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../${name}`, import.meta.url);
}
