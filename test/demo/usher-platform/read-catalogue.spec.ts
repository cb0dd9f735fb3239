import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { openPGlite } from '../../../demo/platform/database/pglite.ts';
import { prepare } from '../../../demo/platform/open-database.ts';
import {
  CatalogueError,
  readCatalogue,
} from '../../../demo/usher-platform/catalogue/read-catalogue.ts';

/** What is said of a file. */
function refusalOf(text: string): string[] {
  try {
    readCatalogue(text, 'my.json');
  } catch (error) {
    expect(error).toBeInstanceOf(CatalogueError);
    return (error as Error).message.split('\n');
  }
  return [];
}

test('a catalogue is read as it is written, IDs beyond 2^53 as text', () => {
  const items = [
    { id: 7, title: 'One', sale: { ppv: 499 } },
    { id: '900719925474099301', title: 'Two', streamtype: 'audio', countries: ['DE'] },
  ];
  const { items: read, hash } = readCatalogue(JSON.stringify({ items }), 'my.json');
  expect(read).toEqual(items);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(readCatalogue(JSON.stringify({ items: items.slice(1) }), 'my.json').hash).not.toBe(hash);
});

test('a wrong field is refused with line, column, path, rule and value', () => {
  const text = `{
  "items": [
    { "id": 7, "title": "One" },
    {
      "id": 8,
      "title": "",
      "sale": { "ppv": "4.99", "rent": 1 },
      "streamtype": "film",
      "released": "2026-02-31"
    },
    { "title": "Three" }
  ]
}`;
  const expected = [
    'my.json:6:16 items[1].title must NOT have fewer than 1 characters, not ""',
    'my.json:7:24 items[1].sale.ppv must be integer, not "4.99"',
    'my.json:7:40 items[1].sale.rent is no field of a catalogue',
    'my.json:8:21 items[1].streamtype must be one of video, audio, live, scene, radio, not "film"',
    "my.json:11:5 items[2] must have required property 'id'",
  ];
  expect(refusalOf(text)).toEqual(expected.map((line) => expect.stringContaining(line)));
});

test('what a schema cannot say is checked too', () => {
  expect(refusalOf('{"items":[{"id":7,"title":"A"},{"id":"7","title":"B"}]}')).toEqual([
    'my.json:1:38 items[1].id is that of items[0]',
  ]);
  expect(
    refusalOf('{"items":[{"id":7,"title":"A"},{"id":7,"title":"B","streamtype":"audio"}]}'),
  ).toEqual([expect.stringContaining('give one of them another globalId')]);
  expect(refusalOf('{"items":[{"id":7,"title":"A","released":"2026-02-31"}]}')).toEqual([
    'my.json:1:42 items[0].released must be a real date, not "2026-02-31"',
  ]);
});

test('a person or a tag that an item has twice is linked once for each role', async () => {
  const item = {
    id: 7,
    title: 'A',
    persons: [{ name: 'Ada' }, { name: 'ada' }, { name: 'Ada', role: 'director' }],
    tags: ['War', 'war'],
  };
  const database = await openPGlite('memory://');
  await prepare(database, readCatalogue(JSON.stringify({ items: [item] }), 'my.json'));
  const links = await database.query(
    'select title, role from item_terms join terms on terms.id = term_id order by title, role',
  );
  expect(links).toEqual([
    { title: 'Ada', role: 'actor' },
    { title: 'Ada', role: 'director' },
    { title: 'War', role: 'tag' },
  ]);
  await database.close();
});

test('what is no JSON is refused with its place', () => {
  expect(refusalOf('{\n  "items": [,]\n}')).toEqual([
    expect.stringMatching(/^my\.json:2:13 is no JSON: [a-z ]+$/),
  ]);
  expect(refusalOf('')).toEqual([expect.stringContaining('is no JSON')]);
  expect(refusalOf('[]')).toEqual(['my.json:1:1 the catalogue must be object, not []']);
});

test('the example of the README is a catalogue', () => {
  const readme = readFileSync('demo/usher-platform/README.md', 'utf8');
  const [, example = ''] = /```json\n([\s\S]*?"items"[\s\S]*?)```/.exec(readme) ?? [];
  expect(readCatalogue(example, 'README.md').items).toHaveLength(3);
});
