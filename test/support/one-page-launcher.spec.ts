import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { browserArgs, ensureHeadlessShell } from './browser.mjs';
import { onePageLauncher } from './one-page-launcher.mjs';

/** Loops without an end, a moment after it has loaded. */
const hanging = '<script>setTimeout(() => { fetch("/loops"); for (;;); }, 20)</script>';

test('a page that hangs costs its own tests, and the next file has a new browser', async () => {
  let loops = (): void => {};
  const looping = new Promise<void>((resolve) => (loops = resolve));
  const server = createServer(({ url }, response) => {
    if (url === '/loops') loops();
    response.setHeader('Content-Type', 'text/html').end(url === '/hangs' ? hanging : 'works');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const launcher = onePageLauncher(
    {
      product: 'chromium',
      launchOptions: { executablePath: ensureHeadlessShell(), args: browserArgs },
    },
    { addressFor: async (url: string) => url },
    { maxLeaveMs: 500 },
  );
  await launcher.initialize({ coverage: false } as never, []);
  try {
    await launcher.startSession('1', `http://127.0.0.1:${port}/hangs`);
    await looping;
    await expect(launcher.stopSession('1')).rejects.toThrow('the page hangs');
    await launcher.startSession('2', `http://127.0.0.1:${port}/works`);
    expect(await launcher.getPage('2').innerText('body')).toBe('works');
    await launcher.stopSession('2');
  } finally {
    await launcher.stop();
    server.close();
  }
});
