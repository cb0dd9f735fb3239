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

test('a folder that is loaded late is one chunk, and nothing of it is in another', () => {
  const chunks = modulesByChunk();
  const names = [...chunks.keys()].filter((name) => name !== 'usher' && name !== 'return');
  expect(names.length).toBeGreaterThan(8);
  const misplaced = [...chunks].flatMap(([chunk, modules]) =>
    modules.flatMap((path) => {
      const folders = path.split('/').slice(1, -1);
      const wanted = folders.findLast((name) => names.includes(name));
      const isPlaced = !wanted || wanted === chunk || chunk === 'return';
      return isPlaced ? [] : [`${path} is in ${chunk}`];
    }),
  );
  expect(misplaced).toEqual([]);
});

/** The names of the scripts in a folder, without the part that differs from build to build. */
const chunkNames = (dir: string, edition = /^/): string[] =>
  readdirSync(dir)
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replace(edition, '').replace(/\.js$/, ''))
    .sort();

test('the build for bundlers has the chunks of the build for pages', () => {
  // The module itself is one, so that it exports no internal names; so is the code of both entries.
  const own = ['index', 'report-error'];
  // The entry of the elements has these in it.
  const inEntry = ['elements', 'viewer'];
  const forPages = chunkNames('dist/cdn/chunks', /^\w+-/);
  expect(chunkNames('dist/chunks').filter((name) => !own.includes(name))).toEqual(
    forPages.filter((name) => !inEntry.includes(name)),
  );
});
