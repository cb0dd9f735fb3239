import type { Page } from '@playwright/test';
import { leastContrastOf } from '../fixtures/flows/contrast.ts';
import { expect, order, payAddress, test } from '../fixtures/provider/provider-test.ts';

const returned = async (page: Page): Promise<Record<string, string>> => {
  await expect(page.getByRole('heading', { name: 'Back at the shop' })).toBeVisible();
  return Object.fromEntries(new URL(page.url()).searchParams);
};

for (const { button, outcome } of [
  { button: 'Approve €4.99', outcome: 'approved' },
  { button: 'Decline', outcome: 'declined' },
  { button: /^Slow/, outcome: 'pending' },
]) {
  test(`the viewer returns with a verifiable "${outcome}" behind the query of the shop`, async ({
    page,
    provider,
    shop,
    noise,
  }) => {
    await page.goto(payAddress(provider.url, `${shop}/return?state=a%20b#part`));
    await expect(page.getByRole('heading', { name: 'Pay Lantern Row' })).toBeVisible();
    await page.getByRole('button', { name: button }).click();
    const { token, reference, ...rest } = await returned(page);
    expect(rest).toEqual({ state: 'a b', outcome });
    expect(page.url().replace(token!, 'T').replace(reference!, 'R')).toBe(
      `${shop}/return?state=a%20b&token=T&reference=R&outcome=${outcome}#part`,
    );
    expect(await provider.verify(token)).toEqual({
      iss: provider.url,
      aud: 'Lantern Row',
      sub: order.transaction,
      outcome,
      amount: 499,
      currency: 'EUR',
      reference,
      iat: Date.parse('2026-11-21T12:00:00Z') / 1000,
    });
    expect(provider.payments.map((payment) => payment.reference)).toEqual(
      outcome === 'approved' ? [reference] : [],
    );
    expect(noise).toEqual([]);
  });
}

test('a viewer who cancels returns without a token, and can still pay', async ({
  page,
  provider,
  shop,
  noise,
}) => {
  await page.goto(payAddress(provider.url, `${shop}/return`));
  await page.getByRole('button', { name: 'Cancel and return to Lantern Row' }).click();
  expect(await returned(page)).toEqual({ outcome: 'cancelled' });
  await page.goBack();
  await page.getByRole('button', { name: 'Approve' }).click();
  expect((await returned(page))['outcome']).toBe('approved');
  expect(provider.payments).toHaveLength(1);
  expect(noise).toEqual([]);
});

test('"approved" with a wrong signature does not verify, and charges no payment', async ({
  page,
  provider,
  shop,
}) => {
  await page.goto(payAddress(provider.url, `${shop}/return`));
  await page.getByRole('button', { name: 'Wrong signature' }).click();
  const { token, reference, outcome } = await returned(page);
  expect(outcome).toBe('approved');
  expect(JSON.parse(Buffer.from(token!.split('.')[0]!, 'base64url').toString())).toEqual({
    alg: 'EdDSA',
    kid: 'payments',
  });
  expect(JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString())).toMatchObject({
    sub: order.transaction,
    outcome,
    reference,
  });
  await expect(provider.verify(token)).rejects.toThrow('signature verification failed');
  expect(provider.payments).toEqual([]);
  expect((await fetch(`${provider.url}/payments/${reference}`)).status).toBe(404);
});

test('with "never" the viewer stays at the provider, also after a reload and hours later', async ({
  page,
  provider,
  shop,
  noise,
}) => {
  await page.goto(payAddress(provider.url, `${shop}/return`));
  await page.getByRole('button', { name: /^Never/ }).click();
  await expect(page.getByRole('status')).toContainText('We are still working on it');
  provider.advance(600);
  await page.reload();
  await expect(page.getByRole('status')).toContainText('We are still working on it');
  expect(new URL(page.url()).origin).toBe(provider.url);
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(provider.payments).toEqual([]);
  expect(noise).toEqual([]);
});

