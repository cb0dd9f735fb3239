import { browse } from '../fixtures/examples/catalogue.ts';
import { expect, test } from '../fixtures/examples/example.ts';
import { unexpected } from '../fixtures/examples/film-for-sale.ts';
import { sellWithVite } from '../fixtures/examples/sell-with-vite.ts';

test.use({ domain: 9180, source: 'examples/react' });

test('the React example sells a film, under StrictMode and hot reload too', async ({
  page,
  example,
  noise,
}) => {
  await sellWithVite({ page, example, noise }, 'src/app.tsx');
});

test('the React catalogue shows pages, a search, a film and others beside it', async ({
  page,
  example,
  noise,
}) => {
  await page.goto(`${await example.serveVite()}/catalogue.html`);
  await browse(page);
  expect(unexpected(noise, /\[vite\]|React DevTools|Lit is in dev mode/)).toEqual([]);
});
