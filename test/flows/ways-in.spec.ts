import type { Page } from '@playwright/test';
import { leastContrastOf } from '../fixtures/flows/contrast.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9174 });

async function openOtherWays(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await page.locator('[data-login]').click();
  await expect(page.getByLabel('Voucher code')).toBeHidden();
  await page.getByText('Other ways in').click();
}

for (const { label, wrong, right, name, refused } of [
  {
    label: 'Code from your television',
    wrong: '1',
    right: '424242',
    name: 'ada',
    refused: /This code is wrong/,
  },
  {
    label: 'Voucher code',
    wrong: 'NO-SUCH',
    right: ' WELCOME-GRACE ',
    name: 'grace',
    refused: /This voucher cannot be redeemed/,
  },
]) {
  test(`${label}: nothing, a wrong one and the right one`, async ({ page, site }) => {
    await openOtherWays(page, site.url);
    const input = page.getByLabel(label);
    await input.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Type the code first.');
    await expect(input).toBeFocused();
    await input.fill(wrong);
    await input.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(refused);
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(input).toHaveAccessibleDescription(refused);
    await input.fill(right);
    await input.press('Enter');
    await expect(page.locator('[data-account]')).toHaveText(name);
    await expect(page.getByRole('dialog')).toBeHidden();
    const statuses = site
      .calls('session/login')
      .filter(({ method }) => method === 'POST')
      .map(({ status }) => status);
    expect(statuses).toEqual([401, 200]);
  });
}

test('the other ways are reached by the keyboard and fit a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await page.locator('[data-login]').press('Enter');
  const pressUntil = async (focused: string) => {
    for (let pressed = 0; pressed < 8; pressed++) {
      await page.keyboard.press('Tab');
      if (await page.locator(focused).evaluate((element) => element === document.activeElement)) {
        return;
      }
    }
    throw new Error(`${focused} is not reached`);
  };
  await pressUntil('.login-others summary');
  await page.keyboard.press('Enter');
  for (const stop of ['[data-directory]', '#login-code-input', '#login-voucher-input']) {
    await pressUntil(stop);
  }
  await expect(page.locator('#login-voucher-input')).toBeInViewport();
  const small = await page
    .locator('dialog :is(button, input, summary):visible')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 36).map((one) => one.outerHTML),
    );
  expect(small).toEqual([]);
  expect(
    await page.evaluate(() => {
      const dialog = document.querySelector('dialog')!;
      return dialog.scrollWidth - dialog.clientWidth;
    }),
  ).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-login]')).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the dialog and the privacy control can be read in ${colorScheme} mode`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openOtherWays(page, site.url);
    await page.getByLabel('Voucher code').press('Enter');
    for (const selector of [
      '.login .field',
      'usher-login label',
      'usher-login button',
      '.login-others summary',
      '.login-error:visible',
      '.login .button',
      '.login p:visible',
    ]) {
      expect(await leastContrastOf(page.locator(selector)), selector).toBeGreaterThanOrEqual(4.5);
    }
    await page.keyboard.press('Escape');
    await page.locator('[data-session]').click();
    await expect(page.locator('#session-panel')).toBeInViewport({ ratio: 1 });
    for (const selector of ['.privacy h3', '.privacy p', '.switch', '[data-forget]']) {
      expect(await leastContrastOf(page.locator(selector)), selector).toBeGreaterThanOrEqual(4.5);
    }
  });
}
