import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { movableClocks } from '../faults/support/page-patches.ts';
import {
  dayMs,
  expect,
  expectPlays,
  openHeld,
  rentFilm,
  stateOf,
  stopGate,
  test,
} from '../fixtures/examples/player-test.ts';
import { compile } from '../support/compile.ts';

const minuteMs = 60_000;
/** A rental ends after two days. */
const rentalMs = 2 * dayMs;

/** Presses the play button of the browser's own controls. */
async function pressControls(page: Page): Promise<void> {
  const { x, y, height } = (await page.locator('video').boundingBox())!;
  await page.mouse.click(x + 30, y + height - 40);
}

/** Shaka looks for captions in the pictures, and says that it does not know how in VP9. */
const captionWarning = 'warning: Unable to determine bitstream format for CEA parsing!';

interface Player {
  readonly domain: number;
  /** Presses play as a viewer does. */
  readonly press: (page: Page) => Promise<void>;
  /** The file that it loads first. */
  readonly file?: string;
}

const players: Readonly<Record<string, Player>> = {
  video: { domain: 9190, press: (page) => page.locator('#play').click() },
  'video-js': { domain: 9191, press: (page) => page.locator('.vjs-big-play-button').click() },
  'video-js-player': {
    domain: 9192,
    press: (page) => page.locator('.vjs-big-play-button').click(),
  },
  hls: { domain: 9193, press: pressControls, file: 'clip.m3u8' },
  shaka: { domain: 9194, press: pressControls, file: 'clip.mpd' },
  'media-chrome': { domain: 9195, press: (page) => page.locator('media-play-button').click() },
};

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

test('the modules compile against the published types of each package', () => {
  const paths = readdirSync('examples/players').filter((name) => name.endsWith('.ts'));
  const modules = paths.map((name): [string, string] => {
    const path = resolve('examples/players', name);
    return [path, readFileSync(path, 'utf8')];
  });
  expect(paths.length).toBeGreaterThan(Object.keys(players).length);
  // What a bundler declares for styles.
  const styles: [string, string] = [resolve('examples/styles.d.ts'), "declare module '*.css';"];
  expect(compile(new Map([styles, ...modules]))).toEqual([]);
});

test.describe.configure({ mode: 'parallel' });

