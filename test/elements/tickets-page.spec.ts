import { findings } from '../fixtures/elements/film-page.ts';
import {
  choose,
  enter,
  inPage,
  locked,
  openFilm,
  purchaseRows,
  rent,
} from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9201 });

const places = [
  { name: 'light', scheme: 'light', width: 1280, dir: 'ltr', film: locked.brazil },
  {
    name: 'dark, right to left, at 360 px',
    scheme: 'dark',
    width: 360,
    dir: 'rtl',
    film: locked.fargo,
  },
] as const;

for (const { name, scheme, width, dir, film } of places) {
  test(`axe finds nothing wrong with login and purchases in the demo, ${name}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    const expectFine = async (step: string) => {
      await page.evaluate((direction) => {
        document.documentElement.dir = direction;
      }, dir);
      expect(await findings(page), step).toEqual([]);
    };
    await page.goto(`${site.url}/tickets.html`);
    await page.locator('[data-login]').click();
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByText('User name or password is wrong.')).toBeVisible();
    await expectFine('login');
    await page.keyboard.press('Escape');
    await page.locator('[data-login]').click();
    await expect(page.getByLabel('User name')).toHaveValue('');
    await expect(page.getByText('User name or password is wrong.')).toHaveCount(0);
    await page.keyboard.press('Escape');

    await enter(page);
    await expect(page.getByText('Nothing bought on this device yet.')).toBeVisible();
    await expectFine('no purchases');
    await openFilm(page, site.url, film);
    await rent(page, 'In this page');
    await choose(inPage(page), 'Decline');
    await expect(page.getByText('The payment was declined')).toBeVisible();
    await page.goto(`${site.url}/tickets.html`);
    await expect(purchaseRows(page, 'failed')).toBeVisible();
    await expect(page.locator('[data-delete]')).toBeVisible();
    const [facts, button] = await Promise.all(
      ['usher-purchases [part=terms]', '[data-delete]'].map((each) =>
        page.locator(each).boundingBox(),
      ),
    );
    expect(button!.y - (facts!.y + facts!.height)).toBeGreaterThanOrEqual(8);
    await expectFine('purchases');
  });
}
