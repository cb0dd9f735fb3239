import type { Page } from '@playwright/test';
import { enter, locked, openFilm, rent, stageOf } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9188 });
test.describe.configure({ timeout: 120_000 });

const sizes = [
  [1920, 1080],
  [1366, 768],
  [1280, 800],
  [1024, 768],
  [768, 1024],
  [844, 390],
  [568, 320],
  [390, 844],
] as const;

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Where an element lies in the window, in whole pixels. */
const boxOf = (page: Page, selector: string): Promise<Box> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return {
        top: Math.round(top),
        bottom: Math.round(bottom),
        left: Math.round(left),
        right: Math.round(right),
      };
    });

/** The controls of a video are at its lower end: all of it lies in its frame, and in the window. */
async function expectFits(page: Page, frame: string, when: string): Promise<void> {
  await page.locator(frame).evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  const [outer, video] = [await boxOf(page, frame), await boxOf(page, 'video')];
  const { height } = page.viewportSize()!;
  expect(video.bottom, `${when}: the end of the video`).toBeLessThanOrEqual(outer.bottom);
  expect(video.top, `${when}: the start of the video`).toBeGreaterThanOrEqual(outer.top);
  expect(outer.bottom, `${when}: the end of ${frame}`).toBeLessThanOrEqual(height);
  expect(outer.top, `${when}: the start of ${frame}`).toBeGreaterThanOrEqual(0);
}

test('the film that a viewer may watch lies in the window with its controls, at eight sizes', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/watch.html?gid=${locked.fargo}`);
  await enter(page, 'grace', 'hopper');
  for (const [path, frame] of [
    [`/watch.html?gid=${locked.fargo}`, '[data-stage]'],
    ['/elements.html', 'usher-gate'],
  ] as const) {
    await page.goto(site.url + path);
    await expect(stageOf(page)).toHaveAttribute('access', 'granted');
    await expect(page.locator('video')).toHaveAttribute('src', /\/media\//);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const at = `${path} at ${width}x${height}`;
      await expect(() => expectFits(page, frame, at)).toPass({ timeout: 10_000 });
      await page.evaluate(() => scrollTo(0, 0));
      // On the page of a film nothing has to be scrolled.
      const { bottom } = await boxOf(page, frame);
      if (frame === '[data-stage]') expect(bottom, at).toBeLessThanOrEqual(height);
    }
  }
});

test('what is said while a film loads lies in the middle of the stage, which keeps its size', async ({
  page,
  site,
}) => {
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/allmedia/byglobalid/**', async (route) => {
    await asked;
    await route.continue();
  });
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`${site.url}/watch.html?gid=${locked.fargo}`);
  const wait = page.getByText('Loading the film');
  await expect(wait).toBeVisible();
  const [stage, words] = [await boxOf(page, '[data-stage]'), await boxOf(page, '.stage-wait')];
  const middle = ({ top, bottom, left, right }: Box) => [(top + bottom) / 2, (left + right) / 2];
  const [[y = 0, x = 0], [wordsY = 0, wordsX = 0]] = [middle(stage), middle(words)];
  expect(Math.abs(y - wordsY)).toBeLessThanOrEqual(1);
  expect(Math.abs(x - wordsX)).toBeLessThanOrEqual(1);
  answer();
  await expect(stageOf(page)).toHaveAttribute('access', 'denied');
  await expect(wait).toHaveCount(0);
  expect(await boxOf(page, '[data-stage]')).toEqual(stage);
  await enter(page, 'grace', 'hopper');
  await expect(stageOf(page)).toHaveAttribute('access', 'granted');
  expect(await boxOf(page, '[data-stage]')).toEqual(stage);
});

test('@all the panel of a film that is for sale is not cut off, at eight sizes', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/watch.html?gid=${locked.brazil}`);
  await expect(stageOf(page)).toHaveAttribute('access', 'denied');
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const [stage, panel] = [
      await boxOf(page, '[data-stage]'),
      await boxOf(page, 'usher-gate [part=panel]'),
    ];
    expect(panel.top, `${width}x${height}`).toBeGreaterThanOrEqual(stage.top);
    expect(panel.bottom, `${width}x${height}`).toBeLessThanOrEqual(stage.bottom);
  }
});

test('a payment that is open has room for its buttons on a phone, also when no check is answered', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openFilm(page, site.url, locked.shine);
  const opening = page.waitForEvent('popup');
  await rent(page, 'In a window');
  await opening;
  const cancel = stageOf(page).getByRole('button', { name: 'Cancel this payment' });
  await expect(cancel).toBeVisible();
  await page.route('**/payment/itemstate*', (route) => route.abort());
  await page.reload();
  await expect(stageOf(page)).toHaveAttribute('access', 'unknown');
  await expect(cancel).toBeVisible();
  const [stage, panel] = [await boxOf(page, '.stage'), await boxOf(page, '[part=panel]')];
  expect(panel.bottom).toBeLessThanOrEqual(stage.bottom);
  expect(panel.top).toBeGreaterThanOrEqual(stage.top);
});
