import type { Page } from '@playwright/test';
import { demoUsers } from '../../demo/platform/tenants/demo-users.ts';
import type { Usher } from '../../src/index.ts';

/** Two viewers who share the device. */
export const viewers = demoUsers.slice(0, 2);
export type Viewer = (typeof demoUsers)[number];

/**
 * Makes a viewer the user of the device, from one of its tabs. Says what went wrong where a call
 * rejects with something that is no error of Usher.
 */
export function changeViewer(page: Page, { username, password }: Viewer): Promise<string | null> {
  return page.evaluate(
    async (login) => {
      const usher = await new Promise<Usher>((resolve) => {
        window.usher ??= [];
        window.usher.push(resolve);
      });
      const problemOf = (error: unknown): string | null =>
        typeof (error as { code?: unknown }).code === 'string' ? null : String(error);
      if (usher.$user.get()?.name === login.username) return null;
      try {
        if (usher.$user.get()) await usher.logout();
        await usher.login(login);
        return null;
      } catch (error) {
        return problemOf(error);
      }
    },
    { provider: 'manual' as const, username, password },
  );
}

/** The name that a tab shows in its header; empty without a viewer. */
export async function shownViewer(page: Page): Promise<string> {
  const account = page.locator('[data-account]');
  return (await account.isVisible()) ? ((await account.textContent()) ?? '').trim() : '';
}
