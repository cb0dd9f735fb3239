import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Films of the catalogue by what the tests need of them. */
export const films = {
  free: { title: 'Broken Arrow', gid: '5000001', query: 'John Woo' },
  locked: { title: 'Brazil', gid: '5000002' },
} as const;

export const rowNames = ['latest', 'picked', 'mostactive', 'forkids'] as const;

/** Scrolls to each row, as a viewer does, and waits until it shows posters. */
export async function seeRows(page: Page): Promise<void> {
  for (const name of rowNames) {
    const row = page.locator(`[data-row=${name}]`);
    await row.scrollIntoViewIfNeeded();
    await expect(row.locator('.poster').nth(4)).toBeAttached();
  }
}

export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** The session ID as the details of the chip show it. */
export async function readSessionId(page: Page): Promise<string> {
  const chip = page.locator('[data-session][data-status=ready]');
  await chip.click();
  const id = (await page.locator('[data-session-id]').textContent()) ?? '';
  await page.keyboard.press('Escape');
  return id;
}
