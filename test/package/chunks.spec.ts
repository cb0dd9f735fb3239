import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const folder = 'dist/cdn';

/**
 * The modules of `src/` that are in each file of the page build, by the file's name without hash.
 */
function modulesByChunk(): Map<string, string[]> {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js.map'),
  );
  return new Map(
    maps.map((path) => {
      const { sources } = JSON.parse(readFileSync(`${folder}/${path}`, 'utf8')) as {
        sources: string[];
      };
      const name = path.replace(/^(chunks\/[^-]+-)?(.*)\.js\.map$/, '$2');
      const own = sources.flatMap((source) => /\/(src\/.+\.ts)$/.exec(source)?.[1] ?? []);
      return [name, own];
    }),
  );
}

/** The list that the build reads. */
const list = JSON.parse(readFileSync('src/chunks.json', 'utf8')) as {
  name: string;
  entries: string[];
}[];

test('each chunk of the list is built, with its entries', () => {
  const chunks = modulesByChunk();
  // What only exports the code of other modules is in no file.
  const places = list.flatMap(({ name, entries }) =>
    entries.flatMap((entry) => {
      const place = [...chunks].find(([, modules]) => modules.includes(`src/${entry}`))?.[0];
      return place ? [{ entry, wanted: name, place }] : [];
    }),
  );
  expect(places.length).toBeGreaterThan(25);
  expect(places.filter(({ wanted, place }) => wanted !== place)).toEqual([]);
  const files = [...chunks.keys()].filter((name) => name !== 'usher' && name !== 'return');
  expect(files.sort()).toEqual(list.map(({ name }) => name).sort());
});

/** The chunks that are there before each other one: all that a page does late begins with them. */
const first = ['usher', 'calls', 'background', 'recovery', 'actions'];
/** The chunks that are loaded after another one. */
const before: Readonly<Record<string, string>> = {
  operations: 'checkout',
  statistics: 'data',
  viewer: 'elements',
};

test('no chunk brings one that its use does not need', () => {
  const files = readdirSync(`${folder}/chunks`).filter((path) => path.endsWith('.js'));
  const nameOf = (path: string): string => path.replace(/^(?:.*\/)?(?:[^-/]+-)?(.+)\.js$/, '$1');
  const imported = (path: string): string[] =>
    [...readFileSync(`${folder}/chunks/${path}`, 'utf8').matchAll(/\bfrom ?"(\.[^"]+)"/g)].map(
      ([, source]) => nameOf(source!),
    );
  const wrong = files.flatMap((path) => {
    const name = nameOf(path);
    return imported(path)
      .filter((other) => !first.includes(other) && before[name] !== other)
      .map((other) => `${name} imports ${other}`);
  });
  expect(files.flatMap(imported)).toContain('usher');
  expect(wrong).toEqual([]);
});

/** The names of the scripts in a folder, without the part that differs from build to build. */
const chunkNames = (dir: string, edition = /^/): string[] =>
  readdirSync(dir)
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replace(edition, '').replace(/\.js$/, ''))
    .sort();

test('the build for bundlers has the chunks of the build for pages', () => {
  // The module itself is one, so that it exports no internal names; so is the code of both entries.
  const own = ['index', 'is-object'];
  // The entry of the elements has these in it.
  const inEntry = ['elements', 'viewer'];
  const forPages = chunkNames('dist/cdn/chunks', /^\w+-/);
  expect(chunkNames('dist/chunks').filter((name) => !own.includes(name))).toEqual(
    forPages.filter((name) => !inEntry.includes(name)),
  );
});
