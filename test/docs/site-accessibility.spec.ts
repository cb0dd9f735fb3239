import type { Page } from '@playwright/test';
import { findings } from '../fixtures/elements/film-page.ts';
import { buildSite, expect, hydrated, test } from '../fixtures/package/docs-page.ts';

test.beforeAll(buildSite);

/** A page of each kind. */
const kinds = [
  '',
  'script-tag.html',
  'endpoints/index.html',
  'endpoints/payment/preparetransaction.html',
  'api/index.html',
  'api/usher-runtime/interfaces/UsherOptions.html',
];

/** Everybody can use what is shown, and it does not scroll sideways. */
async function expectFine(page: Page, when: string): Promise<void> {
  expect(await findings(page), when).toEqual([]);
  const overflow = page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(await overflow, when).toBeLessThanOrEqual(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('pages can be used by everybody', async ({ page, docs }) => {
        for (const path of kinds) {
          await page.goto(docs + path);
          await expect(page.locator('h1')).toHaveCount(1);
          await hydrated(page);
          await expectFine(page, path);
        }
      });

      test('the search with its results can be used by everybody', async ({ page, docs }) => {
        await page.goto(`${docs}errors.html`);
        await hydrated(page);
        await page.getByRole('button', { name: 'Search' }).click();
        const field = page.getByRole('dialog').getByRole('searchbox');
        await field.fill('session');
        const options = page.getByRole('option');
        await expect(options.first()).toHaveAttribute('aria-selected', 'true');
        await expectFine(page, 'results');
        await page.keyboard.press('ArrowDown');
        const second = options.nth(1);
        await expect(second).toHaveAttribute('aria-selected', 'true');
        await expect(field).toHaveAttribute(
          'aria-activedescendant',
          (await second.getAttribute('id'))!,
        );
      });

      test('an answer scrolls in its box, and does not widen the page', async ({ page, docs }) => {
        await page.goto(`${docs}endpoints/allmedia/byglobalid.html`);
        await page.getByLabel('globalid *').fill('5000002');
        await page.getByRole('button', { name: 'Send' }).click();
        const box = page.getByRole('region', { name: 'Answer' }).locator('pre');
        await expect(box).toContainText('"description"');
        const hidden = box.evaluate((each) => each.scrollWidth - each.clientWidth);
        expect(await hidden).toBeGreaterThan(0); // it has a line that is longer than the box
        await expectFine(page, 'answer');
      });
    });
  }
}

test('the start of the API says what each entry of the package is for', async ({ page, docs }) => {
  await page.goto(`${docs}api/index.html`);
  const rows = page.getByRole('main').locator('tbody tr');
  await expect(rows).toHaveText([/^usher-runtime\s*The/, /\/elements\s*Custom/, /\/testing\s*A/]);
  await rows.getByRole('link', { name: 'usher-runtime/testing' }).click();
  await expect(page.getByRole('row', { name: /createFakeUsher.*Creates a runtime/ })).toBeVisible();
});
