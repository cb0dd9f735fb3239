import { expect, test } from '@playwright/test';
import { createPages } from '../../world/pages.ts';

/** More files than the page requests. */
const allFiles = 100;

test('a page that opens offline without more code has a session once online', async () => {
  const pages = await createPages(4);
  const { device } = pages;
  device.network.behave('refuses');
  device.chunks.lose(allFiles);
  const page = device.open(0);
  page.usher.start().catch(() => {}); // the state shows it
  const status = (): string => page.usher.$session.get().status;
  await pages.until(() => status() === 'offline');
  device.chunks.heal();
  device.network.heal();
  page.fire('online');
  await pages.pass(1000);
  expect(status()).toBe('ready');
  expect(pages.sentTo('session/init')).toHaveLength(2);
});
