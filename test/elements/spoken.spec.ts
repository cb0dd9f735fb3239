import type { Locator, Page } from '@playwright/test';
import { filmPath, gateOf, openAsAda, rentBy } from '../fixtures/elements/film-page.ts';
import { recordSpoken, takeSpoken } from '../fixtures/elements/spoken.ts';
import { choose, enter, inPage, locked, openFilm, rent } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9523 });

const outcomes = /declined|not completed|watch now|Rented until|^Paid$|No connection|not load/;

/** What was said of an outcome. The steps on the way to it are left out. */
async function takeOutcomes(page: Page): Promise<string[]> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const spoken = await takeSpoken(page);
  const texts = spoken.map(({ text }) => text);
  expect(texts.join(' ')).not.toMatch(/\d{5}/); // an ID
  const waiting = texts.filter((text) => text.startsWith('Waiting for your payment'));
  expect(waiting.length).toBeLessThanOrEqual(1); // the payment gives the focus back
  return texts.filter((text) => outcomes.test(text));
}

const declined = 'The payment was declined Nothing was charged. Try again, or pay in another way.';
const abandoned = 'The payment was not completed You can start again at any time.';
const bought = 'You have bought this You can watch now.';

/** Declines, cancels and approves a payment: each outcome is said once. */
async function expectOutcomes(
  page: Page,
  { pay, receipt }: { readonly pay: () => Promise<void>; readonly receipt: Locator },
): Promise<void> {
  await takeOutcomes(page);
  for (const [choice, title, news] of [
    ['Decline', 'The payment was declined', declined],
    ['Cancel', 'The payment was not completed', abandoned],
  ] as const) {
    await pay();
    await choose(inPage(page), choice);
    await expect(gateOf(page).getByRole('heading', { name: title })).toBeFocused();
    expect(await takeOutcomes(page)).toEqual([news]);
  }
  await pay();
  await choose(inPage(page), 'Approve');
  await expect(receipt).toContainText('Rented until');
  await expect(page.locator('video')).toBeFocused();
  expect(await takeOutcomes(page)).toEqual([bought]);
}

test('a page of elements says each outcome once, beside its list of purchases', async ({
  page,
  site,
}) => {
  await recordSpoken(page);
  await openAsAda(page, site.url);
  await expectOutcomes(page, {
    pay: () => rentBy(page, 'Pay €4.99 with Harbour Pay'),
    receipt: page.locator('usher-purchases'),
  });
});

test('the page of a film says each outcome once', async ({ page, site }) => {
  await recordSpoken(page);
  await openFilm(page, site.url, locked.brazil);
  await expectOutcomes(page, {
    pay: () => rent(page, 'In this page'),
    receipt: page.locator('[data-ticket]'),
  });
});

test('a gate says that the platform cannot be reached, and again after another try', async ({
  page,
  platform,
  site,
}) => {
  await recordSpoken(page);
  await page.route(`${platform.url}/**`, (route) => route.abort());
  await page.goto(site.url + filmPath);
  const retry = gateOf(page).getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible({ timeout: 45_000 });
  const news = 'No connection The service cannot be reached. Check your connection and try again.';
  await expect.poll(() => takeOutcomes(page)).toEqual([news]);
  await retry.click();
  await expect.poll(() => takeOutcomes(page), { timeout: 45_000 }).toEqual([news]);
});

test('a page says once that it is offline, and once that all works again', async ({
  context,
  page,
  site,
}) => {
  await recordSpoken(page);
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  const texts = async (): Promise<string[]> => (await takeSpoken(page)).map(({ text }) => text);
  await texts();
  for (const time of ['first', 'second']) {
    await context.setOffline(true);
    const news = ['You are offline. What you see may be old.'];
    await expect.poll(texts, `${time} loss`).toEqual(news);
    await context.setOffline(false);
    await expect.poll(texts, `${time} return`).toEqual(['Everything works again.']);
  }
});

test('the field of vouchers says each result once', async ({ page, site }) => {
  await recordSpoken(page);
  await page.goto(`${site.url}/tickets.html`);
  await enter(page);
  const form = page.locator('[data-voucher]');
  const status = form.getByRole('status'); // known before its first text
  await expect(status).toHaveCount(1);
  const redeem = async (code: string, result: RegExp): Promise<string[]> => {
    await takeSpoken(page);
    await form.getByLabel('Voucher code').fill(code);
    await page.keyboard.press('Enter');
    await expect(status).toHaveText(result);
    await expect(form.getByRole('button')).toBeEnabled();
    const texts = (await takeSpoken(page)).map(({ text }) => text);
    return texts.filter((text) => text !== 'One moment …');
  };
  await redeem('LAST-YEAR', /expired/);
  expect(await redeem('USED-UP', /used up/)).toEqual(['This voucher is used up.']);
  const redeemed = await redeem('FREE-MONTH', /^Redeemed/);
  expect(redeemed).toEqual([expect.stringContaining('It opens everything in the house until')]);
});
