import { findings } from '../fixtures/elements/film-page.ts';
import { test } from '../fixtures/elements/serve-markup.ts';
import { expect } from '../fixtures/flows/site.ts';

test.use({ domain: 9206 });

const places = [
  { name: 'light', scheme: 'light', width: 1280, dir: 'ltr', lang: 'en', login: 'Log in' },
  {
    name: 'dark, in German',
    scheme: 'dark',
    width: 1280,
    dir: 'ltr',
    lang: 'de',
    login: 'Anmelden',
  },
  { name: 'at 360 px', scheme: 'light', width: 360, dir: 'ltr', lang: 'de', login: 'Anmelden' },
  { name: 'right to left', scheme: 'dark', width: 360, dir: 'rtl', lang: 'en', login: 'Log in' },
] as const;

for (const { name, scheme, width, dir, lang, login } of places) {
  test(`axe finds no problem in each element on a plain page, ${name}`, async ({
    page,
    platform,
    serveMarkup,
  }) => {
    const { item } = (await platform.filmForSale())!;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(
      await serveMarkup(
        // axe needs a background color for contrast.
        `<style>:root { color-scheme: light dark; background: Canvas }</style>
        <main dir="${dir}" lang="${lang}"><h1>A film</h1>
          <usher-offers item="${item}" streamtype="video"></usher-offers>
          <usher-login></usher-login>
          <usher-account></usher-account>
          <usher-purchases></usher-purchases>
        </main>`,
        'data-add-price-model',
      ),
    );
    await expect(page.locator('usher-offers').getByRole('button').first()).toBeVisible();
    const loginButton = page.locator('usher-login').getByRole('button', { name: login });
    await expect(loginButton).toBeVisible();
    expect(await findings(page), 'no user').toEqual([]);

    const fields = page.locator('usher-login input');
    await fields.nth(0).fill('ada');
    await fields.nth(1).fill('wrong');
    await fields.nth(1).press('Enter');
    await expect(page.locator('usher-login').getByRole('alert')).not.toBeEmpty();
    expect(await findings(page), 'a wrong password').toEqual([]);
    await fields.nth(0).fill('ada');
    await fields.nth(1).fill('lovelace');
    await fields.nth(1).press('Enter');
    await expect(page.locator('usher-account')).toContainText('ada');
    expect(await findings(page), 'logged in').toEqual([]);
  });
}

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('the fields of a login have the border of a field that can be used', async ({
    page,
    serveMarkup,
  }) => {
    await page.goto(await serveMarkup('<main><h1>A film</h1><usher-login></usher-login></main>'));
    const field = page.locator('usher-login input').first();
    await expect(field).toBeVisible();
    const colours = await field.evaluate((element) => {
      const sample = document.createElement('i');
      sample.style.color = 'GrayText';
      document.body.append(sample);
      return {
        border: getComputedStyle(element).borderTopColor,
        disabled: getComputedStyle(sample).color,
      };
    });
    expect(colours.border).not.toBe(colours.disabled);
  });
});
