import type { Page } from '@playwright/test';
import { locked, stageOf } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9286 });

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, selector: string, most: number): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab');
    if (
      await page
        .locator(selector)
        .first()
        .evaluate((element) => element === document.activeElement)
    ) {
      return;
    }
  }
  throw new Error(`${selector} is not reached by ${most} × Tab`);
}

test('the keyboard alone buys a film: door, login, desk, payment, player', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/watch.html?gid=${locked.brazil}`);
  const stage = stageOf(page);
  await expect(stage.locator('[data-buy]')).toBeVisible();
  await tabTo(page, '[data-buy]', 10);
  await page.keyboard.press('Enter');
  await tabTo(page, 'usher-login input[name=username]', 3);
  await page.keyboard.type('ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('lovelace');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Your ticket' })).toBeFocused();
  await tabTo(page, '.desk [name=way]', 3);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'In a window' })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await tabTo(page, '[data-pay]', 3);
  await page.keyboard.press('Enter');

  const frame = page.frameLocator('iframe');
  const approve = frame.getByRole('button', { name: /^Approve/ });
  await expect(frame.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stage).toHaveAttribute('data-access', 'granted');
  await expect(page.locator('video')).toBeFocused();
});

test('Escape leaves the desk and the payment, and the focus stays where the viewer was', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/watch.html?gid=${locked.fargo}`);
  const stage = stageOf(page);
  if (await page.locator('[data-login]').isVisible()) {
    await stage.getByRole('button', { name: 'Log in to watch' }).click();
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('lovelace');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-account]')).toHaveText('ada');
  }
  await stage.locator('[data-buy]').press('Enter');
  await expect(page.getByRole('heading', { name: 'Your ticket' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(stage.locator('[data-buy]')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.locator('[data-pay]').press('Enter');
  await expect(page.frameLocator('iframe').locator('main')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(stage.getByRole('heading', { name: 'You cancelled the payment' })).toBeFocused();
});