for (const [name, { domain, press, file = 'clip.webm' }] of Object.entries(players)) {
  test.describe(`the page ${name}`, () => {
    test.use({ domain });

    test.describe('with a film', () => {
      test.use({ film: 2 });
      const tag = name === 'hls' ? '@main' : [];
      const title = 'holds it, plays it after the purchase, and stops it at the end of the rental';
      test(title, { tag }, async ({ page, pages, mediaOf, clock, noise }) => {
        const media = mediaOf(page);
        await page.clock.install();
        await openHeld(page, pages, name);
        await press(page);
        expect(await stateOf(page, name)).toMatchObject({ paused: true, currentTime: 0 });
        expect(media).toEqual([]);

        const loads: string[] = [];
        page.on('framenavigated', (frame) => frame === page.mainFrame() && loads.push(frame.url()));
        await rentFilm(page);
        await expectPlays(page, name); // the press counts
        expect(await stateOf(page, name)).toMatchObject({ status: 'open' });
        expect(media[0]).toBe(file);
        expect(loads).toEqual([]);

        clock.pass(rentalMs);
        await page.clock.fastForward(rentalMs);
        await expect
          .poll(() => stateOf(page, name))
          .toMatchObject({ status: 'held', paused: true, ended: false });
        await page
          .locator('video')
          .evaluate((video: HTMLVideoElement) => video.play().catch(() => {}));
        expect(await stateOf(page, name)).toMatchObject({ status: 'held', paused: true });
        expect(noise.filter((line) => line !== captionWarning)).toEqual([]);
      });
    });

    test.describe('at eight sizes of the window', () => {
      test.use({ film: 13 });
      test('has its picture and its controls within it', async ({ page, pages }) => {
        await openHeld(page, pages, name);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          const boxes = await page
            .locator('video, media-control-bar, .video-js')
            .evaluateAll((elements) =>
              elements.map((element) => {
                const { left, top, right, bottom } = element.getBoundingClientRect();
                return [left, top, right, bottom].map(Math.round);
              }),
            );
          expect(boxes.length).toBeGreaterThan(0);
          for (const [left = -1, top = -1, right = 0, bottom = 0] of boxes) {
            const at = `${width}x${height}`;
            expect(Math.min(left, top), at).toBeGreaterThanOrEqual(0);
            expect(right, at).toBeLessThanOrEqual(width);
            expect(bottom, at).toBeLessThanOrEqual(height);
            expect(right - left, at).toBeGreaterThan(200);
          }
        }
      });
    });

    test.describe('with a gate that is stopped', () => {
      test.use({ film: 13 });
      test('plays on, also after the end of the rental', async ({ page, pages, clock }) => {
        await page.clock.install();
        await openHeld(page, pages, name);
        await press(page);
        await rentFilm(page);
        await expectPlays(page, name);
        const sourceOf = () =>
          page.locator('video').evaluate(({ currentSrc }: HTMLVideoElement) => currentSrc);
        const source = await sourceOf();
        await stopGate(page, name);
        clock.pass(rentalMs);
        await page.clock.fastForward(rentalMs);
        await expect(page.locator('#rent')).toBeVisible();
        await expectPlays(page, name);
        expect(await sourceOf()).toBe(source);
      });
    });

    test.describe('in a hidden tab', () => {
      test.use({ film: 41 });
      test('keeps the session alive on schedule while the film plays', async ({
        site,
        pages,
        chromium,
      }) => {
        const page = await chromium.newTab();
        await page.addInitScript(movableClocks());
        await openHeld(page, pages, name);
        await press(page);
        await rentFilm(page);
        await expectPlays(page, name);
        await (await chromium.newTab()).bringToFront();
        await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden');

        const kept = (): number =>
          site.calls('session/keepalive').filter(({ method }) => method !== 'OPTIONS').length;
        /** Time passes, but no timer fires, as in a tab whose timers the browser has stopped. */
        const pass = (ms: number): Promise<void> =>
          page.evaluate((passedMs) => {
            const { time } = window as unknown as {
              time: Record<'wall' | 'monotonic', { pass: (ms: number) => void }>;
            };
            time.wall.pass(passedMs);
            time.monotonic.pass(passedMs);
          }, ms);
        await pass(10 * minuteMs);
        await expectPlays(page, name);
        expect(kept()).toBe(0);
        await pass(4 * minuteMs);
        await expect.poll(kept).toBe(1);
        await expectPlays(page, name);
        expect(kept()).toBe(1);
      });
    });
  });
}

test.describe('a player of video.js that replaces its element', () => {
  test.use({ domain: 9196 });

  /**
   * Resets the player, gives it a file of its own, plays, and waits for an event. Resolves with
   * whether the element is another one.
   */
  const resetAndPlay = (page: Page, src: string, type: string): Promise<boolean> =>
    page.evaluate(
      async ([file, awaited]) => {
        interface VideoJs extends HTMLElement {
          player: {
            reset: () => void;
            src: (url: string) => void;
            play: () => Promise<void>;
            one: (type: string, listener: () => void) => void;
          };
        }
        const before = document.querySelector('video');
        const { player } = document.querySelector<VideoJs>('.video-js')!;
        player.reset();
        const isNew = document.querySelector('video') !== before;
        player.src(file);
        const arrives = new Promise<void>((resolve) => player.one(awaited, resolve));
        player.play().catch(() => {}); // refused by a gate
        await arrives;
        return isNew;
      },
      [src, type] as const,
    );

  test('is held by a gate on the player', async ({ page, pages, platform }) => {
    await openHeld(page, pages, 'video-js-player');
    const file = `${platform.url}/media/clip.webm`;
    expect(await resetAndPlay(page, file, 'pause')).toBe(true);
    expect(await stateOf(page, 'video-js-player')).toMatchObject({
      status: 'held',
      paused: true,
      ended: false, // an end is a pause too
    });
  });

  test('is not held by a gate on the element before', async ({ page, pages, platform }) => {
    await openHeld(page, pages, 'video-js');
    const file = `${platform.url}/media/clip.webm`;
    expect(await resetAndPlay(page, file, 'playing')).toBe(true);
    await expectPlays(page, 'video-js');
  });
});
