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

test('what the database cannot keep is refused with its place', () => {
  const refused = [
    ['"title":"\\u0000"', 'title must have no control characters'],
    ['"title":"\\ud800"', 'title must have no control characters'],
    ['"title":"A","subtitle":"\\n"', 'subtitle must have no control characters'],
    ['"title":"A","description":"\\u0001"', 'description must have no control characters'],
    ['"title":"A","genre":"\\udc00"', 'genre must have no control characters'],
    ['"title":"A","tags":["\\u0000"]', 'tags[0] must have no control characters'],
    ['"title":"A","persons":[{"name":"\\u0000"}]', 'persons[0].name must have no control'],
    ['"title":"A","persons":[{"name":"B","role":"\\u0000"}]', 'persons[0].role must have no'],
    ['"title":"A","released":"0000-01-01"', 'released must be a real date, not "0000-01-01"'],
    ['"title":"A","availableFrom":"0001-01-01T00:00+01:00"', 'availableFrom must be a real date'],
    ['"title":"A","availableFrom":"2026-01-01T00:00+16:00"', 'availableFrom must match pattern'],
    ['"title":"A","domains":[1e30]', 'domains[0] must be <= 9007199254740991, not 1e+30'],
  ] as const;
  for (const [fields, expected] of refused) {
    const [line, ...more] = refusalOf(`{"items":[{"id":7,${fields}}]}`);
    expect(line, fields).toMatch(/^my\.json:1:\d+ items\[0\]\./);
    expect(line, fields).toContain(expected);
    expect(more, fields).toEqual([]);
  }
});

test('texts may have any other characters, and a description line breaks', () => {
  const item = { id: 7, title: '\u{1f3ac} Ää', description: 'One\r\n\tTwo', tags: ['日本'] };
  expect(refusalOf(JSON.stringify({ items: [item] }))).toEqual([]);
});

test('a catalogue may have more persons than one kind of terms has IDs', async () => {
  const persons = Array.from({ length: 10_001 }, (_, index) => ({ name: `Person ${index}` }));
  const item = { id: 7, title: 'A', persons, tags: ['War'] };
  const database = await openPGlite('memory://');
  await prepare(database, readCatalogue(JSON.stringify({ items: [item] }), 'my.json'));
  const ids = await database.query(
    `select title, id from terms where title in ('Person 0', 'Person 9999', 'Person 10000', 'War')
     order by id`,
  );
  expect(ids).toEqual([
    { title: 'Person 0', id: '20001' },
    { title: 'Person 9999', id: '30000' },
    { title: 'War', id: '30001' },
    { title: 'Person 10000', id: '80001' },
  ]);
  await database.close();
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
