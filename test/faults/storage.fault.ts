import { chromium } from '@playwright/test';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { payAndGetReturnUrl } from './support/buyer.ts';
import { expect, test } from './support/faults.ts';
import { measureHealthy } from './support/healthy-page.ts';
import { localStorageThrows, without } from './support/page-patches.ts';
import { scriptPayments } from './support/scripted-payments.ts';
import {
  firstConnectionIsClosing,
  firstJournalWriteFails,
  firstReadRejects,
  openNeverAnswers,
  openStopsAnswering,
  openTakes,
} from './support/storage-patches.ts';
import { exhaustQuota } from './support/storage-quota.ts';
import {
  clearStoredData,
  isSessionStored,
  overwriteStoredData,
  readStoredData,
} from './support/stored-data.ts';
import { soon, viewerOf } from './support/viewer.ts';

test.use({ domain: 9306 });

/** Damaged records. Each replaces the whole value of every entry. */
const spoiled = [
  '{"deviceHash":',
  'null',
  '[]',
  '5',
  '{"deviceHash":5,"session":7}',
  '{"deviceHash":"4:1500496747:178989","session":{"id":"0"}}',
  '{"deviceHash":"4:1500496747:178989","session":{"id":"77","keptAliveAt":"yesterday","user":5,"fingerprint":{}}}',
  '{"deviceHash":"4:1500496747:178989","session":{"id":"77"}}',
];

