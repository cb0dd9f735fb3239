import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9197 });

for (const [width, most] of [
  [1280, 80],
  [844, 80],
  [768, 80],
  [390, 140],
  [320, 140],
] as const) {
  test(`the header has Browse and My tickets in no more room than before, at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(site.url);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    const header = page.locator('.site-header');
    for (const place of [
      header.getByRole('link', { name: 'Browse', exact: true }),
      header.getByRole('link', { name: 'My tickets', exact: true }),
      header.getByRole('searchbox'),
      page.locator('[data-login]'),
    ]) {
      await expect(place).toBeInViewport({ ratio: 1 });
    }
    expect((await header.boundingBox())!.height).toBeLessThanOrEqual(most);
    expect((await header.getByRole('searchbox').boundingBox())!.width).toBeGreaterThan(70);
    await header.getByRole('link', { name: 'Browse', exact: true }).click();
    await expect(page).toHaveURL(/\/browse\.html$/);
  });
}
