import type { Page } from '@playwright/test';
import { Hono } from 'hono';
import { listen } from '../../demo/platform/listen.ts';
import { films } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';
import { openPage } from '../fixtures/platform/client.ts';

test.use({ domain: 9320 });

/** The item IDs of films, by their global IDs. */
async function idsOf(baseUrl: string, gids: readonly string[]): Promise<string[]> {
  const [, root, domain] = /^(.*)\/v3\.1\/(\d+)$/.exec(baseUrl)!;
  const { call } = await openPage(root!, Number(domain));
  const items = gids.map(async (gid) => {
    const { result } = await call(`/allmedia/byglobalid/${gid}`);
    return String(result.general.ID);
  });
  return Promise.all(items);
}

/** Serves a page of a publisher with the script tag and this content. */
async function serve(site: string, baseUrl: string, content: string) {
  const html = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A page</title>
    <script type="module" src="${site}/dist/cdn/usher.js" data-base-url="${baseUrl}"
      data-debug></script>${content}`;
  return listen(
    new Hono().get('/', (context) => context.html(html)),
    0,
  );
}

const gate = (item: string, gid: string): string =>
  `<usher-gate item="${item}" globalid="${gid}"><video></video></usher-gate>`;

/** The lines of the option `debug`, without their times and links. */
function debugLines(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    const found = /^Usher \S+ warning: (.*) \(/.exec(message.text());
    if (found) lines.push(found[1]!);
  });
  return lines;
}

/** Opens a page whose clock the test moves on. */
async function openWithClock(page: Page, site: string, baseUrl: string, content: string) {
  const server = await serve(site, baseUrl, content);
  const lines = debugLines(page);
  await page.clock.install();
  await page.goto(server.url);
  return { lines, close: () => server.close() };
}

interface Result {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** What `diagnose()` says of the items of the page. */
const diagnose = (page: Page): Promise<Result> =>
  page.evaluate(async () => {
    const { usher } = globalThis as unknown as {
      usher: { ready: () => Promise<{ diagnose: () => Promise<Result[]> }> };
    };
    const results = await (await usher.ready()).diagnose();
    return results.find(({ name }) => name === 'items')!;
  });

const unsold = 'no payment provider: nobody can buy what a gate sells';

test('a gate with the global ID of another film is named, by debug and diagnose()', async ({
  page,
  platform,
  site,
  domain,
}) => {
  const baseUrl = `${platform.url}/v3.1/${domain}`;
  const [free, locked] = await idsOf(baseUrl, [films.free.gid, films.locked.gid]);
  const server = await serve(site.url, baseUrl, gate(free!, films.locked.gid));
  const lines = debugLines(page);
  const asked = site.calls(`allmedia/byglobalid/${films.locked.gid}`).length;
  await page.goto(server.url);
  const wrong = `item ${free}: globalid ${films.locked.gid} is item ${locked}`;
  await expect.poll(() => lines).toEqual([wrong]);
  const { length } = site
    .calls(`allmedia/byglobalid/${films.locked.gid}`)
    .filter(({ method }) => method === 'GET');
  expect(length - asked, 'no request but that for the file').toBe(1);
  expect(await diagnose(page)).toEqual({ name: 'items', ok: false, detail: wrong });
  await server.close();
});

test('gates that can sell nothing say so once, before anybody logs in', async ({
  page,
  platform,
  site,
  domain,
}) => {
  const baseUrl = `${platform.url}/v3.1/${domain}`;
  const [locked] = await idsOf(baseUrl, [films.locked.gid]);
  const two = gate(locked!, films.locked.gid).repeat(2);
  const { lines, close } = await openWithClock(page, site.url, baseUrl, two);
  await expect(page.locator('usher-gate[access=denied]')).toHaveCount(2);
  await expect
    .poll(async () => {
      await page.clock.fastForward(2000);
      return lines;
    })
    .toEqual([unsold]);
  const detail = `item ${locked}: no payment provider`;
  expect(await diagnose(page)).toEqual({ name: 'items', ok: false, detail });
  await page.clock.fastForward(10_000);
  expect(lines).toEqual([unsold]);
  await close();
});

test('a gate whose film can be bought is fine', async ({ page, platform, site, domain }) => {
  const baseUrl = `${platform.url}/v3.1/${domain}`;
  const [locked] = await idsOf(baseUrl, [films.locked.gid]);
  const provider = `<script>
    const pay = async () => ({ outcome: 'cancelled' });
    const providers = [{ name: 'card', type: 'in-page', pay }];
    (window.usher = window.usher || []).push((usher) => usher.configure({ providers }));
  </script>`;
  const content = gate(locked!, films.locked.gid) + provider;
  const { lines, close } = await openWithClock(page, site.url, baseUrl, content);
  await expect(page.locator('usher-gate')).toHaveAttribute('access', 'denied');
  await page.clock.fastForward(10_000);
  expect(await diagnose(page)).toEqual({ name: 'items', ok: true, detail: '1 checked' });
  expect(lines).toEqual([]);
  await close();
});

test('diagnose() names items and global IDs that the platform does not have', async ({
  page,
  platform,
  site,
  domain,
}) => {
  const baseUrl = `${platform.url}/v3.1/${domain}`;
  const [locked] = await idsOf(baseUrl, [films.locked.gid]);
  const gates = [gate('9', films.locked.gid), gate(locked!, '9')];
  const server = await serve(site.url, baseUrl, gates.join(''));
  await page.goto(server.url);
  await expect(page.locator('usher-gate[access=denied]')).toHaveCount(2);
  const items = await diagnose(page);
  expect(items.ok).toBe(false);
  expect(items.detail.split('; ').toSorted()).toEqual(
    ['item 9: not-found', `item ${locked}: globalid 9: not-found`].toSorted(),
  );
  await server.close();
});