test.describe('Storage', () => {
  for (const [title, patches] of [
    ['IndexedDB open never answers', [openNeverAnswers]],
    [
      'IndexedDB open never answers, and localStorage throws',
      [openNeverAnswers, localStorageThrows],
    ],
    ['localStorage throws', [localStorageThrows]],
    ['IndexedDB is missing', [without('indexedDB')]],
  ] as const) {
    test(title, async ({ page, browser, server, openPage }) => {
      const healthy = await measureHealthy(browser, openPage);
      const startedAt = Date.now();
      const viewer = await openPage(page, { platform: server, patches });
      const { id } = await viewer.waitForStatus('ready');
      expect(Date.now() - startedAt - healthy.openMs, 'ms longer until a session').toBeLessThan(
        1500,
      );
      expect(await viewer.callEndpoint('session/currentweather', { lat: 1 })).toMatchObject({
        ok: true,
      });
      server.expire(id!);
      const lostAt = Date.now();
      expect(await viewer.callEndpoint('session/currentweather', { lat: 2 })).toMatchObject({
        ok: true,
      });
      expect(Date.now() - lostAt - healthy.renewMs, 'ms longer for a new session').toBeLessThan(
        3900,
      );
      expect(server.arrivals.of('session/init').length).toBe(2);
      expect(
        new Set(server.arrivals.of('session/init').map(({ body }) => body.get('nxp_devh'))).size,
      ).toBe(1);
      expect([...(await viewer.events('error')), ...(await viewer.events('uncaught'))]).toEqual([]);
    });
  }

  test(
    "quota on the journal's write",
    { tag: '@main' },
    async ({ page, context, server, pages, openShop }) => {
      scriptPayments(server);
      const giveRoom = await exhaustQuota(context, page, pages.origin());
      const buyer = await openShop(page, { platform: server });
      expect(await buyer.buy('redirect')).toMatchObject({
        ok: false,
        code: 'journal-unavailable',
      });
      expect(server.arrivals.of('payment/preparetransaction')).toEqual([]);
      expect(await buyer.purchases()).toEqual([]);
      await giveRoom();
      await buyer.goToProvider();
      expect(server.arrivals.of('payment/preparetransaction')).toHaveLength(1);
    },
  );

  test('quota on the write of a return', async ({
    page,
    context,
    server,
    pages,
    provider,
    openShop,
  }) => {
    scriptPayments(server);
    const buyer = await openShop(page, {
      platform: server,
      patches: [firstJournalWriteFails('"unreadReturns":[')],
    });
    await buyer.goToProvider();
    const address = await payAndGetReturnUrl(provider, page.url());
    await page.goto(address);
    await soon(async () => (await buyer.events('error')).map(({ value }) => value.code)).toEqual([
      'journal-unavailable',
    ]);
    await buyer.waitForPurchase('awaiting-provider');
    await buyer.checkAccess(); // the requests of the page itself come first
    expect(
      server.arrivals.of('payment/finishtransaction'),
      'nothing is sent that is not written',
    ).toEqual([]);
    expect((await readStoredData(context, pages.origin())).durable.join()).not.toContain(
      'finishing',
    );
    await page.reload(); // the address contains nothing any more
    await buyer.waitForPurchase('granted');
    expect(server.arrivals.of('payment/finishtransaction')).toHaveLength(1);
  });

  test('quota on the write of the outcome of a return', async ({
    page,
    context,
    server,
    pages,
    provider,
    openShop,
  }) => {
    scriptPayments(server);
    const buyer = await openShop(page, {
      platform: server,
      patches: [firstJournalWriteFails('"step":"finishing"')],
    });
    await buyer.goToProvider();
    await page.goto(await payAndGetReturnUrl(provider, page.url()));
    await soon(async () => (await buyer.events('error'))[0]?.value.code).toBe(
      'journal-unavailable',
    );
    await buyer.checkAccess(); // the requests of the page itself come first
    expect(
      server.arrivals.of('payment/finishtransaction'),
      'nothing is sent that is not written',
    ).toEqual([]);
    expect((await readStoredData(context, pages.origin())).durable.join()).not.toContain(
      'finishing',
    );
    await page.reload(); // the return itself is stored
    await buyer.waitForPurchase('granted');
    expect(server.arrivals.of('payment/finishtransaction')).toHaveLength(1);
  });

  for (const [title, patch] of [
    ['IndexedDB never answers', openNeverAnswers],
    ['IndexedDB never answers from then on', openStopsAnswering],
    ['IndexedDB answers too late', openTakes(3000)],
  ] as const) {
    test(`at buy, ${title}`, async ({ page, context, server, pages, openShop }) => {
      scriptPayments(server);
      const buyer = await openShop(page, { platform: server, patches: [patch] });
      await buyer.evaluate('window.stopAnswering?.()');
      await buyer.evaluate('runtime.checkout().then(() => {})'); // its code is loaded
      const { amount, ...item } = buyer.film;
      const wish = { operation: 'ppv', amount, currency: 'EUR', provider: 'redirect' };
      // A timer of the page, which a busy machine delays too.
      const refused = `Promise.race([shop.buy(${JSON.stringify(item)}, ${JSON.stringify(wish)}), new Promise((resolve) => setTimeout(resolve, 2500, 'not yet'))])`;
      expect(await buyer.evaluate(refused), 'after 2.5 s').toMatchObject({
        ok: false,
        code: 'journal-unavailable',
      });
      expect(await buyer.buy('scripted')).toMatchObject({
        ok: false,
        code: 'journal-unavailable',
      });
      // A late write would have happened by now.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      expect(
        (await readStoredData(context, pages.origin())).durable.filter((text) =>
          text.includes('preparing'),
        ),
      ).toEqual([]);
      expect(server.arrivals.of('payment/preparetransaction')).toEqual([]);
      expect(await buyer.purchases()).toEqual([]);
      expect(await buyer.events('uncaught')).toEqual([]);
    });
  }

  for (const [title, patch] of [
    ['the connection is closing', firstConnectionIsClosing],
    ['the first read rejects', firstReadRejects],
  ] as const) {
    test(title, async ({ page, context, pages, server, openPage }) => {
      const viewer = await openPage(page, { platform: server, patches: [patch] });
      const { id } = await viewer.waitForStatus('ready');
      await soon(() => viewer.evaluate('faultHappened()')).toBe(true);
      await soon(() => isSessionStored(context, pages.origin(), id!)).toBe(true);
      server.expire(id!);
      expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
      await soon(async () =>
        isSessionStored(context, pages.origin(), (await viewer.state()).id!),
      ).toBe(true);
      expect([...(await viewer.events('error')), ...(await viewer.events('uncaught'))]).toEqual([]);
    });
  }

  test('an old tab blocks an upgrade', async ({ page, context, pages, server, openPage }) => {
    const viewer = await openPage(page, { platform: server });
    const { id } = await viewer.waitForStatus('ready');
    await soon(() => isSessionStored(context, pages.origin(), id!)).toBe(true);
    const newer = await context.newPage();
    await newer.goto(`${pages.origin()}/blank`);
    const upgraded = await newer.evaluate(
      () =>
        new Promise((resolve) => {
          void indexedDB.databases().then((databases) => {
            const { version = 0 } = databases.find(({ name }) => name === 'usher') ?? {};
            const request = indexedDB.open('usher', version + 1);
            request.onsuccess = () => resolve(true);
            request.onerror = () => resolve(String(request.error));
            setTimeout(resolve, 2000, 'blocked');
          });
        }),
    );
    expect(upgraded).toBe(true);
    server.expire(id!);
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    expect(await viewer.state()).toMatchObject({ status: 'ready', id: server.sessions[1] });
    expect([...(await viewer.events('error')), ...(await viewer.events('uncaught'))]).toEqual([]);
  });

  test('storage cleared under a running page', async ({
    page,
    context,
    pages,
    server,
    openPage,
  }) => {
    const viewer = await openPage(page, { platform: server });
    const { id } = await viewer.waitForStatus('ready');
    await soon(() => isSessionStored(context, pages.origin(), id!)).toBe(true);
    await clearStoredData(context, pages);
    expect(await readStoredData(context, pages.origin())).toEqual({ mirror: [], durable: [] });
    expect(await viewer.callEndpoint('session/currentweather', { lat: 1 })).toMatchObject({
      ok: true,
    });
    expect(server.arrivals.of('session/currentweather').at(-1)!.session).toBe(id);
    server.expire(id!);
    expect(await viewer.callEndpoint('session/currentweather', { lat: 2 })).toMatchObject({
      ok: true,
    });
    const [first, second, ...more] = server.arrivals
      .of('session/init')
      .map(({ body }) => body.get('nxp_devh'));
    expect([second, more]).toEqual([first, []]);
    expect((await viewer.events('error')).length).toBe(0);
  });

  test('a corrupt record', async ({ page, context, pages, server, openPage }) => {
    const viewer = await openPage(page, { platform: server });
    const url = page.url();
    await viewer.waitForStatus('ready');
    await soon(async () =>
      isSessionStored(context, pages.origin(), (await viewer.state()).id!),
    ).toBe(true);
    for (const text of spoiled) {
      await page.goto(`${pages.origin()}/blank`); // no page writes meanwhile
      expect(await overwriteStoredData(context, pages.origin(), text)).toBeGreaterThan(1);
      const inits = server.arrivals.of('session/init').length;
      // Not with "back": the back/forward cache would restore a page with its session in memory.
      await page.goto(url);
      const { id } = await viewer.waitForStatus('ready');
      expect(
        server.arrivals
          .of('session/init')
          .slice(inits)
          .map(({ body }) => body.get('currentSession')),
        text,
      ).toEqual([null]);
      expect(id).toBe(server.sessions.at(-1));
      expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
      expect(
        [...(await viewer.events('error')), ...(await viewer.events('uncaught'))],
        text,
      ).toEqual([]);
      await soon(() => isSessionStored(context, pages.origin(), id!)).toBe(true);
      await page.reload();
      expect(await viewer.waitForStatus('ready'), 'a sound record again').toMatchObject({ id });
      expect(server.arrivals.of('session/init').length).toBe(inits + 1);
    }
  });

  test('http origin (no locks, randomUUID or subtle crypto)', async ({
    browserName,
    server,
    pages,
    addPage,
  }) => {
    test.skip(
      browserName !== 'chromium',
      'It starts a Chromium of its own, with the name of an insecure host',
    );
    const insecure = await chromium.launch({
      executablePath: ensureBrowser(),
      args: [...browserArgs, '--host-resolver-rules=MAP media.test 127.0.0.1'],
    });
    try {
      const context = await insecure.newContext();
      const url = pages.origin('media.test') + addPage({ platform: server });
      const tab = await context.newPage();
      await tab.goto(url);
      const one = viewerOf(tab);
      const { id } = await one.waitForStatus('ready');
      expect(
        await one.evaluate(
          '[isSecureContext, !!navigator.locks, !!crypto.randomUUID, !!crypto.subtle]',
        ),
      ).toEqual([false, false, false, false]);
      const secondTab = await context.newPage();
      await secondTab.goto(url);
      const two = viewerOf(secondTab);
      expect(await two.waitForStatus('ready')).toMatchObject({ id });
      server.expire(id!);
      const outcomes = await Promise.all(
        [one, two].map((viewer, lat) => viewer.callEndpoint('session/currentweather', { lat })),
      );
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
      expect(server.arrivals.of('session/init').length).toBe(2);
      expect((await one.state()).id).toBe((await two.state()).id);
    } finally {
      await insecure.close();
    }
  });
});
