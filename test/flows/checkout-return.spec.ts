import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  choose,
  enter,
  locked,
  openFilm,
  purchaseRows,
  rent,
  stageOf,
} from '../fixtures/flows/checkout.ts';
import { expect, test, type TestProvider } from '../fixtures/flows/site.ts';

test.use({ domain: 9285 });

/** What the provider sends a viewer back with who approves at the address of its page. */
async function approve(provider: TestProvider, page: string): Promise<URL> {
  const query = new URL(page).searchParams;
  const text = (name: string): string => query.get(name)!;
  const order = {
    transaction: text('transaction'),
    merchant: text('merchant'),
    title: text('title'),
    amount: Number(text('amount')),
    currency: text('currency'),
  };
  const { token, reference, outcome } = await provider.pay(order, 'approve');
  return new URL(
    `${text('return')}&${new URLSearchParams({ token: token!, reference: reference!, outcome }).toString()}`,
  );
}

test('a return that is opened in another browser is told as that, and grants nothing; the first browser goes on', async ({
  browser,
  page,
  provider,
  site,
}) => {
  await openFilm(page, site.url, locked.brazil);
  await rent(page, 'On the provider’s page');
  await page.waitForURL(/\/pay\?/);
  const address = await approve(provider, page.url());

  const context = await browser.newContext();
  const another = await context.newPage();
  for (const path of ['/watch.html', '/return.html']) {
    const url = new URL(address);
    url.pathname = path;
    await another.goto(url.href);
    await expect(another.getByText('was not started in this browser')).toBeVisible();
    expect(another.url()).not.toContain('token');
  }
  await another.goto(`${site.url}/watch.html?gid=${locked.brazil}`);
  await expect(stageOf(another)).toHaveAttribute('access', 'denied');
  expect(site.calls('payment/finishtransaction')).toEqual([]);
  await context.close();

  await page.goto(address.href);
  await expect(stageOf(page)).toHaveAttribute('access', 'granted');
});

test('a return while another viewer is logged in is kept for the one who paid', async ({
  page,
  site,
}) => {
  await openFilm(page, site.url, locked.fargo);
  await rent(page, 'On the provider’s page');
  await page.waitForURL(/\/pay\?/);
  const other = await page.context().newPage();
  await other.goto(`${site.url}/`);
  await other.locator('[data-account]').click();
  await other.getByRole('button', { name: 'Log out' }).click();
  await enter(other, 'kim', 'young');
  await choose(page, 'Approve');
  await expect(page.locator('[data-news]')).toContainText(
    'This payment belongs to another viewer.',
  );
  await expect(stageOf(page)).toHaveAttribute('access', 'denied');
  await page.goto(`${site.url}/tickets.html`);
  await expect(page.getByText('Nothing bought on this device yet.')).toBeVisible();

  await page.locator('[data-account]').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await enter(page);
  await expect(purchaseRows(page, 'granted')).toBeVisible({ timeout: 15_000 });
});

test('the page to return to leads nowhere else, and is quiet', async ({ page, site, noise }) => {
  const answer = await page.goto(`${site.url}/return.html`);
  expect(answer!.headers()['content-security-policy']).toContain("script-src 'self';");
  await expect(page.getByRole('heading', { name: 'Nothing to finish here' })).toBeVisible();
  const scripts = await page.evaluate(() =>
    [...document.scripts].map(({ src }) => new URL(src).pathname),
  );
  expect(scripts).toEqual(['/dist/cdn/usher.js', '/page/pages/return.ts']);
  await page.getByRole('link', { name: 'To the front page' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  expect(noise).toEqual([]);
});

/** The return page of the package, filled in as its README says, at an address of the site. */
async function serveShippedPage(page: Page, url: string, baseUrl: string): Promise<void> {
  const shipped = readFileSync('dist/cdn/return.html', 'utf8')
    .replace('https://api.example.com/v3.1/741', baseUrl)
    .replace('data-domain="741"', `data-domain="${baseUrl.split('/').at(-1)}"`)
    .replace(/src="(usher|return)\.js"/g, 'src="/dist/cdn/$1.js"');
  await page.route(`${url}/shipped.html**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: shipped }),
  );
}

test(
  'the return page of the package finishes the purchase, and leads back to where it was begun',
  { tag: '@main' },
  async ({ page, provider, site, noise }) => {
    // A page that the test answers for has no address that is this machine's.
    await page.context().grantPermissions(['local-network-access']);
    await openFilm(page, site.url, locked.shine);
    const baseUrl = await page.locator('meta[name=usher-base-url]').getAttribute('content');
    await serveShippedPage(page, site.url, baseUrl!);
    await rent(page, 'On the provider’s page');
    await page.waitForURL(/\/pay\?/);
    const address = await approve(provider, page.url());
    address.pathname = '/shipped.html';
    const finishedOn: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/payment/finishtransaction') && request.method() !== 'OPTIONS') {
        finishedOn.push(new URL(page.url()).pathname);
      }
    });
    await page.goto(address.href);
    await page.waitForURL(`${site.url}/watch.html?gid=${locked.shine}`);
    await expect(stageOf(page)).toHaveAttribute('access', 'granted');
    expect(site.calls('payment/finishtransaction')).toHaveLength(1);
    expect(finishedOn).toEqual(['/shipped.html']);

    await page.goto(`${site.url}/shipped.html`);
    await expect(page).toHaveURL(`${site.url}/`);
    expect(noise).toEqual([]);
  },
);

test('the return page of the package stores no session on a device that has none', async ({
  page,
  platform,
  site,
  domain,
}) => {
  await page.context().grantPermissions(['local-network-access']);
  await page.route(`${site.url}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Home</title>' }),
  );
  await serveShippedPage(page, site.url, `${platform.url}/v3.1/${domain}`);
  await page.goto(`${site.url}/shipped.html?usher-return=${domain}.other`);
  await expect(page).toHaveTitle('Home');
  expect(site.calls('session/init')).toHaveLength(1);
  // Under `consented`, the shop takes a stored session for the consent of the viewer.
  const names = await page.evaluate(() => Object.keys(localStorage));
  expect(names.filter((name) => name.endsWith(`|${domain}`))).toEqual([]);
});
