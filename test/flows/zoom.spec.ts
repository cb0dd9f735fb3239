import { filmPath } from '../fixtures/elements/film-page.ts';
import { locked } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9193 });

const pages = [
  '/',
  '/browse.html',
  '/search.html?q=fish',
  `/watch.html?gid=${locked.brazil}`,
  '/tickets.html',
  '/submit.html',
  '/statistics.html',
  '/break.html',
  '/return.html',
  '/not-there.html',
  filmPath,
];

// 1280 x 1024 pixels at 400 %.
test.describe('at 400 %', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  for (const path of pages) {
    test(
      `${path} needs no scrolling sideways`,
      { tag: path === '/' ? '@all' : [] },
      async ({ page, site }) => {
        await page.goto(site.url + path);
        await expect(page.locator('h1').first()).toBeAttached();
        await page.waitForLoadState('networkidle');
        const excess = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(excess).toBeLessThanOrEqual(0);
      },
    );
  }
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves', async ({ page, site }) => {
    for (const path of ['/', `/watch.html?gid=${locked.brazil}`, '/statistics.html']) {
      await page.goto(site.url + path);
      await expect(page.locator('h1').first()).toBeAttached();
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .map(({ effect }) => effect?.getComputedTiming())
          .filter((timing) => Number(timing?.duration) > 0 || timing?.iterations === Infinity),
      );
      expect(moving, path).toEqual([]);
    }
  });

  test('what lies below a film is shown though its access is not known', async ({ page, site }) => {
    await page.route('**/payment/itemstate*', () => {}); // no answer
    await page.goto(`${site.url}/watch.html?gid=${locked.brazil}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 10_000 });
  });
});
