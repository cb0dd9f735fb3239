import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { repository, siteFolder } from './paths.ts';

/** All that the site is made of. */
const inputs = [
  'docs',
  'src',
  'demo/platform/areas.ts',
  'demo/platform/openapi',
  'demo/page/fonts',
  'demo/page/mark.svg',
  'package-lock.json',
];
const markdown = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'demo/platform/README.md',
  'demo/usher-platform/README.md',
  'demo/provider/README.md',
  'demo/data/README.md',
  'demo/media/README.md',
  'test/faults/README.md',
];

/** The file of a built site that names what it was made of. */
const stampFile = `${siteFolder}made-of.txt`;

/** A hash over all that the site is made of. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of [...inputs, ...markdown].flatMap(filesBelow)) {
    hash.update(`${path}\n`).update(readFileSync(repository + path));
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!statSync(repository + path).isDirectory()) return [path];
  return readdirSync(repository + path, { recursive: true, encoding: 'utf8' })
    .map((each) => `${path}/${each}`)
    .filter((each) => statSync(repository + each).isFile())
    .sort();
}

/** What the site in `.site/` was made of; `undefined` where there is none. */
export const builtFingerprint = (): string | undefined =>
  existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;

/** Whether the site in `.site/` is made of the files as they are now. */
export const isSiteFresh = (): boolean => builtFingerprint() === fingerprint();
