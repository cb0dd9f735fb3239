import type { Page } from '@playwright/test';

/**
 * The addresses that the browser sends preflights to, from now on. Playwright's own events leave
 * them out.
 */
export async function watchPreflights(page: Page): Promise<readonly string[]> {
  const addresses: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (request.method === 'OPTIONS') addresses.push(request.url);
  });
  await devtools.send('Network.enable');
  return addresses;
}
