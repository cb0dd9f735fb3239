import { Hono } from 'hono';
import { listen } from '../../demo/platform/listen.ts';
import { adapterCode } from '../../demo/provider/adapter-code.ts';
import { choose, inPage } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9175 });

interface OwnPage {
  readonly site: string;
  readonly baseUrl: string;
  readonly provider: string;
  readonly item: string;
}

const nonce = 'b3duLXBhZ2U';

/** A strict policy with the few addresses that the page needs. */
const policyOf = ({ site, baseUrl, provider }: OwnPage): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${site} ${provider}`,
    `connect-src ${new URL(baseUrl).origin}`,
    `frame-src ${provider}`,
    'img-src data:',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** A page that was made with what `npm start` prints, and nothing of the demo. */
function ownPage({ site, baseUrl, provider, item }: OwnPage): string {
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A page</title>
    <button disabled></button><output></output>
    <script type="module" nonce="${nonce}">
      import { createUsher, formatPrice } from '${site}/dist/cdn/usher.js';
      const usher = createUsher({ baseUrl: '${baseUrl}' });
      ${adapterCode(provider)}
      const film = usher.item({ item: '${item}', streamtype: 'video' });
      const button = document.querySelector('button');
      const output = document.querySelector('output');
      await usher.login({ username: 'ada', password: 'lovelace' });
      film.$state.subscribe(({ access, offers: [offer] }) => {
        output.textContent = access;
        if (!offer) return;
        button.textContent = 'Rent for ' + formatPrice(offer, 'en');
        button.disabled = false;
        button.onclick = () => film.buy(offer, { provider: 'harbour' });
      });
    </script>`;
}

test('a page of its own under a strict policy sells the film for sale by the printed lines', async ({
  page,
  platform,
  provider,
  site,
  noise,
}) => {
  const { item } = (await platform.filmForSale())!;
  const baseUrl = `${platform.url}/v3.1/9175`;
  const given: OwnPage = { site: site.url, baseUrl, provider: provider.url, item };
  const headers = { 'Content-Security-Policy': policyOf(given) };
  const server = await listen(
    new Hono().get('/', (context) => context.html(ownPage(given), 200, headers)),
    0,
  );
  await page.goto(server.url);
  await expect(page.locator('output')).toHaveText('denied');
  await page.getByRole('button', { name: 'Rent for €4.99' }).click();
  await choose(inPage(page), 'Approve €4.99');
  await expect(page.locator('output')).toHaveText('granted');
  expect(noise).toEqual([]);
  await server.close();
});
