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
      const tag = colorScheme === 'light' && width === 1280 ? '@main' : [];

      test('pages can be used by everybody', { tag }, async ({ page, docs }) => {
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
        await page.getByRole('button', { name: 'Display detailed list' }).click();
        await expect(page.locator('.excerpt').nth(1)).toHaveCSS('opacity', '1');
        await page.getByRole('button', { name: 'Display detailed list' }).click();
        await field.focus();
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

for (const width of [1280, 390]) {
  test.describe(`forced colours, ${width} px`, () => {
    test.use({ forcedColors: 'active', viewport: { width, height: 800 } });

    test('each icon and the chosen result are visible', async ({ page, docs }) => {
      await page.goto(`${docs}errors.html`);
      await hydrated(page);
      const icons = page.locator('[class*=vpi-]:visible, .VPNavBarHamburger span > span:visible');
      const expectVisible = async (least: number): Promise<void> => {
        const hidden = await icons.evaluateAll((all) =>
          all
            .filter((icon) => getComputedStyle(icon).backgroundColor !== 'rgb(0, 0, 0)')
            .map(({ className }) => className),
        );
        expect(hidden).toEqual([]);
        expect(await icons.count()).toBeGreaterThan(least);
      };
      await expectVisible(1);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('session');
      const options = page.getByRole('option');
      await expect(options.first()).toHaveAttribute('aria-selected', 'true');
      await expectVisible(5);
      const outlines = await options.evaluateAll(([chosen, other]) =>
        [chosen!, other!].map((each) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(each.querySelector('a') ?? each);
          return `${outlineStyle} ${outlineWidth}`;
        }),
      );
      expect(outlines[0]).toBe('solid 3px');
      expect(outlines[1]).not.toBe(outlines[0]);
    });
  });
}

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('lines without a colour stay invisible', async ({ page, docs }) => {
    await page.goto(docs);
    await hydrated(page);
    await expect(page.locator('.VPNavBarTitle .title')).toHaveCSS(
      'border-bottom-color',
      'rgb(255, 255, 255)',
    );
    await expect(page.locator('.vp-doc div[class*=language-]').first()).toHaveCSS(
      'border-top-style',
      'solid',
    );
  });

  test('the page and the chosen code are marked by a line', async ({ page, docs }) => {
    await page.goto(`${docs}elements.html`);
    await hydrated(page);
    const shown = page.locator('.VPNavBarMenuLink.active, .VPSidebarItem.is-active > .item .text');
    await expect(shown).toHaveText(['Guide', 'Elements']);
    for (const name of await shown.all()) {
      await expect(name).toHaveCSS('text-decoration-line', 'underline');
    }
    await page.goto(docs);
    const bars = page.locator('.vp-code-group .tabs label');
    const colours = await bars.evaluateAll((labels) =>
      labels.map((label) => getComputedStyle(label, '::after').backgroundColor),
    );
    expect(colours).toHaveLength(2);
    expect(new Set(colours).size).toBe(2);
  });
});

test('the search box has one button that clears it', async ({ page, docs }) => {
  await page.goto(`${docs}errors.html`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('searchbox');
  await field.fill('session');
  const { width, height } = (await field.boundingBox())!;
  await field.click({ position: { x: width - 20, y: height / 2 } }); // where browsers put theirs
  await expect(field).toHaveValue('session');
  const fonts = await field.evaluate((input) =>
    [input, document.body].map((each) => getComputedStyle(each).fontFamily),
  );
  expect(fonts[0]).toBe(fonts[1]);
});

test('the start of the API says what each entry of the package is for', async ({ page, docs }) => {
  await page.goto(`${docs}api/index.html`);
  const rows = page.getByRole('main').locator('tbody tr');
  await expect(rows).toHaveText([/^usher-runtime\s*The/, /\/elements\s*Custom/, /\/testing\s*A/]);
  await rows.getByRole('link', { name: 'usher-runtime/testing' }).click();
  await expect(page.getByRole('row', { name: /createFakeUsher.*Creates a runtime/ })).toBeVisible();
});

test('a full stop stands beside the code before it', async ({ page, docs }) => {
  await page.goto(`${docs}endpoints/session/login.html`);
  const gaps = await page.locator('.vp-doc p > code').evaluateAll((codes) =>
    codes.flatMap(({ firstChild, nextSibling }) => {
      if (!(nextSibling instanceof Text) || !nextSibling.data.startsWith('.')) return [];
      const [word, stop] = [document.createRange(), document.createRange()];
      word.selectNodeContents(firstChild!);
      stop.setStart(nextSibling, 0);
      stop.setEnd(nextSibling, 1);
      const [end, start] = [word.getClientRects(), stop.getClientRects()];
      return [start[0]!.left - end[end.length - 1]!.right];
    }),
  );
  expect(gaps.length).toBeGreaterThan(1);
  for (const gap of gaps) expect(gap).toBeLessThan(4);
});
