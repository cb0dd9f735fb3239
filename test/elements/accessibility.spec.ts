import type { Page } from '@playwright/test';
import { fillLogin, filmPath, findings, gateOf } from '../fixtures/elements/film-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9522 });

const places = [
  { name: 'light', scheme: 'light', width: 1280, dir: 'ltr' },
  { name: 'dark', scheme: 'dark', width: 1280, dir: 'ltr' },
  { name: 'at 360 px', scheme: 'light', width: 360, dir: 'ltr' },
  { name: 'right to left', scheme: 'dark', width: 360, dir: 'rtl' },
] as const;

async function expectFine(page: Page, step: string): Promise<void> {
  expect(await findings(page), step).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, step).toBeLessThanOrEqual(0);
}

for (const { name, scheme, width, dir } of places) {
  test(`axe finds no problem in the elements, ${name}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(site.url + filmPath);
    await page.evaluate((direction) => {
      document.documentElement.dir = direction;
    }, dir);
    const gate = gateOf(page);
    await expect(gate.getByRole('button', { name: 'Rent for' })).toBeVisible();
    await expectFine(page, 'offers');
    await page.locator('usher-account').getByRole('button', { name: 'Log in' }).click();
    await gate.getByRole('button', { name: 'Rent for' }).click();
    await fillLogin(gate, 'wrong');
    await expect(gate.getByText('User name or password is wrong.')).toBeVisible();
    await expectFine(page, 'login');
    await fillLogin(gate);
    await expect(gate.getByRole('button', { name: 'Pay €4.99' }).first()).toBeVisible();
    await expectFine(page, 'payment');
    const opening = page.waitForEvent('popup');
    await gate.getByRole('button', { name: 'in a window' }).click();
    await (await opening).waitForURL(/\/pay\?/);
    await expect(gate.getByText('Waiting for your payment')).toBeVisible();
    await expectFine(page, 'purchase');
    await gate.getByRole('button', { name: 'Cancel this payment' }).click();
    await expect(gate.getByText('The payment was not completed')).toBeVisible();
    await gate.getByRole('button', { name: 'Redeem a voucher' }).click();
    await expect(gate.getByLabel('Voucher code')).toBeVisible();
    await expectFine(page, 'voucher');
  });
}
