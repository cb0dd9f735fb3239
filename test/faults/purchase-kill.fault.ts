import { buyerOf, openProvider, openShop, pressProviderButton } from './support/buyer.ts';
import { expect, test } from './support/faults.ts';
import { movableClocks, paceSoon } from './support/page-patches.ts';
import { finishesOf } from './support/paid-once.ts';
import { readStoredData } from './support/stored-data.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9310 });

/** Ten times as fast: a lease of 45 s lasts 4.5. Requests keep their deadline of 10 s. */
const soonFast = () => paceSoon(10, { deadlinesMs: [100, 2000, 10_000] });

test.describe('Payment', () => {
  test('KILL between return and finish: nothing routes', async ({
    chromium,
    faultProxy,
    addShop,
    film,
    expectPaidOnce,
  }) => {
    const url = addShop({ platform: faultProxy });
    const before = await openProvider(chromium, url, film);
    await faultProxy.down();
    await pressProviderButton(before.page, 'approve');
    const { transactionId } = await before.waitForPurchase('finishing (network)');
    await chromium.killAndStart();
    await faultProxy.up();
    expect(finishesOf(faultProxy.arrivals)).toEqual([]);
    const after = await openShop(chromium, url, film);
    expect(await after.waitForPurchase('granted', 30_000), '10 s after the last try').toMatchObject(
      {
        transactionId,
      },
    );
    expect(await after.checkAccess()).toBe('granted');
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
    await expectPaidOnce(transactionId);
  });

  test('KILL between return and finish: it was about to be sent', async ({
    chromium,
    faultProxy,
    addShop,
    film,
    expectPaidOnce,
  }) => {
    const url = addShop({ platform: faultProxy, patches: [movableClocks(soonFast())] });
    const before = await openProvider(chromium, url, film);
    let stopped = 0;
    await before.page.route('**/payment/finishtransaction*', () => {
      stopped++;
    }); // never sent by the browser
    await pressProviderButton(before.page, 'approve');
    await soon(() => stopped).toBe(1);
    const { transactionId } = await before.waitForPurchase('finishing');
    await chromium.killAndStart();
    expect(finishesOf(faultProxy.arrivals)).toEqual([]);
    const after = await openShop(chromium, url, film);
    expect(await after.waitForPurchase('granted')).toMatchObject({ transactionId });
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
    expect(await after.statuses()).not.toContain('failed');
    await expectPaidOnce(transactionId);
  });

  test('KILL after the return has left the address, before its code is loaded', async ({
    chromium,
    faultProxy,
    addShop,
    film,
    expectPaidOnce,
  }) => {
    const url = addShop({ platform: faultProxy });
    const before = await openProvider(chromium, url, film);
    await before.page.route('**/chunks/*-checkout.js', () => {}); // it never comes
    await pressProviderButton(before.page, 'approve');
    await before.page.waitForURL(url);
    await chromium.killAndStart();
    const after = await openShop(chromium, url, film);
    const { transactionId } = await after.waitForPurchase('granted');
    expect(await after.statuses()).not.toContain('failed');
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
    await expectPaidOnce(transactionId);
  });

  for (const fault of ['hold', 'drop'] as const) {
    test(`KILL after finish left: ${fault === 'hold' ? 'the platform has finished it' : 'the platform has not seen it'}`, async ({
      chromium,
      faultProxy,
      addShop,
      film,
      expectPaidOnce,
    }) => {
      const url = addShop({ platform: faultProxy, patches: [movableClocks(soonFast())] });
      const before = await openProvider(chromium, url, film);
      faultProxy.inject('payment/finishtransaction', { kind: fault }, 1);
      await pressProviderButton(before.page, 'approve');
      await soon(() => finishesOf(faultProxy.arrivals).length).toBe(1);
      if (fault === 'hold') await soon(() => faultProxy.held.length).toBe(1);
      const { transactionId } = await before.waitForPurchase('finishing');
      await chromium.killAndStart();
      const after = await openShop(chromium, url, film);
      expect(await after.waitForPurchase('granted')).toMatchObject({ transactionId });
      expect(finishesOf(faultProxy.arrivals), 'the same once more').toHaveLength(2);
      expect(await after.statuses()).not.toContain('failed');
      expect(await after.checkAccess()).toBe('granted');
      await expectPaidOnce(transactionId);
    });
  }

  test('the tab that sends the finish crashes, another is open', async ({
    chromium,
    faultProxy,
    addShop,
    film,
    expectPaidOnce,
  }) => {
    const url = addShop({ platform: faultProxy, patches: [movableClocks(soonFast())] });
    const [sender, other] = [
      buyerOf(await chromium.newTab(), film),
      buyerOf(await chromium.newTab(), film),
    ];
    for (const { page, waitForStatus } of [sender, other]) {
      await page.goto(url);
      await waitForStatus('ready');
    }
    await sender.page.bringToFront();
    await sender.logIn();
    await sender.goToProvider();
    faultProxy.inject('payment/finishtransaction', { kind: 'drop' }, 1);
    await pressProviderButton(sender.page, 'approve');
    await soon(() => finishesOf(faultProxy.arrivals).length).toBe(1);
    const devtools = await chromium.devtools(sender.page);
    const crashed = sender.page.waitForEvent('crash');
    void devtools.send('Page.crash').catch(() => {}); // no tab is left to answer
    await crashed;
    const { transactionId } = await other.waitForPurchase('granted');
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(2);
    await expectPaidOnce(transactionId);
  });
});

test.describe('Storage', () => {
  test('KILL right after the journal has reported a write', async ({
    chromium,
    faultProxy,
    addShop,
    pages,
    nextFilm,
  }) => {
    faultProxy.inject('payment/preparetransaction', { kind: 'drop' });
    for (let time = 1; time <= 3; time++) {
      const film = await nextFilm();
      const url = addShop({ platform: faultProxy });
      const before = await openShop(chromium, url, film);
      if (time === 1) await before.logIn();
      else await before.waitForStatus('ready');
      const { ok, value } = await before.buy('redirect');
      await chromium.killAndStart();
      expect({ ok, status: value?.status }).toEqual({ ok: true, status: 'preparing' });
      const { durable } = await readStoredData(chromium.context, pages.origin());
      expect(
        durable.filter((text) => text.includes(value.id) && text.includes(film.item)),
        `kill ${time}`,
      ).toHaveLength(1);
      const after = await openShop(chromium, url, film);
      expect(await after.waitForPurchase('preparing')).toMatchObject({
        id: value.id,
        item: film.item,
        transactionId: null,
      });
    }
  });
});
