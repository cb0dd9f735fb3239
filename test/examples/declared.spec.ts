import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const examples = readdirSync('examples').map((name) => `examples/${name}`);
const built = examples.filter((folder) => existsSync(`${folder}/package.json`));

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;

/** The files of an example that import. */
const sourcesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.([jt]sx?|vue|svelte)$/.test(path) && !/node_modules|\.next|dist/.test(path),
    )
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'));

/** The packages that a source imports: `next/link` is of `next`. */
const packagesIn = (source: string): string[] =>
  [...source.matchAll(/^\s*import (?:.* from )?'([^'.][^']*)';$/gm)].map(
    ([, path = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0],
  );

// The tests install all examples in one folder, where each finds the packages of the others.
for (const folder of built) {
  test(`${folder} declares each package that it imports`, () => {
    const { dependencies, devDependencies } = manifestOf(folder);
    const imported = new Set(sourcesOf(folder).flatMap(packagesIn));
    expect([...imported]).toContain('usher-runtime');
    const declared = Object.keys({ ...dependencies, ...devDependencies });
    expect([...imported].filter((name) => !declared.includes(name))).toEqual([]);
    expect(declared).toContain('nanostores'); // a peer dependency of the package
  });
}

test('the examples name exact versions, and the same ones', () => {
  const names = ['next', 'react', 'svelte', 'vue', 'webpack'];
  expect(built).toEqual(names.map((name) => `examples/${name}`));
  const versions: Record<string, string> = {};
  for (const folder of built) {
    const { dependencies, devDependencies } = manifestOf(folder);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$|^file:\.\.\/\.\.\/usher-runtime-/);
      expect(version, `${folder}: ${name}`).toBe((versions[name] ??= version));
    }
  }
});
