import {
  choose,
  enter,
  inPage,
  locked,
  openFilm,
  payButton,
  premiumFilm,
  stageOf,
} from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9283 });

test('a subscription is bought, made premium and kept from renewing', async ({
  page,
  site,
  noise,
}) => {
  await page.goto(`${site.url}/tickets.html`);
  await enter(page);
  const card = page.locator('.subscription');
  const offers = page.locator('usher-offers');
  await expect(offers.getByRole('button', { name: /^Subscribe/ })).toHaveCount(4);
  await expect(offers.locator('[part=offer]')).toHaveCount(4); // no film, and no upgrade
  await offers.getByRole('button', { name: 'Subscribe for €6.99' }).click();
  await expect(offers).toContainText('It renews by itself until you stop that');
  await payButton(offers, 'In this page').click();
  await choose(inPage(page), 'Approve');
  await expect(card).toHaveAttribute('data-level', 'default');
  await expect(card).toContainText('It renews by itself.');
  await expect(page.locator('usher-purchases [part=terms]').first()).toHaveText(
    '€6.99 a month · 12 months, €83.88 in total · renews until you stop it',
  );
  await expect(page.locator('usher-purchases h3')).toHaveText('Subscription');
  await expect(card.getByRole('heading')).toHaveText('Subscription');
  const [prepared] = site
    .calls('payment/preparetransaction')
    .filter(({ method }) => method === 'POST');
  expect(Object.fromEntries(new URLSearchParams(prepared!.query))).toMatchObject({
    operation: 'subscription',
    amount: '699',
    subscriptionDuration: '12',
    subscriptionIsPremium: '0',
    subscriptionWillBePayedMonthly: '1',
    subscriptionWillRenew: '1',
  });

  await page.goto(`${site.url}/watch.html?gid=${premiumFilm}`);
  await expect(stageOf(page)).toHaveAttribute('access', 'denied');
  await page.goto(`${site.url}/tickets.html`);

  await card.locator('[data-upgrade]').click();
  await choose(inPage(page), 'Decline');
  await expect(page.locator('.subscription-said')).toContainText('The payment was declined.');
  await card.locator('[data-upgrade]').click();
  await choose(inPage(page), 'Approve');
  await expect(page.locator('.subscription-said')).toContainText('You have premium now.');
  await expect(card).toHaveAttribute('data-level', 'premium');
  await expect(card.getByRole('heading')).toHaveText('Premium subscription');

  await card.getByText('Stop the renewal').click();
  await card.locator('[data-stop-renewal]').click();
  await expect(page.locator('.subscription-said')).toContainText('Done. It lasts until');
  await expect(card).toContainText('It does not renew.');
  await expect(card.locator('[data-stop-renewal]')).toHaveCount(0);
  await page.reload();
  await expect(card).toContainText('It does not renew.');

  await page.goto(`${site.url}/watch.html?gid=${premiumFilm}`);
  await expect(stageOf(page)).toHaveAttribute('access', 'granted');
  await expect(page.locator('[data-ticket]')).toContainText('In your subscription, paid until');
  expect(noise).toEqual([]);
});

test.describe('a subscriber of another house', () => {
  test.use({ domain: 9288 });

  test('an upgrade that is paid slowly is made when the viewer looks again, and paid once', async ({
    page,
    provider,
    site,
  }) => {
    await page.goto(`${site.url}/tickets.html`);
    await enter(page);
    const offers = page.locator('usher-offers');
    await offers.getByRole('button', { name: 'Subscribe for €7.99' }).click();
    await payButton(offers, 'In this page').click();
    await choose(inPage(page), 'Approve');
    const card = page.locator('.subscription');
    await expect(card).toBeVisible();
    await card.locator('[data-upgrade]').click();
    await choose(inPage(page), 'Slow');
    await expect(page.locator('.subscription-said')).toContainText('is being confirmed');
    await card.locator('[data-upgrade]').click();
    await expect(page.locator('.subscription-said')).toContainText('is being confirmed');
    provider.forward(180_000);
    await page.reload();
    await card.getByRole('button', { name: 'Check the payment for the upgrade' }).click();
    await expect(page.locator('.subscription-said')).toContainText('You have premium now.');
    await expect(page.locator('iframe')).toHaveCount(0);
  });
});

test.describe('a viewer without a subscription', () => {
  test.use({ domain: 9289 });

  test('a subscription bought at the door of a film opens the film there', async ({
    page,
    site,
  }) => {
    await openFilm(page, site.url, locked.fargo);
    const stage = stageOf(page);
    await stage.getByRole('button', { name: 'Subscribe for' }).last().click();
    await expect(stage.getByRole('heading', { name: 'Subscribe for €12.99' })).toBeVisible();
    await expect(stage).toContainText('Premium · renews until you stop it');
    await payButton(stage, 'In this page').click();
    await choose(inPage(page), 'Approve');
    await expect(stage).toHaveAttribute('access', 'granted');
    await expect(page.locator('[data-ticket]')).toContainText('In your subscription');
    await page.getByRole('link', { name: 'My tickets' }).first().click();
    const name = 'Premium subscription';
    await expect(page.locator('usher-purchases').getByRole('heading', { name })).toBeVisible();
    await expect(page.locator('.subscription').getByRole('heading', { name })).toBeVisible();
  });
});
