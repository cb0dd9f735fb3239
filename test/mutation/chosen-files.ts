import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/** The folders of `src/` whose mutants are tried. */
const sourceFolders = ['contract', 'dialect', 'session', 'item', 'checkout', 'transport'];

/** The folders of `test/` whose tests try them: also those of whole pages. */
const testFolders = [...sourceFolders, 'api', 'data', 'world'];

/** Every mutant of these is tried: purchase, journal, lease, erasure, login and return. */
const thorough = [
  /^src\/checkout\/purchase\/(purchase|journal)\.ts$/,
  /^src\/checkout\/operations\/erase\.ts$/,
  /^src\/checkout\/return\//,
  /^src\/session\/keepalive\/lease\.ts$/,
  /^src\/session\/storage\/erasure\.ts$/,
  /^src\/session\/account\/.*(erasure|login)/,
];

export const isThorough = (file: string): boolean => thorough.some((part) => part.test(file));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`);

/** The tests with this ending that may try mutants. */
export const testFiles = (ending: string): string[] =>
  testFolders
    .flatMap((folder) => filesIn(`test/${folder}`))
    .filter((file) => file.endsWith(ending));

/**
 * How near a test is to a source: the number of folders that both paths share, and a half more when
 * the test is named after the source.
 */
export function nearnessOf(test: string, source: string): number {
  const inTest = test.split('/').slice(1);
  const inSource = source.split('/').slice(1);
  const shared = inSource.slice(0, -1).findIndex((folder, index) => folder !== inTest[index]);
  const isNamesake = inTest.at(-1)!.split('.')[0] === inSource.at(-1)!.split('.')[0];
  return (shared < 0 ? inSource.length - 1 : shared) + (isNamesake ? 0.5 : 0);
}

/** All sources that may have mutants. */
export const mutableFiles = (): string[] =>
  sourceFolders
    .flatMap((folder) => filesIn(`src/${folder}`))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('src/contract/descriptions/'))
    .sort();

/** Those of them that have changed since a commit, with what is not committed. */
export function changedFiles(since: string): string[] {
  const names = execFileSync('git', ['diff', '--name-only', since, '--', 'src'], {
    encoding: 'utf8',
  });
  const all = new Set(mutableFiles());
  return names.split('\n').filter((name) => all.has(name) && existsSync(name));
}
