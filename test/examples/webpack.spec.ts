import { expect, test } from '../fixtures/examples/example.ts';
import * as film from '../fixtures/examples/film-for-sale.ts';

test.use({ domain: 9184, source: 'examples/webpack' });

test('the webpack example sells a film, with chunks that come late', async ({
  page,
  example,
  noise,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await example.run('build'); // checks its types too
  await page.goto(await example.serveFiles());
  await film.sell(page, example);
  expect(film.unexpected(noise)).toEqual([]);
  const chunks = scripts.filter((path) => /^\/dist\/\d+\.js$/.test(path));
  expect(scripts[0]).toBe('/dist/main.js');
  expect(chunks.length).toBeGreaterThan(5);
  expect(new Set(chunks).size, 'each is fetched once').toBe(chunks.length);
});
