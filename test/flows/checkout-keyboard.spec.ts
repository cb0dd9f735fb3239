import type { Page } from '@playwright/test';
import { fillLogin, locked, payButton, rentButton, stageOf } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9286 });

/** What has the focus, through shadow trees: its text and its name. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return `${element?.textContent?.trim()} ${element?.getAttribute('name') ?? ''}`;
  });

/** Presses Tab until something with a text or a name has the focus. */
async function tabTo(page: Page, text: string, most: number): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).includes(text)) return;
  }
  throw new Error(`${text} is not reached by ${most} × Tab, but ${await focused(page)}`);
}

test('the keyboard alone buys a film: offer, login, payment, player', async ({ page, site }) => {
  await page.goto(`${site.url}/watch.html?gid=${locked.brazil}`);
  const stage = stageOf(page);
  await expect(rentButton(page)).toBeVisible();
  await tabTo(page, 'Rent for', 10);
  await page.keyboard.press('Enter');
  await expect(stage.getByRole('heading', { name: 'Log in' })).toBeFocused();
  await tabTo(page, 'username', 3);
  await page.keyboard.type('ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('lovelace');
  await page.keyboard.press('Enter');

  await expect(stage.getByRole('heading', { name: 'Rent for €4.99' })).toBeFocused();
  await tabTo(page, 'Pay €4.99 with Harbour Pay', 3);
  await expect(payButton(stage, 'In this page')).toBeFocused();
  await page.keyboard.press('Enter');

  const frame = page.frameLocator('iframe');
  const approve = frame.getByRole('button', { name: /^Approve/ });
  await expect(frame.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stage).toHaveAttribute('access', 'granted');
  await expect(page.locator('video')).toBeFocused();
});

test('“Back” leaves the payment step and Escape the payment, and the focus stays where the viewer was', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/watch.html?gid=${locked.fargo}`);
  const stage = stageOf(page);
  await expect(rentButton(page)).toBeVisible();
  const isAnonymous = await page.locator('[data-login]').isVisible();
  await rentButton(page).press('Enter');
  if (isAnonymous) await fillLogin(stage);
  const overview = stage.getByRole('heading', { name: 'Choose how to watch' });
  await expect(stage.getByRole('heading', { name: 'Rent for' })).toBeFocused();
  await stage.getByRole('button', { name: 'Back' }).press('Enter');
  await expect(overview).toBeFocused();
  await rentButton(page).press('Enter');
  await payButton(stage, 'In this page').press('Enter');
  await expect(page.frameLocator('iframe').locator('main')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(stage.getByRole('heading', { name: 'The payment was not completed' })).toBeFocused();
});
