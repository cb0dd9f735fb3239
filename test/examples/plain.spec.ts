import { browse } from '../fixtures/examples/catalogue.ts';
import { expect, test, type Example } from '../fixtures/examples/example.ts';
import * as film from '../fixtures/examples/film-for-sale.ts';
import { runCommand } from '../fixtures/examples/run-command.ts';

test.use({ domain: 9185, source: 'examples/plain' });

const unpack = ({ folder }: Example): Promise<void> =>
  runCommand(
    folder,
    'tar',
    '-xzf ../usher-runtime-0.1.0.tgz --strip-components=2 package/dist/cdn'.split(' '),
  );

test('the example without a build sells a film', async ({ page, example, noise }) => {
  await unpack(example);
  await page.goto(await example.serveFiles());
  await film.sell(page, example);
  expect(film.unexpected(noise)).toEqual([]);
});

test('the catalogue without a build shows pages, a search, a film and others beside it', async ({
  page,
  example,
  noise,
  platform,
  domain,
}) => {
  await unpack(example);
  await example.edit('catalogue.js', {
    'http://127.0.0.1:4174/v3.1/741': `${platform.url}/v3.1/${domain}`,
  });
  await page.goto(`${await example.serveFiles()}/catalogue.html`);
  await browse(page);
  expect(noise).toEqual([]);
});
