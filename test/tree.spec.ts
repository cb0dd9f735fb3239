import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { parseModule, readModules, type Module } from './support/source-tree.ts';
import * as rules from './support/tree-rules.ts';

const tree = readModules('src', 'demo', 'test');
const tables = ['session', 'payment', 'allmedia', 'system', 'statistics'];

/** A tree that is not there: path and source by turns. */
function made(...files: [path: string, source: string][]): Module[] {
  return files.map(([path, source]) => parseModule(path, source));
}

/** Each rule with trees that break it, so that none can pass by seeing nothing. */
const cases: { title: string; rule: rules.Rule; broken: Module[][] }[] = [
  {
    title: 'imports run one way',
    rule: rules.oneWay,
    broken: [
      made(['src/contract/a.ts', "import { b } from '../dialect/b.ts';"]),
      made(['src/transport/a.ts', "import type { B } from '../session/b.ts';"]),
      made(['src/data/a.ts', "const b = import('../checkout/b.ts');"]),
      made(['src/item/a.ts', "export { b } from '../api/b.ts';"]),
      made(['src/session/a.ts', "import { b } from '../unheard-of/b.ts';"]),
      made(['src/api/a.ts', "const b = import('../testing/b.ts');"]),
    ],
  },
  {
    title: 'late areas are reached by import() of api and page only',
    rule: rules.lateAreas,
    broken: [
      made(['src/api/a.ts', "import { b } from '../data/b.ts';"]),
      made(['src/api/a.ts', "import { b } from '../checkout/return/returns.ts';"]),
      made(['src/index.ts', "const a = import('./checkout/a.ts');"]),
    ],
  },
  {
    title: 'the file for pages loads session, items, and what these need',
    rule: rules.smallPageFile,
    broken: [
      made(
        ['src/usher.ts', "import { a } from './session/a.ts';"],
        ['src/session/a.ts', "import { get } from 'idb-keyval';"],
      ),
      made(
        ['src/usher.ts', "import { a } from './api/a.ts';"],
        ['src/api/a.ts', "import { a } from '../transport/a.ts';"],
        ['src/transport/a.ts', ''],
      ),
    ],
  },
  {
    title: 'no module loads all five tables',
    rule: rules.separateTables,
    broken: [
      made(
        ['src/contract/all.ts', tables.map((name) => `import './${name}.ts';`).join('\n')],
        ...tables.map((name): [string, string] => [`src/contract/${name}.ts`, '']),
      ),
    ],
  },
  {
    title: 'packages are imported where they belong',
    rule: rules.packagesInPlace,
    broken: [
      made(['src/session/a.ts', "import { ofetch } from 'ofetch';"]),
      made(['src/session/a.ts', "import { a } from 'another';"]),
    ],
  },
  {
    title: 'the reference platform knows the contract only',
    rule: rules.platformKnowsOnlyContract,
    broken: [made(['demo/platform/a.ts', "import { json } from '../../src/dialect/json.ts';"])],
  },
  {
    title: 'names say what a file holds',
    rule: rules.tellingNames,
    broken: [
      made(['src/session/utils.ts', '']),
      made(['test/helpers/a.ts', '']),
      made(['demo/test-helper.ts', '']),
    ],
  },
  {
    title: 'imports run in no circle, types included',
    rule: rules.noCircles,
    broken: [
      made(
        ['src/session/a.ts', "import type { B } from './b.ts';"],
        ['src/session/b.ts', "import { c } from './c.ts';"],
        ['src/session/c.ts', "import { a } from './a.ts';"],
      ),
    ],
  },
  {
    title: 'lines are short, but for texts',
    rule: rules.shortLines,
    broken: [
      made(['src/a.ts', `// ${'word '.repeat(20)}`]),
      made(['test/a.ts', `const a = [${'1, '.repeat(40)}];`]),
    ],
  },
  {
    title: 'files are short',
    rule: rules.shortFiles,
    broken: [
      made(['src/session/a.ts', '\n'.repeat(251)]),
      made(['src/a.ts', '\n'.repeat(90)], ['src/b.ts', '\n'.repeat(80)]),
    ],
  },
];

for (const { title, rule, broken } of cases) {
  test(title, () => {
    expect(rule(tree)).toEqual([]);
    for (const modules of broken) expect(rule(modules)).not.toEqual([]);
  });
}

/** The names in the first cells of a table of ARCHITECTURE.md that lies below `heading`. */
function firstCells(heading: string): string[] {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const [section] = text.slice(text.indexOf(`\n## ${heading}`) + 1).split('\n## ');
  const cells = [...section!.matchAll(/^\| ([^|]*`[^|]*)\|/gm)].map(([, cell]) => cell!);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

test('the architecture names each folder, and no other', () => {
  const folders = tree
    .filter(({ path }) => path.startsWith('src/'))
    .map(({ path }) => `${dirname(path).replace(/^src\/?/, '')}/`)
    .filter((folder) => folder !== '/');
  const named = firstCells('Layers').filter((name) => name !== 'src/');
  expect(named.toSorted()).toEqual([...new Set(folders)].sort());
});

test('the architecture names each chunk, in the order of the list', () => {
  const chunks = JSON.parse(readFileSync('src/chunks.json', 'utf8')) as { name: string }[];
  const [file, ...named] = firstCells('What a page loads');
  expect(file).toBe('usher.js');
  expect(named).toEqual(chunks.map(({ name }) => name));
});

test('only the files that the architecture names change the state of a session', () => {
  const changing = tree
    .filter(({ path }) => path.startsWith('src/session/'))
    .filter(({ imports }) =>
      imports.some(({ target }) => target === 'src/session/state/writable.ts'),
    )
    .map(({ path }) => path.replace('src/session/', ''));
  expect(firstCells('The state of a session').slice(1)).toEqual(changing.toSorted());
});
