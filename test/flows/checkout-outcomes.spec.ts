import {
  choose,
  inPage,
  isRefusal,
  locked,
  openFilm,
  rent,
  stageOf,
  purchaseRows,
} from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9282 });

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
  await expect(page.locator('[data-stage-status]')).toContainText('Nothing was charged.');
  await expect(page.locator('video')).toHaveCount(0);

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
  await expect(stage).toHaveAttribute('data-access', 'granted');
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
    await expect(stage.getByRole('heading', { name: 'You cancelled the payment' })).toBeVisible();
    expect(site.calls('payment/finishtransaction')).toEqual([]);
    await stage.getByRole('button', { name: 'Other tickets' }).click();
    await expect(stage.getByRole('heading', { name: 'This one needs a ticket' })).toBeFocused();
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
    stage.getByRole('heading', { name: 'Your payment is being confirmed' }),
  ).toBeVisible();
  await expect(page.locator('[data-stage-status]')).toContainText('you are charged once at most');

  await page.goto(site.url);
  await expect(page.locator('[data-open-purchases]')).toContainText(
    'A payment of yours is being confirmed.',
  );
  await page.locator('[data-open-purchases]').getByRole('link', { name: 'My tickets' }).click();
  await expect(purchaseRows(page, 'pending')).toBeVisible();
  await purchaseRows(page).getByRole('link', { name: 'Trainspotting' }).click();
  await expect(
    stage.getByRole('heading', { name: 'Your payment is being confirmed' }),
  ).toBeVisible();

  provider.forward(180_000);
  await page.clock.fastForward(300_000);
  await expect(stage).toHaveAttribute('data-access', 'granted');
  expect(noise).toEqual([]);
});

test('a payment with a wrong signature opens nothing', async ({ page, site }) => {
  await openFilm(page, site.url, locked.yuma);
  await rent(page, 'On the provider’s page');
  await page.waitForURL(/\/pay\?/);
  await choose(page, 'Wrong signature');
  await page.waitForURL(/watch\.html/);
  await expect(
    stageOf(page).getByRole('heading', { name: 'The platform did not accept it' }),
  ).toBeVisible();
  await expect(stageOf(page)).toHaveAttribute('data-access', 'denied');
});

test('a provider whose script is blocked cannot be paid in the page; another way can be taken at once', async ({
  page,
  site,
}) => {
  await page.route('**/in-page.js', (route) => route.abort());
  await openFilm(page, site.url, locked.almostFamous);
  await rent(page, 'In this page');
  await expect(page.getByRole('alert')).toHaveText(
    'This way of paying does not work at the moment. Nothing was charged; try another one.',
  );
  await expect(page.locator('[data-pay]')).toBeFocused();
  expect(site.calls('payment/preparetransaction')).toEqual([]);
  await page.getByRole('radio', { name: 'On the provider’s page' }).check();
  await page.locator('[data-pay]').click();
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
  await stage.getByRole('button', { name: 'Other tickets' }).click();
  await rent(page, 'In this page'); // the same on other terms
  await expect(stage.getByRole('heading', { name: 'Waiting for your payment' })).toBeFocused();
  await page.clock.fastForward(11_000);
  await stage.locator('[data-resume]').click();
  await page.waitForURL(/\/pay\?/);
  await choose(page, 'Approve');
  await expect(stage).toHaveAttribute('data-access', 'granted');
  expect(
    site.calls('payment/preparetransaction').filter(({ method }) => method === 'POST'),
  ).toHaveLength(1);
});
