import type { Page } from '@playwright/test';
import {
  enter,
  fillLogin,
  isRefusal,
  locked,
  stageOf,
  voucherFilm,
} from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9284 });

async function redeem(page: Page, code: string): Promise<void> {
  const input = page.locator('[data-voucher] input');
  await input.fill(code);
  await input.press('Enter');
}

test(
  'a voucher opens its film at the door, after the login that it needs, and only once',
  { tag: '@main' },
  async ({ browser, page, site, noise }) => {
    await page.goto(`${site.url}/watch.html?gid=${voucherFilm}`);
    const stage = stageOf(page);
    await stage.getByRole('button', { name: 'Redeem a voucher' }).click();
    await expect(stage.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await fillLogin(stage);
    await stage.getByRole('textbox', { name: 'Voucher code' }).fill(' ONE-FILM ');
    await stage.getByRole('button', { name: 'Redeem' }).click();
    await expect(stage).toHaveAttribute('access', 'granted');
    await expect(page.locator('[data-ticket]')).toContainText('Opened by your voucher for good.');
    expect(noise).toEqual([]);

    const another = await (await browser.newContext()).newPage();
    await another.goto(`${site.url}/tickets.html`);
    await enter(another, 'grace', 'hopper');
    await redeem(another, 'ONE-FILM');
    await expect(another.locator('.voucher-said')).toHaveText('This voucher is used up.');
    await expect(another.locator('[data-voucher] input')).toBeFocused();
    await another.context().close();
  },
);

test('each voucher that does not count says why', async ({ page, site, noise }) => {
  await page.goto(`${site.url}/tickets.html`);
  await enter(page);
  for (const [code, words] of [
    ['', 'Type the code first.'],
    ['NO-SUCH', 'There is no such voucher. Check the letters.'],
    ['LAST-YEAR', 'This voucher has expired.'],
    ['USED-UP', 'This voucher is used up.'],
    ['WELCOME-GRACE', /is for logging in/],
  ] as const) {
    await redeem(page, code);
    await expect(page.locator('.voucher-said')).toHaveText(words);
    await expect(page.locator('[data-voucher] input')).toHaveAttribute('aria-invalid', 'true');
  }
  await redeem(page, 'FREE-MONTH');
  await expect(page.locator('.voucher-said')).toHaveText(
    /^Redeemed\. It opens everything in the house until /,
  );
  await redeem(page, 'FREE-MONTH');
  await expect(page.locator('.voucher-said')).toHaveText('This voucher is used up.');
  expect(noise.filter((line) => !isRefusal(line))).toEqual([]);
});

test('a voucher without an answer is not sent twice, and the viewer is told that it may have been redeemed', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/tickets.html`);
  await enter(page);
  let sent = 0;
  await page.route('**/payment/redeemvoucher*', (route) => {
    sent++;
    return route.abort('connectionreset');
  });
  await redeem(page, 'THREE-EVENINGS');
  await expect(page.locator('.voucher-said')).toContainText('may have been redeemed');
  expect(sent).toBe(1);
});

test.describe('at another film', () => {
  test.use({ domain: 9293 });

  test('a voucher of another film says which one it has opened, and leads there', async ({
    page,
    site,
  }) => {
    await page.goto(`${site.url}/watch.html?gid=${locked.brazil}`);
    const stage = stageOf(page);
    await stage.getByRole('button', { name: 'Redeem a voucher' }).click();
    await expect(stage).toContainText('Log in to redeem your voucher.');
    await fillLogin(stage, 'ada');
    await stage.getByRole('textbox', { name: 'Voucher code' }).fill('THREE-EVENINGS');
    await stage.getByRole('button', { name: 'Redeem' }).click();
    await expect(stage.getByRole('heading', { name: 'The code has been redeemed.' })).toBeFocused();
    await expect(stage).toContainText('It is for another film.');
    await expect(stage.getByRole('alert')).toHaveCount(0);
    await stage.getByRole('status').getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`gid=${voucherFilm}$`));
    await expect(stage).toHaveAttribute('access', 'granted');
  });
});
