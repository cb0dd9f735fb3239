import type { Page } from '@playwright/test';
import {
  fillLogin,
  locked,
  openFilm,
  payButton,
  rentButton,
  stageOf,
} from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9286 });

/** What has the focus, through shadow trees: its text and its name. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return `${element?.textContent?.trim()} ${element?.getAttribute('name') ?? ''}`;
  });

/** Presses Tab until something with a text or a name has the focus. Returns how often. */
async function tabTo(page: Page, text: string, most: number): Promise<number> {
  for (let pressed = 1; pressed <= most; pressed++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).includes(text)) return pressed;
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

/** Waits until the page has been drawn once more. */
const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));

test('a viewer who is logged in presses nine keys from the page to the film', async ({
  page,
  site,
}) => {
  await openFilm(page, site.url, locked.aviator);
  await page.goto(`${site.url}/watch.html?gid=${locked.shine}`);
  await expect(rentButton(page)).toBeVisible();
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys++;
    await page.keyboard.press(key);
  };
  await press('Tab');
  await expect(page.getByRole('link', { name: /^Skip to/ })).toBeFocused();
  await press('Enter');
  keys += await tabTo(page, 'Rent for', 2);
  await press('Enter');
  await expect(payButton(stageOf(page), 'In this page')).toBeVisible();
  keys += await tabTo(page, 'Pay ', 2);
  await press('Enter');
  await expect(page.frameLocator('iframe').locator('main')).toBeFocused();
  await press('Tab');
  await press('Enter');
  const video = page.locator('video');
  await expect(video).toBeFocused();
  await nextFrame(page); // the browser's own controls take no key before they are drawn
  await press('Space');
  await expect(video).toHaveJSProperty('paused', false);
  expect(keys).toBe(9);
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
