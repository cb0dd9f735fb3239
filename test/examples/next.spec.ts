import type { Page } from '@playwright/test';
import { countListeners } from '../fixtures/examples/count-listeners.ts';
import { expect, test } from '../fixtures/examples/example.ts';
import * as film from '../fixtures/examples/film-for-sale.ts';

test.use({ domain: 9183, source: 'examples/next' });

/** Leaves the page of the film by a link, and comes back: the component unmounts and mounts. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await page.getByRole('link', { name: 'Film' }).click();
  await expect(film.offer(page)).toBeVisible();
}

/** What the tools say while they develop; the last one on a busy machine only. */
const toolNotes = /React DevTools|\[HMR\]|\[Fast Refresh\]|\[Client Instrumentation Hook\] Slow/;

test('the Next example sells a film, rendered by a server, over several pages', async ({
  page,
  request,
  example,
  noise,
}) => {
  await example.run('types');
  const url = await example.serve('next/dist/bin/next', 'dev', '-H', '127.0.0.1', '-p', '0');
  const html = await (await request.get(url)).text();
  expect(html).toContain('<h1>A film for sale</h1>');
  expect(html).toContain('<video');

  await page.clock.install();
  await page.goto(url);
  await film.logIn(page);
  const openedAt = await film.openedAt(page);
  await leaveAndReturn(page);
  await expect.poll(async () => (await countListeners(page))['gates']).toBe(1);
  const listeners = await countListeners(page);
  await leaveAndReturn(page);
  await leaveAndReturn(page);
  await expect.poll(() => countListeners(page)).toEqual(listeners);
  await film.buy(page);
  await film.play(page);
  expect(await film.openedAt(page), 'no reload').toBe(openedAt);
  expect(example.calls()).toEqual(film.calls);
  await page.clock.fastForward('16:00');
  await expect.poll(() => example.calls()).toEqual([...film.calls, 'session/keepalive']);

  // The browser knows the viewer before the first render, the server does not.
  await page.reload();
  await expect(page.locator('video')).toHaveAttribute('src', /./);
  expect(example.calls().filter((path) => path === 'session/init')).toHaveLength(1);
  await film.logOut(page);
  expect(film.unexpected(noise, toolNotes)).toEqual([]);
});
