import { payAndGetReturnUrl, pressProviderButton } from './support/buyer.ts';
import { expect, registeringShop, test } from './support/faults.ts';
import { movableClocks, paceSoon } from './support/page-patches.ts';
import { finishesOf } from './support/paid-once.ts';
import { pacedMs } from './support/platform-clock.ts';
import { shopScript } from './support/shop-script.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9312 });

const yearMs = 366 * 86_400_000;
/** Ten times as fast: the 10 s until a finish is sent again are one. */
const fast = () => paceSoon(10, { deadlinesMs: [100, 2000] });
const never = { kind: 'hold' } as const;

test.describe('Payment', () => {
  test('logout while a finish is under way', async ({
    page,
    faultProxy,
    openShop,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy, patches: [movableClocks(fast())] });
    const { id } = await buyer.state();
    await buyer.goToProvider();
    faultProxy.inject('payment/finishtransaction', never, 1);
    await pressProviderButton(page, 'approve');
    await soon(() => faultProxy.held.length).toBe(1);
    const { transactionId } = await buyer.waitForPurchase('finishing');
    const end = Date.now();
    expect(await buyer.callMethod('logout')).toMatchObject({ ok: true });
    expect(await buyer.purchases()).toEqual([]);
    await faultProxy.release();
    expect(await buyer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    // After 20 s of page time a repeat would have been sent.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(
      faultProxy.arrivals.all
        .filter(({ at, session }) => at > end && session === id)
        .map((arrival) => arrival.id),
    ).toEqual(['session/logout']);
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
    expect((await buyer.statuses()).filter((status) => /failed|abandoned/.test(status))).toEqual(
      [],
    );

    await buyer.logIn();
    await buyer.waitForPurchase('granted');
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(2);
    await expectPaidOnce(transactionId);
  });

  test('the clock is set a year ahead while the provider is open in the page', async ({
    page,
    faultProxy,
    film,
    openShop,
    provider,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy, patches: [movableClocks()] });
    await buyer.buy('scripted');
    await soon(() => buyer.evaluate('shop.asked.length')).toBe(1);
    await buyer.evaluate(`time.wall.pass(${yearMs}); dispatchEvent(new Event('online')); void 0`);
    await buyer.checkAccess(); // the requests of the page itself come first
    expect(await buyer.statuses(), 'open as long as the provider is').toEqual([
      'preparing',
      'awaiting-provider',
    ]);
    const [payment] = await buyer.evaluate('shop.asked');
    const { token, reference } = await provider.pay(
      {
        transaction: payment.transactionId,
        merchant: registeringShop,
        title: 'A film',
        amount: film.amount,
        currency: 'EUR',
      },
      'approve',
    );
    await buyer.evaluate(
      `shop.answer(${JSON.stringify({ outcome: 'approved', token, reference })})`,
    );
    await soon(async () => (await buyer.statuses()).at(-1)).toBe('granted');
    expect(await buyer.checkAccess()).toBe('granted');
    expect((await buyer.statuses()).filter((status) => /failed|abandoned/.test(status))).toEqual(
      [],
    );
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
    expect(faultProxy.arrivals.of('payment/preparetransaction')).toHaveLength(1);
    await expectPaidOnce(payment.transactionId);
  });

  test('the clock is set a year ahead while the platform is away for minutes', async ({
    page,
    faultProxy,
    openShop,
    provider,
    expectPaidOnce,
  }) => {
    const pace = paceSoon(30, { deadlinesMs: [100, 2000] });
    const buyer = await openShop(page, { platform: faultProxy, patches: [movableClocks(pace)] });
    const shop = page.url();
    await buyer.goToProvider();
    const address = await payAndGetReturnUrl(provider, page.url());
    faultProxy.inject('payment/finishtransaction', { kind: 'reset', when: 'unread' });
    await page.goto(address);
    const { transactionId } = await buyer.waitForPurchase('finishing (network)');
    await buyer.evaluate(`time.wall.pass(${yearMs}); void 0`);
    const jumpedAt = Date.now();
    // All repeats after 10, 30 and 90 s are over by then.
    await soon(() => pacedMs(pace, jumpedAt, Date.now())).toBeGreaterThan(200_000);
    expect((await buyer.statuses()).filter((status) => /failed|abandoned/.test(status))).toEqual(
      [],
    );
    await faultProxy.heal();
    await page.goto(shop);
    await buyer.waitForPurchase('granted');
    await expectPaidOnce(transactionId);
  });

  for (const [when, fault] of [
    ['while the viewer is away', undefined],
    ['while the finish has no answer', never],
  ] as const) {
    test(`the clock is set a year ahead ${when}`, async ({
      page,
      faultProxy,
      pages,
      addPage,
      openShop,
      provider,
      expectPaidOnce,
    }) => {
      const buyer = await openShop(page, { platform: faultProxy, patches: [movableClocks()] });
      const shop = page.url();
      await buyer.goToProvider();
      const address = await payAndGetReturnUrl(provider, page.url());
      if (fault) {
        faultProxy.inject('payment/finishtransaction', fault, 1);
        await page.goto(address);
        await soon(() => faultProxy.held.length).toBe(1);
      }
      // The same page on a machine whose clock was set ahead.
      const ahead = { rate: 1, since: 0, skippedMs: yearMs, deadlinesMs: [] };
      pages.add(
        {
          ...pages.at(addPage({ platform: faultProxy })),
          patches: [movableClocks(ahead), shopScript(provider.url, registeringShop)],
        },
        new URL(shop).pathname,
      );
      await page.goto(fault ? shop : address);
      await buyer.waitForStatus('ready');
      await soon(async () => (await buyer.statuses()).at(-1)).toBe('granted');
      const [{ transactionId }] = (await buyer.events('purchase')).map(({ value }) => value);
      expect((await buyer.statuses()).filter((status) => /failed|abandoned/.test(status))).toEqual(
        [],
      );
      expect(await buyer.checkAccess()).toBe('granted');
      expect(finishesOf(faultProxy.arrivals)).toHaveLength(fault ? 2 : 1);
      await expectPaidOnce(transactionId);
    });
  }
});
