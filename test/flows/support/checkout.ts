import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expect } from './site.ts';

/**
 * Locked films of the catalogue that every adult may watch; each test takes one of its own, since
 * what is bought stays so.
 */
export const locked = {
  brazil: '5000002',
  fargo: '5000013',
  shine: '5000041',
  trainspotting: '5000049',
  yuma: '5000063',
  almostFamous: '5000084',
  americanBeauty: '5000091',
  americanGangster: '5000094',
  apocalypto: '5000107',
  aviator: '5000126',
  bigFish: '5000155',
  lebowski: '5000156',
} as const;
/** For premium subscribers only. */
export const premiumFilm = '5000403';
/** What the demo voucher ONE-FILM opens. */
export const voucherFilm = '5000311';

export type Way = 'In this page' | 'In a window' | 'On the provider’s page';

export const stageOf = (page: Page): Locator => page.locator('[data-stage]');

/** Logs in on the page that is shown. */
export async function enter(page: Page, username = 'ada', password = 'lovelace'): Promise<void> {
  await page.locator('[data-login]').click();
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-account]')).toHaveText(username);
}

/** Opens a film's page as a viewer who is logged in. */
export async function openFilm(page: Page, url: string, gid: string): Promise<void> {
  await page.goto(`${url}/watch.html?gid=${gid}`);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  if (await page.locator('[data-login]').isVisible()) await enter(page);
  await expect(stageOf(page).locator('[data-buy]')).toBeVisible();
}

/** Chooses how to pay at the desk, and pays. */
export async function payAtDesk(page: Page, way: Way): Promise<void> {
  await page.getByRole('radio', { name: way }).check();
  await page.locator('[data-pay]').click();
}

/** From the door of a film to the provider. */
export async function rent(page: Page, way: Way): Promise<void> {
  await stageOf(page).locator('[data-buy]').click();
  await payAtDesk(page, way);
}

/** The provider's page inside its dialog. */
export const inPage = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Payment by Harbour Pay"]');

/** Presses one of the provider's buttons: Approve, Decline, Cancel, Slow, Wrong signature. */
export async function choose(place: Page | FrameLocator, choice: string): Promise<void> {
  await place.getByRole('button', { name: new RegExp(`^${choice}`) }).click();
}

/** What a browser itself says of an answer that is a refusal; nobody can keep it from that. */
export const isRefusal = (line: string): boolean =>
  /Failed to load resource: the server responded with a status of 4\d\d/.test(line);
