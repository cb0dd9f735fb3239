import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const names = JSON.parse(readFileSync('src/page/internal-names.json', 'utf8')) as string[];
const read = (folder: string, ending: RegExp): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => ending.test(path))
      .map((path) => [path, readFileSync(`${folder}/${path}`, 'utf8')]),
  );
const sources = read('src', /\.ts$/);

/** Files whose objects are stored, sent to a page, or shared with another copy of the code. */
const shared = [
  'session/storage/saved-session',
  'session/storage/tab-ends',
  'session/account/announced-login',
  'session/state/ended-sessions',
  'session/registry',
  'checkout/purchase/purchase-record',
  'checkout/return/inbox',
  'checkout/return/store-return',
  'data/system/list-cache',
];
const isShared = (path: string): boolean => shared.some((start) => path.startsWith(start));

test('a name that the build shortens is no member of a published type', () => {
  const types = [...read('dist', /\.d\.ts$/).values()].join('\n').replace(/\/\*[^]*?\*\//g, '');
  expect(names.filter((name) => new RegExp(`[^-$\\w]${name}\\b`).test(types))).toEqual([]);
});

test('a name that the build shortens is declared by no object that leaves the page', () => {
  const paths = [...sources.keys()];
  expect(shared.filter((start) => !paths.some((path) => path.startsWith(start)))).toEqual([]);
  const declared = names.filter((name) =>
    [...sources].some(
      ([path, text]) =>
        isShared(path) && new RegExp(`^\\s*(readonly )?${name}\\??:`, 'm').test(text),
    ),
  );
  expect(declared).toEqual([]);
});

test('a name that the build shortens is written as a text only in types', () => {
  const code = [...sources.values()]
    .join('\n')
    .replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    .replace(/\b(Pick|Omit)<[^>]*>|\w+\['\w+'\]|^ {2}'settings'.*$/gm, '');
  expect(names.filter((name) => new RegExp(`['"\`]${name}['"\`]`).test(code))).toEqual([]);
});

test('a name that the build shortens is in the source, and in no script for pages', () => {
  const code = [...sources.values()].join('\n');
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  const built = [...read('dist/cdn', /\.js$/).values()].join('\n');
  expect(names.filter((name) => new RegExp(`\\.${name}\\b`).test(built))).toEqual([]);
});

test('a name that the build shortens is no export, which an import by name would miss', () => {
  const code = [...sources.values()].join('\n');
  const exported = (name: string): boolean =>
    new RegExp(`export (async )?(function|const|class) ${name}\\b`).test(code);
  expect(names.filter(exported)).toEqual([]);
});

test('no member in the source has a name that the build gives', () => {
  const code = [...sources.values()].join('\n').replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  expect(code.match(/(?<=\.)[A-Z][a-z]?\b|\b[A-Z][a-z]?(?=\??:)/g) ?? []).toEqual([]);
});
