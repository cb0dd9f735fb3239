import type { Page } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { films } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

// A tenant without any event, so that what is played is all that is counted.
test.use({ domain: 9775 });

interface Report {
  readonly reporttoken: string;
  readonly context: Record<string, string>;
  readonly events: { kind: string; gid: string; seconds?: number; at?: number }[];
}

/**
 * The reports that reach the platform from now on, as they are on the wire; those at a page's end
 * no page sees any more.
 */
function watchReports(platform: RunningPlatform): () => Report[] {
  const before = platform.calls.at(-1)?.seq ?? 0;
  return () =>
    platform.calls
      .filter(({ seq, path, method }) => seq > before && path === '/__report' && method === 'POST')
      .map(({ body }): Report => JSON.parse(body));
}

const kindsOf = (reports: Report[]): string[] =>
  reports.flatMap(({ events }) => events.map(({ kind }) => kind));

/** Plays the film from where it is to its end, six times as fast: the reel has twelve seconds. */
async function playToEnd(page: Page): Promise<void> {
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const ended = new Promise((resolve) =>
      video.addEventListener('ended', resolve, { once: true }),
    );
    Object.assign(video, { muted: true, playbackRate: 6 });
    await video.play();
    await ended;
  });
}

/** Lets the page's time run until it sends what it has gathered. */
async function untilTold(page: Page): Promise<void> {
  const told = page.waitForResponse((answer) => answer.url().endsWith('/__report'));
  await page.clock.fastForward(6000);
  expect((await told).status()).toBe(200);
}

async function openFilm(page: Page, url: string): Promise<void> {
  await page.clock.install();
  await page.goto(`${url}/watch.html?gid=${films.free.gid}`);
  await expect(page.locator('video')).toBeVisible();
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
}

test('a film that was played shows up in real time and in today’s views', async ({
  page,
  platform,
  site,
  noise,
}) => {
  const reports = watchReports(platform);
  await openFilm(page, site.url);
  await playToEnd(page);
  await untilTold(page);
  await expect
    .poll(() => kindsOf(reports()).toSorted())
    .toEqual([
      'display',
      'playerstart',
      'progress100',
      'progress25',
      'progress50',
      'progress75',
      'progress95',
      'view',
      'viewtime',
    ]);
  expect(new Set(reports().flatMap(({ events }) => events.map(({ gid }) => gid)))).toEqual(
    new Set([films.free.gid]),
  );
  expect(reports()[0]!.context).toMatchObject({
    pageIntegration: 'js',
    deliveryDomain: '127.0.0.1',
    startCondition: 'manualmuted',
  });

  await page.goto(`${site.url}/statistics.html?period=7`);
  const now = page.locator('[data-real-time]');
  await expect(now.locator('[data-now=views]')).toHaveText('1');
  await expect(now.locator('[data-now=playerstarts]')).toHaveText('1');
  await expect(now.getByRole('link', { name: films.free.title })).toBeVisible();
  const series = page.locator('[data-card="Over time"]');
  await expect(series).toHaveAttribute('data-state', 'ready');
  await series.getByText('The figures as a table').click();
  await expect(series.locator('tbody tr')).toHaveCount(7);
  await expect(series.locator('tbody tr').last().locator('td').first()).toHaveText('1');
  await expect(page.locator('[data-card="Leading items"] .card-summary')).toHaveText(
    `“${films.free.title}” alone: 1 view.`,
  );
  expect(noise).toEqual([]);
});

test('who jumps to the end has not seen the middle', async ({ page, platform, site }) => {
  const reports = watchReports(platform);
  await openFilm(page, site.url);
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const ready = new Promise((resolve) =>
      video.addEventListener('seeked', resolve, { once: true }),
    );
    video.currentTime = 11;
    await ready;
  });
  await playToEnd(page);
  await untilTold(page);
  await expect.poll(() => kindsOf(reports())).toContain('viewtime');
  expect(kindsOf(reports()).filter((kind) => kind.startsWith('progress'))).toEqual([]);
});

test('what was gathered leaves with the page', async ({ page, platform, site }) => {
  const reports = watchReports(platform);
  const token = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/session/reporttoken') && answer.request().method() === 'GET',
  );
  await openFilm(page, site.url);
  await token;
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    const playing = new Promise((resolve) =>
      video.addEventListener('timeupdate', resolve, { once: true }),
    );
    await video.play();
    await playing;
  });
  expect(reports()).toEqual([]);
  await page.goto(`${site.url}/search.html`);
  await expect
    .poll(() => kindsOf(reports()).slice(0, 3))
    .toEqual(['display', 'playerstart', 'view']);
  expect(reports()).toHaveLength(1);
});

test('a click on a poster is told as the page is left', async ({ page, platform, site }) => {
  const reports = watchReports(platform);
  await page.goto(`${site.url}/search.html?q=${films.free.query}`);
  const poster = page.locator(`[data-gid="${films.free.gid}"]`);
  const token = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/session/reporttoken') && answer.request().method() === 'GET',
  );
  await poster.hover();
  await token;
  await poster.click();
  await expect.poll(() => reports()[0]?.events).toEqual([{ kind: 'click', gid: films.free.gid }]);
});

test('who is not to be remembered is not counted', async ({ context, page, platform, site }) => {
  await context.addCookies([{ name: 'lantern-row-remember', value: 'no', url: site.url }]);
  const reports = watchReports(platform);
  await openFilm(page, site.url);
  await playToEnd(page);
  await page.clock.fastForward(60_000);
  await page.goto(`${site.url}/search.html`);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  expect(reports()).toEqual([]);
  expect(site.calls('session/reporttoken')).toEqual([]);
});

test('a film plays on where no server takes reports', async ({ page, site }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  let tries = 0;
  await page.route('**/__report', (route) => {
    tries++;
    return route.abort();
  });
  await openFilm(page, site.url);
  await page.clock.fastForward(6000);
  await expect.poll(() => tries).toBe(1);
  await playToEnd(page);
  await page.clock.fastForward(6000);
  await expect.poll(() => tries).toBe(2);
  expect(errors).toEqual([]);
});
