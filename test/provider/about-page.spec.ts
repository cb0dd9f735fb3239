import { leastContrastOf } from '../fixtures/flows/contrast.ts';
import { expect, test } from '../fixtures/provider/provider-test.ts';

test('the root page explains the provider, and its links work', async ({
  page,
  provider,
  noise,
}) => {
  await page.goto(`${provider.url}/`);
  await expect(page).toHaveTitle('A payment provider for tests · Harbour Pay');
  for (const name of [
    'Put it on a page',
    'What pay returns',
    'Who registers the order',
    'Who signs the token',
    'What the reference platform checks',
    'By redirect or in a window',
  ]) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expect(page.locator('pre').first()).toHaveText(
    `usher.configure({\n  providers: [{ name: 'harbour', type: 'in-page', script: '${provider.url}/in-page.js' }],\n});`,
  );
  await expect(page.locator('dt')).toHaveText(['approved', 'declined', 'pending', 'cancelled']);
  const types: (string | null)[] = [];
  for (const link of await page.getByRole('link').all()) {
    const answer = await fetch(new URL((await link.getAttribute('href'))!, provider.url));
    expect(answer.status).toBe(200);
    types.push(answer.headers.get('Content-Type'));
  }
  expect(types).toEqual(['text/javascript; charset=utf-8', 'application/json']);
  expect(noise).toEqual([]);
});

test('the scripts are served as JavaScript', async ({ provider }) => {
  for (const address of ['/in-page.js', '/in-page-dialog.ts', '/frame.js']) {
    const answer = await fetch(provider.url + address);
    expect(answer.headers.get('Content-Type'), address).toBe('text/javascript; charset=utf-8');
    expect(await answer.text(), address).not.toMatch(/\b(interface|import type|readonly)\b/);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the root page fits 360 px and is readable in the ${colorScheme} scheme`, async ({
    browser,
    provider,
  }) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 740 } });
    await page.goto(`${provider.url}/`);
    const overflow = await page
      .locator('html')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(overflow).toBe(0);
    const text = page.locator('main :is(h1, h2, p, dt, dd, li, a, code):visible');
    expect(await leastContrastOf(text)).toBeGreaterThanOrEqual(4.5);
    await page.close();
  });
}
