import { expect, test } from '../fixtures/examples/example.ts';
import * as film from '../fixtures/examples/film-for-sale.ts';
import { runCommand } from '../fixtures/examples/run-command.ts';

test.use({ domain: 9185, source: 'examples/plain' });

test('the example without a build sells a film', async ({ page, example, noise }) => {
  const unpack = '-xzf ../usher-runtime-0.1.0.tgz --strip-components=2 package/dist/cdn';
  await runCommand(example.folder, 'tar', unpack.split(' '));
  await page.goto(await example.serveFiles());
  await film.sell(page, example);
  expect(film.unexpected(noise)).toEqual([]);
});
