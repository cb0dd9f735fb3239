import { expect, test } from '../fixtures/flows/site.ts';
import { loadSlowly } from '../fixtures/flows/vitals.ts';

test.use({ domain: 9177 });
// Each page has a quarter of the machine, which other tests share. What counts is how far it moves.
test.describe.configure({ timeout: 300_000 });

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
  for (const path of paths) {
    const title = `${path} holds still while it loads, at ${width} px`;
    test(title, { tag: path === '/' ? '@all' : [] }, async ({ browser, platform, site }) => {
      const { globalId } = (await platform.filmForSale())!;
      const url = site.url + path.replace(/gid=$/, `gid=${globalId}`);
      const { layoutShift, moved } = await loadSlowly(browser, url, width);
      expect(layoutShift, moved.join('\n')).toBeLessThan(mostShift);
    });
  }
}
