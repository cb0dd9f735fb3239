import type { Page } from '@playwright/test';
import {
  choose,
  choosePaymentWay,
  inPage,
  isRefusal,
  locked,
  openFilm,
  payButton,
  purchaseRows,
  rent,
  rentButton,
  stageOf,
} from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9282 });

test('a film that was bought elsewhere is owned, not declined', async ({ browser, page, site }) => {
  await openFilm(page, site.url, locked.aviator);
  const choosePurchase = async (where: Page): Promise<void> => {
    await stageOf(where).getByRole('button', { name: 'Buy for' }).click();
    await payButton(stageOf(where), 'In this page').waitFor();
  };
  await choosePurchase(page);

  const another = await (await browser.newContext()).newPage();
  await openFilm(another, site.url, locked.aviator);
  await choosePurchase(another);
  await payButton(stageOf(another), 'In this page').click();
  await choose(inPage(another), 'Approve');
  await expect(stageOf(another)).toHaveAttribute('access', 'granted');
  await another.context().close();

  await payButton(stageOf(page), 'In this page').click();
  await expect(stageOf(page)).toHaveAttribute('access', 'granted');
  await expect(page.locator('video')).toBeFocused();
  await page.goto(`${site.url}/tickets.html`);
  const row = purchaseRows(page, 'failed');
  await expect(row).toContainText('You own this already');
  await expect(row).toContainText('Nothing was charged.');
});

test('a payment whose page is left while it is prepared can be continued on the next page', async ({
  page,
  site,
}) => {
  await openFilm(page, site.url, locked.shine);
  await page.route('**/payment/preparetransaction*', () => {}); // no answer comes
  await rent(page, 'In this page');
  const stage = stageOf(page);
  await expect(stage.getByRole('heading', { name: 'Preparing the payment' })).toBeVisible();
  const proceed = stage.getByRole('button', { name: 'Continue' });
  await expect(proceed).toHaveCount(0);

  await page.reload();
  await page.unroute('**/payment/preparetransaction*');
  await expect(stage.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await proceed.click();
  await choose(inPage(page), 'Approve');
  await expect(stage).toHaveAttribute('access', 'granted');
});

test('a payment that is declined is told as that, and can be deleted and begun anew', async ({
  page,
  site,
  noise,
}) => {
  await openFilm(page, site.url, locked.brazil);
  await rent(page, 'In this page');
  await choose(inPage(page), 'Decline');
  const stage = stageOf(page);
  await expect(stage.getByRole('heading', { name: 'The payment was declined' })).toBeFocused();
  await expect(stage).toContainText('Nothing was charged.');
  await expect(page.locator('video')).toBeHidden();

  await page.goto(`${site.url}/tickets.html`);
  const row = purchaseRows(page);
  await expect(purchaseRows(page, 'failed')).toContainText('Brazil');
  await page.locator('[data-delete]').click();
  await expect(row).toHaveCount(0);
  const [deleted] = site
    .calls('payment/cancelsubscription')
    .filter(({ method }) => method === 'DELETE');
  expect([deleted!.status, new URLSearchParams(deleted!.query).get('cancelTransaction')]).toEqual([
    200,
    '1',
  ]);

  await openFilm(page, site.url, locked.brazil);
  await rent(page, 'In this page');
  await choose(inPage(page), 'Approve');
  await expect(stage).toHaveAttribute('access', 'granted');
  expect(noise.filter((line) => !isRefusal(line))).toEqual([]);
});

for (const way of ['In this page', 'On the provider’s page'] as const) {
  test(`a payment that is cancelled (${way}) leaves the film at its price`, async ({
    page,
    site,
    noise,
  }) => {
    await openFilm(page, site.url, locked.fargo);
    await rent(page, way);
    if (way !== 'In this page') await page.waitForURL(/\/pay\?/);
    await choose(way === 'In this page' ? inPage(page) : page, 'Cancel');
    const stage = stageOf(page);
    expect(site.calls('payment/finishtransaction')).toEqual([]);
    await expect(
      stage.getByRole('heading', { name: 'The payment was not completed' }),
    ).toBeVisible();
    await expect(rentButton(page)).toBeVisible();
    expect(noise).toEqual([]);
  });
}

test('a payment that takes its time is pending, on every page, until the provider has confirmed it', async ({
  page,
  provider,
  site,
  noise,
}) => {
  await page.clock.install();
  await openFilm(page, site.url, locked.trainspotting);
  await rent(page, 'In this page');
  await choose(inPage(page), 'Slow');
  const stage = stageOf(page);
  await expect(
    stage.getByRole('heading', { name: 'Your payment is being processed' }),
  ).toBeVisible();
  await expect(
    stage.getByRole('status').filter({ hasText: 'access starts by itself' }),
  ).toBeVisible();

  await page.goto(site.url);
  await expect(page.locator('[data-open-purchases]')).toContainText(
    'A payment of yours is being confirmed.',
  );
  await page.locator('[data-open-purchases]').getByRole('link', { name: 'My tickets' }).click();
  await expect(purchaseRows(page, 'pending')).toBeVisible();
  await purchaseRows(page).getByRole('link', { name: 'Trainspotting' }).click();
  await expect(
    stage.getByRole('heading', { name: 'Your payment is being processed' }),
  ).toBeVisible();

  provider.forward(180_000);
  await page.clock.fastForward(300_000);
  await expect(stage).toHaveAttribute('access', 'granted');
  expect(noise).toEqual([]);
});

test('a payment with a wrong signature opens nothing', async ({ page, site }) => {
  await openFilm(page, site.url, locked.yuma);
  await rent(page, 'On the provider’s page');
  await page.waitForURL(/\/pay\?/);
  await choose(page, 'Wrong signature');
  await page.waitForURL(/watch\.html/);
  await expect(stageOf(page).getByText('The payment was declined')).toBeVisible();
  await expect(stageOf(page)).toHaveAttribute('access', 'denied');
});

test('a provider whose script is blocked cannot be paid in the page; another way can be taken at once', async ({
  page,
  site,
}) => {
  await page.route('**/in-page.js', (route) => route.abort());
  await openFilm(page, site.url, locked.almostFamous);
  await choosePaymentWay(page, 'All three, as a choice');
  await rent(page, 'In this page');
  const stage = stageOf(page);
  await expect(stage.getByRole('alert')).toHaveText(
    'This way of paying does not work at the moment. Nothing was charged. Try again, or pay in another way.',
  );
  await expect(payButton(stage, 'In this page')).toBeFocused();
  expect(site.calls('payment/preparetransaction')).toEqual([]);
  await payButton(stage, 'On the provider’s page').click();
  await page.waitForURL(/\/pay\?/);
});

test('who leaves the provider by the back button goes on with the same payment, and finds no second one', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openFilm(page, site.url, locked.americanBeauty);
  await rent(page, 'On the provider’s page');
  await page.waitForURL(/\/pay\?/);
  await page.goBack();
  const stage = stageOf(page);
  await expect(stage.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await expect(rentButton(page)).toBeHidden(); // nothing else is sold meanwhile
  await page.clock.fastForward(11_000);
  await stage.getByRole('button', { name: 'Continue the payment' }).click();
  await page.waitForURL(/\/pay\?/);
  await choose(page, 'Approve');
  await expect(stage).toHaveAttribute('access', 'granted');
  expect(
    site.calls('payment/preparetransaction').filter(({ method }) => method === 'POST'),
  ).toHaveLength(1);
});
