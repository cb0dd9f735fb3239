import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/** The folders of `src/` whose mutants are tried, and of `test/` whose tests try them. */
const folders = ['contract', 'dialect', 'session', 'item', 'checkout', 'transport'];

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

/** The files with this ending in those folders, of the sources or of the tests. */
export const filesOf = (root: 'src' | 'test', ending: string): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${root}/${folder}/${path}`,
      ),
    )
    .filter((file) => file.endsWith(ending));

/** All sources that may have mutants. */
export const mutableFiles = (): string[] =>
  filesOf('src', '.ts')
    .filter((file) => !file.startsWith('src/contract/descriptions/'))
    .sort();

/** Those of them that have changed since a commit, with what is not committed. */
export function changedFiles(since: string): string[] {
  const names = execFileSync('git', ['diff', '--name-only', since, '--', 'src'], {
    encoding: 'utf8',
  });
  const all = new Set(mutableFiles());
  return names.split('\n').filter((name) => all.has(name) && existsSync(name));
}
