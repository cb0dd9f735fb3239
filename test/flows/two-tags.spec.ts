import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9104 });

/**
 * Stands before the demo page and doubles its script tag. (A page that the test tool answers itself
 * may not call this machine.)
 */
async function doubleTag(url: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    void fetch(url + request.url).then(async (answer) => {
      const body = Buffer.from(await answer.arrayBuffer());
      const isPage = answer.headers.get('content-type')?.startsWith('text/html');
      const names = ['content-type', 'content-security-policy', 'access-control-allow-origin'];
      response.writeHead(
        answer.status,
        Object.fromEntries(
          names.flatMap((name) =>
            answer.headers.has(name) ? [[name, answer.headers.get(name)!]] : [],
          ),
        ),
      );
      response.end(
        isPage
          ? body.toString().replace(/<script type="module" async .*?<\/script>/, '$&\n$&')
          : body,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

test('two script tags make one runtime and one init', async ({ page, site, noise }) => {
  const doubled = await doubleTag(site.url);
  await page.addInitScript(() => {
    const seen = ((window as unknown as { seen: unknown[] }).seen = [] as unknown[]);
    ((window as unknown as { usher: unknown[] }).usher ??= []).push((usher: unknown) =>
      seen.push(usher),
    );
  });
  await page.goto(doubled.url);
  await expect(page.locator('script[data-base-url]')).toHaveCount(2);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await page.waitForLoadState('networkidle');
  const [heard, same] = await page.evaluate(() => {
    const { seen, usher } = window as unknown as {
      seen: unknown[];
      usher: { for: (domain: string) => unknown };
    };
    return [seen.length, seen[0] === usher.for('9104')];
  });
  expect(heard).toBe(1);
  expect(same).toBe(true);
  expect(site.calls('session/init').map(({ method }) => method)).toEqual(['POST']);
  await expect(page.locator('[data-session]')).toHaveCount(1);
  expect(noise).toEqual([]);
  doubled.close();
});
