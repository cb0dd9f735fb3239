import type { Page } from '@playwright/test';
import { enter, locked, rentButton, stageOf } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9176 });

const openAsSubscriber = async (page: Page, url: string, gid: string): Promise<void> => {
  await page.goto(`${url}/watch.html?gid=${gid}`);
  await expect(rentButton(page)).toBeVisible();
  await enter(page, 'grace', 'hopper');
  await expect(stageOf(page)).toHaveAttribute('access', 'granted');
};

test('a film of a subscription is loaded at the grant, and its use is registered with the first play', async ({
  page,
  site,
  noise,
}) => {
  await openAsSubscriber(page, site.url, locked.fargo);
  const video = page.locator('video');
  await expect(video).toHaveAttribute('src', /\/media\//);
  const claims = (): number =>
    site
      .calls('payment/itemstate')
      .filter(({ method }) => method === 'POST')
      .filter(({ query, body }) => `${query} ${body}`.includes('performTransactionIfPossible=1'))
      .length;
  expect(claims()).toBe(0);
  await video.evaluate(async (media: HTMLVideoElement) => {
    media.muted = true;
    await media.play();
    media.pause();
    await media.play();
  });
  await expect.poll(claims).toBe(1);
  expect(noise).toEqual([]);
});

test('a film whose file cannot be had says so', async ({ page, site }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  let isRefused = false;
  await page.route(`**/allmedia/byglobalid/${locked.shine}*`, (route) =>
    isRefused && route.request().method() === 'GET'
      ? route.fulfill({
          status: 403,
          headers: { 'Access-Control-Allow-Origin': '*' },
          json: { metadata: { status: 403, errorhint: 'not for you' }, result: {} },
        })
      : route.continue(),
  );
  await page.goto(`${site.url}/watch.html?gid=${locked.shine}`);
  await expect(rentButton(page)).toBeVisible();
  isRefused = true;
  await enter(page, 'grace', 'hopper');
  await expect(stageOf(page).getByRole('alert')).toContainText('The projector has stopped');
  await expect(page.locator('video')).toHaveCount(0);
  expect(errors).toEqual([]);
});
