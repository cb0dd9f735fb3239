import type { Page } from '@playwright/test';
import { films } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9105 });

/** Presses Tab until an element has the focus; each stop on the way must be seen. */
async function tabTo(page: Page, selector: string, most: number): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(isFocusSeen), `focus after ${pressed + 1} × Tab`).toBe(true);
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

function isFocusSeen(): boolean {
  const focused = document.activeElement!;
  if (focused === document.body) return true; // between the page and the browser's own controls
  const style = getComputedStyle(focused);
  const box = focused.getBoundingClientRect();
  return (
    style.outlineStyle !== 'none' &&
    parseFloat(style.outlineWidth) >= 2 &&
    box.width > 0 &&
    box.right > 0 &&
    box.left < innerWidth
  );
}

test('the keyboard alone goes from the skip link by the search to a film and its login', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await expect(page.locator('.hero a')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the programme' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to the programme' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await tabTo(page, '.hero a', 2);

  await page.reload();
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await tabTo(page, '#q', 6);
  await page.keyboard.type(films.free.query);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-results] .poster').first()).toBeVisible();

  await tabTo(page, `[data-results] [data-gid="${films.free.gid}"]`, 40);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: films.free.title })).toBeVisible();

  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await tabTo(page, '[data-login]', 8);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await tabTo(page, 'usher-login input[name=username]', 3);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('[data-login]')).toBeFocused();
});

test('the session’s details open and close by the keyboard', async ({ page, site }) => {
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await tabTo(page, '[data-session]', 8);
  await page.keyboard.press('Enter');
  await expect(page.locator('#session-panel')).toBeVisible();
  await expect(page.locator('[data-session-id]')).toHaveText(/^\d{19}$/);
  await page.keyboard.press('Escape');
  await expect(page.locator('#session-panel')).toBeHidden();
  await expect(page.locator('[data-session]')).toBeFocused();
});

test('login and logout work by the keyboard, and the focus is never lost', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await tabTo(page, '[data-login]', 8);
  await page.keyboard.press('Enter');
  await tabTo(page, 'usher-login input[name=username]', 3);
  await page.keyboard.type('ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('lovelace');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-account]')).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, '[data-logout]', 3);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-login]')).toBeFocused();
});