test('on the second visit the page says that it is paid, and returns the same token', async ({
  page,
  provider,
  shop,
}) => {
  const address = payAddress(provider.url, `${shop}/return`);
  await page.goto(address);
  await page.getByRole('button', { name: 'Approve' }).click();
  const first = await returned(page);
  await page.goto(address);
  await expect(page.getByRole('status')).toContainText(
    'You were charged €4.99 once, on November 21, 2026 at 12:00 UTC.',
  );
  await expect(page.getByRole('status')).toContainText(first['reference']!);
  await expect(page.getByRole('button')).toHaveCount(1);
  await page.getByRole('button', { name: 'Back to Lantern Row' }).click();
  expect(await returned(page)).toEqual(first);
  expect(provider.payments).toHaveLength(1);
});

test('after a decline the page says so, and the viewer can pay', async ({
  page,
  provider,
  shop,
}) => {
  const address = payAddress(provider.url, `${shop}/return`);
  await page.goto(address);
  await page.getByRole('button', { name: 'Decline' }).click();
  expect((await returned(page))['outcome']).toBe('declined');
  await page.goto(address);
  await expect(page.getByRole('status')).toContainText('Your last payment was declined.');
  await page.getByRole('button', { name: 'Approve €4.99' }).click();
  expect((await returned(page))['outcome']).toBe('approved');
  expect(provider.payments).toHaveLength(1);
});

test('a popup works the same way, and keeps its opener', async ({ page, provider, shop }) => {
  await page.goto(`${shop}/return`);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(
      (address) => void window.open(address, 'pay', 'popup'),
      payAddress(provider.url, `${shop}/return?popup=1`),
    ),
  ]);
  await popup.getByRole('button', { name: 'Approve' }).click();
  expect(await returned(popup)).toMatchObject({ popup: '1', outcome: 'approved' });
  expect(await popup.evaluate(() => Boolean(window.opener))).toBe(true);
});

test('the page works without a pointer and without scripts: Tab moves through it, Enter pays', async ({
  browser,
  provider,
  shop,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(payAddress(provider.url, `${shop}/return`));
  for (const name of [/^Approve/, 'Decline', /^Cancel/, /^Slow/, /^Never/, /^Wrong signature/]) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
    await expect(page.getByRole('button', { name })).toHaveCSS('outline', /3px$/);
  }
  for (let steps = 0; steps < 5; steps++) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  expect((await returned(page))['outcome']).toBe('approved');
  await page.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page fits a phone of 360 px and is readable, ${colorScheme}, with the longest words`, async ({
    browser,
    provider,
    shop,
  }) => {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 }, colorScheme });
    const long = {
      title: 'Donaudampfschifffahrtsgesellschaft'.repeat(5),
      merchant: 'Lanternrowlanternrowlanternrow'.repeat(3),
      amount: '123456789012',
    };
    await page.goto(payAddress(provider.url, `${shop}/return`, long));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    for (const button of await page.getByRole('button').all()) {
      const { x, width, height } = (await button.boundingBox())!;
      expect([x >= 0, x + width <= 360, height >= 44], await button.innerText()).toEqual([
        true,
        true,
        true,
      ]);
    }
    expect(
      await leastContrastOf(
        page.locator(':is(h1, h2, p, dt, dd, legend, button, span, strong, bdi):visible'),
      ),
    ).toBeGreaterThanOrEqual(4.5);
    await page.close();
  });
}

test('nothing moves for a viewer who prefers reduced motion', async ({
  browser,
  provider,
  shop,
}) => {
  for (const [reducedMotion, running] of [
    ['no-preference', 1],
    ['reduce', 0],
  ] as const) {
    const page = await browser.newPage({ reducedMotion });
    await page.goto(payAddress(provider.url, `${shop}/return`, { transaction: reducedMotion }));
    await page.getByRole('button', { name: /^Never/ }).click();
    await expect(page.getByRole('status')).toBeVisible();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(running);
    await page.close();
  }
});
