import { leastContrastOf } from '../fixtures/flows/contrast.ts';
import { films, seeRows } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9106 });

const paths = [
  '/',
  '/search.html?q=comedy',
  '/search.html?q=comedy%20zebra&in=title',
  '/browse.html?by=person&name=Steven%20Spielberg',
  '/browse.html?by=mostactive',
  '/submit.html',
  `/watch.html?gid=${films.free.gid}`,
  `/watch.html?gid=${films.locked.gid}`,
  '/watch.html?gid=99',
];

for (const path of paths) {
  const title = `${path} does not scroll sideways at 360 px, logged out and in`;
  test(title, { tag: path === '/' ? '@all' : [] }, async ({ page, site }) => {
    const expectNoOverflow = async (when: string) => {
      for (const direction of ['rtl', 'ltr']) {
        await page.evaluate((dir) => {
          document.documentElement.dir = dir;
        }, direction);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${direction} ${when}`).toBeLessThanOrEqual(0);
      }
    };
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(site.url + path);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    if (path === '/') await seeRows(page);
    else {
      await expect(
        page
          .locator(
            '[data-results] .poster, [data-list] .poster, .suggestions, .submit-groups, .facts, .lost',
          )
          .first(),
      ).toBeVisible();
    }
    await expectNoOverflow('logged out');
    await page.locator('[data-login]').click();
    await expectNoOverflow('in the dialog');
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('lovelace');
    await page.keyboard.press('Enter');
    await page.locator('[data-account]').click();
    await expect(page.locator('#account-panel')).toBeInViewport({ ratio: 1 });
    await expectNoOverflow('logged in');
  });
}

test('what a finger presses at 360 px is large enough', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of paths) {
    await page.goto(site.url + path);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    const small = await page
      .locator('button:visible, a.button:visible, a.tag:visible, input:visible')
      .evaluateAll((all) =>
        all
          .filter(
            (one) =>
              !one.closest('[aria-hidden]') &&
              Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 36,
          )
          .map((one) => one.outerHTML),
      );
    expect(small, path).toEqual([]);
  }
});

for (const dir of ['ltr', 'rtl'] as const) {
  test(`no line of facts begins or ends with a dot, ${dir}`, async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${site.url}/`);
    await page.evaluate((value) => (document.documentElement.dir = value), dir);
    await seeRows(page);
    const facts = page.locator('.poster-caption p:visible, .hero-words p:visible');
    const { lines, wrong } = await facts.evaluateAll((all, way) => {
      const startOf = (box: DOMRect): number => (way === 'ltr' ? box.left : -box.right);
      let count = 0;
      const found = all.flatMap((line) => {
        const edge = startOf(line.getBoundingClientRect());
        const words = Array.from(line.querySelectorAll('span > span'));
        const starts = words.filter(
          (word, at) =>
            !at || word.getBoundingClientRect().top > words[at - 1]!.getBoundingClientRect().top,
        );
        count += starts.length;
        // The dot of a fact that begins a line is outside of what is shown.
        const shown = starts.filter((word) => startOf(word.getBoundingClientRect()) > edge - 5);
        // A dot in the text would end a line that breaks behind it.
        return line.textContent?.includes('·') || shown.length ? [line.textContent] : [];
      });
      return { lines: count, wrong: found };
    }, dir);
    expect(wrong).toEqual([]);
    expect(lines).toBeGreaterThan(20);
  });
}

test('the words of the first film end before its picture begins, on a phone on its side', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`${site.url}/`);
  await expect(page.locator('.hero a')).toBeVisible();
  const gap = await page.locator('.hero').evaluate((hero) => {
    const words = Array.from(hero.querySelectorAll('.hero-words > *'), (each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return range.getBoundingClientRect().right;
    });
    const shapes = Array.from(hero.querySelectorAll(':scope > svg :is(path, circle, rect)'));
    const lefts = shapes
      .map((shape) => shape.getBoundingClientRect())
      .filter(({ width }) => width > 0 && width < hero.clientWidth)
      .map(({ left }) => left);
    return Math.min(...lefts) - Math.max(...words);
  });
  expect(gap).toBeGreaterThan(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme });

    test('text stands out from its ground', { tag: '@all' }, async ({ page, site }) => {
      const seen: Record<string, readonly string[]> = {
        '/': [
          '.masthead h1',
          '.masthead p',
          '.hero h2',
          '.hero p',
          '.hero .button',
          '.row h2',
          '.row-head p',
          '.poster h3',
          '.poster-caption p',
          '.poster-rank',
          '.poster-title',
          '[data-session]',
          '[data-login]',
          '.site-footer p',
        ],
        '/search.html?q=comedy&in=genre,tags': [
          '.results-head h1',
          '.results-head p',
          '.poster h2',
          '[data-more]',
          '#q',
          '.mode',
          '.mode-story',
          '.search-more summary',
          '.search-more .filter',
          '.search-more .filter select',
          '.check',
          '.fields legend',
        ],
        '/search.html?q=love&mode=relevance': ['.poster-note'],
        '/browse.html?by=mostactive': [
          '.list-word',
          '.list-head h1',
          '.list-story',
          '.list-count',
          '.filter',
          '.filter select',
          '.poster-rank',
          '[data-shown]',
        ],
        '/submit.html': [
          '.list-story',
          '.submit legend',
          '.form-field > label',
          '.field-hint',
          '.submit-actions .button',
        ],
        [`/watch.html?gid=${films.locked.gid}`]: [
          'h1',
          '.deck',
          '.story',
          '.facts dt',
          '.facts dd',
          '.tag',
          'usher-gate [part=title]',
          'usher-gate [part=text]',
          'usher-gate [part=offer-title]',
          'usher-gate [part=offer-details]',
          'usher-gate [part~=button]',
        ],
      };
      for (const [path, selectors] of Object.entries(seen)) {
        await page.goto(site.url + path);
        if (path === '/') await seeRows(page);
        for (const selector of selectors) {
          await expect(page.locator(selector).first(), selector).toBeAttached();
          expect(
            await leastContrastOf(page.locator(selector)),
            `${path} ${selector}`,
          ).toBeGreaterThanOrEqual(4.5);
        }
      }
    });
  });
}

test('every select has the same arrow, on the side where the line ends', async ({ page, site }) => {
  const arrowsOf = (): Promise<string[]> =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll('main select, .developer-tools select'), (select) => {
        const { appearance, backgroundImage, backgroundPosition } = getComputedStyle(select);
        return `${appearance} ${backgroundImage} ${backgroundPosition}`;
      }),
    );
  for (const [dir, side] of [
    ['ltr', 'calc(100% -'],
    ['rtl', ' 14.'],
  ] as const) {
    const seen: string[] = [];
    for (const path of ['/browse.html', '/submit.html', '/statistics.html']) {
      await page.goto(site.url + path);
      await page.evaluate((value) => {
        document.documentElement.dir = value;
      }, dir);
      await expect(page.locator('main select').first()).toBeVisible();
      await page.locator('[data-session]').click();
      await expect(page.locator('#payment-way')).toBeVisible();
      seen.push(...(await arrowsOf()));
    }
    expect(seen.length).toBeGreaterThan(10);
    expect([...new Set(seen)], dir).toHaveLength(1);
    expect(seen[0]).toContain('none linear-gradient');
    expect(seen[0]).toContain(side);
  }
});
