import { loadSlowly } from '../fixtures/flows/vitals.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9177 });

/** Browsers call a page good below 0.1. */
const mostShift = 0.05;

const paths = [
  '/',
  '/browse.html',
  '/search.html?q=love',
  '/watch.html?gid=',
  '/tickets.html',
  '/statistics.html',
  '/submit.html',
  '/elements.html',
];

for (const width of [360, 1280]) {
  test(`the pages hold still while they load, at ${width} px`, async ({
    browser,
    platform,
    site,
  }) => {
    const { globalId } = (await platform.filmForSale())!;
    for (const path of paths) {
      const url = site.url + path.replace(/gid=$/, `gid=${globalId}`);
      const { layoutShift, moved } = await loadSlowly(browser, url, width);
      expect(layoutShift, `${path}\n${moved.join('\n')}`).toBeLessThan(mostShift);
    }
  });
}
