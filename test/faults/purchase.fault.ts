import { performs } from './support/arrivals.ts';
import { buyerOf, pressProviderButton } from './support/buyer.ts';
import { expect, registeringShop, test } from './support/faults.ts';
import { movableClocks, paceSoon } from './support/page-patches.ts';
import { finishesOf } from './support/paid-once.ts';
import { pacedMs } from './support/platform-clock.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9308 });

/** A minute lasts a second. Storage keeps its deadline of 2 s, and a finish has half a second. */
const fast = () => paceSoon(60, { deadlinesMs: [100, 2000] });
/** A minute lasts three seconds, and the deadline of a request half a second. */
const fastDeadlines = () => paceSoon(20, { deadlinesMs: [100, 2000] });

const button = '<button onclick="shop.buy(shop.film, shop.wish)">Buy</button>';

test.describe('Payment', () => {
  for (const way of ['redirect', 'popup', 'scripted'] as const) {
    test(`ten clicks in three tabs: ${way}`, async ({
      context,
      faultProxy,
      film,
      addShop,
      openShop,
      provider,
      expectPaidOnce,
    }) => {
      const { amount, ...item } = film;
      const wish = { operation: 'ppv', amount, currency: 'EUR', provider: way };
      const shop = {
        platform: faultProxy,
        body: `${button}<script>shop.film = ${JSON.stringify(item)}; shop.wish = ${JSON.stringify(wish)};</script>`,
      };
      const first = await openShop(context, shop);
      const url = addShop(shop);
      const others = await Promise.all(
        [1, 2].map(async () => buyerOf(await context.newPage(), film)),
      );
      for (const { page, waitForStatus } of others) {
        await page.goto(url);
        await waitForStatus('ready');
      }
      await Promise.all(
        [first, ...others].map(({ page }, tab) =>
          page.click('button', { clickCount: tab ? 3 : 4, noWaitAfter: true }),
        ),
      );

      if (way === 'scripted') {
        const asked = async () =>
          (
            await Promise.all(
              [first, ...others].map(({ evaluate }) => evaluate('shop.asked.length')),
            )
          ).reduce((sum, one) => sum + one);
        await soon(asked).toBe(1);
        const [payment] = (
          await Promise.all([first, ...others].map(({ evaluate }) => evaluate('shop.asked')))
        ).flat();
        const { token, reference } = await provider.pay(
          {
            transaction: payment.transactionId,
            merchant: registeringShop,
            title: 'A film',
            amount,
            currency: 'EUR',
          },
          'approve',
        );
        for (const { evaluate } of [first, ...others]) {
          await evaluate(
            `shop.answer(${JSON.stringify({ outcome: 'approved', token, reference })})`,
          );
        }
      } else {
        const atProvider = () =>
          context.pages().filter((page) => page.url().startsWith(`${provider.url}/pay`));
        await soon(() => atProvider().length).toBe(1);
        await pressProviderButton(atProvider()[0]!, 'approve');
      }
      await soon(() => finishesOf(faultProxy.arrivals).length).toBe(1);
      for (const tab of [first, ...others]) {
        expect(await tab.waitForPurchase('granted')).toMatchObject({ item: film.item });
      }
      expect(faultProxy.arrivals.of('payment/preparetransaction')).toHaveLength(1);
      const [{ transactionId } = { transactionId: null }, ...more] = await first.purchases();
      expect(more, 'one purchase').toEqual([]);
      await expectPaidOnce(transactionId);
    });
  }

  test('the answer to preparetransaction is lost', async ({
    page,
    faultProxy,
    openShop,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    expect(await buyer.checkAccess()).toBe('denied');
    faultProxy.inject('payment/preparetransaction', { kind: 'reset', when: 'read' }, 1);
    expect(await buyer.buy('redirect')).toMatchObject({ ok: true });
    const sent = () =>
      faultProxy.arrivals.of('payment/').map(({ id }) => id.replace('payment/', ''));
    await soon(async () => (await buyer.purchases())[0]?.error?.code).toBe('network');
    await soon(sent).toEqual(['itemstate', 'preparetransaction', 'itemstate']);
    expect(await buyer.waitForPurchase('preparing (network)')).toMatchObject({
      transactionId: null,
    });

    await page.reload();
    await buyer.waitForStatus('ready');
    await soon(async () => (await buyer.purchases()).length).toBe(1);
    await soon(sent).toEqual(['itemstate', 'preparetransaction', 'itemstate', 'itemstate']);
    expect(faultProxy.arrivals.of('payment/itemstate').filter(performs)).toEqual([]);

    await buyer.goToProvider(); // by a click of the viewer
    expect(sent().slice(-2)).toEqual(['itemstate', 'preparetransaction']);
    await pressProviderButton(page, 'approve');
    const { transactionId } = await buyer.waitForPurchase('granted');
    await expectPaidOnce(transactionId);
    expect(await buyer.purchases()).toHaveLength(1);
  });

  test('the answer to preparetransaction is lost, and the item is granted meanwhile', async ({
    page,
    faultProxy,
    film,
    openShop,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    expect(await buyer.checkAccess()).toBe('denied');
    faultProxy.inject('payment/preparetransaction', { kind: 'cut', bytes: 20 }, 1);
    expect(await buyer.buy('scripted')).toMatchObject({ ok: true });
    await soon(async () => (await buyer.purchases())[0]?.error?.code).toBe('malformed');
    await soon(() =>
      faultProxy.arrivals.of('payment/itemstate').map(({ endedAt }) => !!endedAt),
    ).toEqual([true, true]); // refetched without a click
    const open = {
      general: {
        item: Number(film.item),
        streamtype: 'video',
        isPay: 1,
        canPlay: 1,
        reason: 'voucher',
        validUntil: 0,
        performed: 0,
        offers: [],
      },
    };
    faultProxy.inject('payment/itemstate', {
      kind: 'answer',
      body: JSON.stringify({ metadata: { status: 200 }, result: open }),
    });
    expect(await buyer.buy('scripted')).toMatchObject({ ok: true });
    await buyer.waitForPurchase('abandoned');
    expect(faultProxy.arrivals.of('payment/preparetransaction')).toHaveLength(1);
    expect(await buyer.evaluate('shop.asked')).toEqual([]);
  });

  test('the provider takes minutes', async ({
    page,
    faultProxy,
    openShop,
    provider,
    platform,
    expectPaidOnce,
  }) => {
    const pace = fast();
    platform.clock.follow(pace);
    const buyer = await openShop(page, { platform: faultProxy, patches: [movableClocks(pace)] });
    await buyer.goToProvider();
    await pressProviderButton(page, 'slow');
    const madeAt = Date.now();
    const { transactionId } = await buyer.waitForPurchase('pending');
    expect(
      provider.payments.filter(({ transaction }) => transaction === transactionId),
      'not charged yet',
    ).toEqual([]);
    await buyer.waitForPurchase('granted');
    expect(pacedMs(pace, madeAt, Date.now()), 'ms until it was confirmed').toBeGreaterThan(
      3 * 60_000,
    );
    expect(await buyer.statuses()).not.toContain('failed');
    expect(finishesOf(faultProxy.arrivals).length).toBeGreaterThan(1);
    await expectPaidOnce(transactionId);
  });

  test('the transaction is already finished', async ({
    page,
    faultProxy,
    openShop,
    platform,
    expectPaidOnce,
  }) => {
    const pace = fastDeadlines(); // 40 s until the third try
    platform.clock.follow(pace);
    const buyer = await openShop(page, { platform: faultProxy, patches: [movableClocks(pace)] });
    await buyer.goToProvider();
    faultProxy.inject('payment/finishtransaction', { kind: 'reset', when: 'read' }, 2);
    await pressProviderButton(page, 'approve');
    const { transactionId } = await buyer.waitForPurchase('granted');
    expect(finishesOf(faultProxy.arrivals, transactionId)).toHaveLength(3);
    expect(await buyer.statuses()).not.toContain('failed');
    await expectPaidOnce(transactionId);
  });

  test('a voucher call times out', async ({ page, faultProxy, openShop }) => {
    const pace = fastDeadlines();
    const buyer = await openShop(page, { platform: faultProxy, patches: [movableClocks(pace)] });
    faultProxy.inject('payment/redeemvoucher', { kind: 'drop' });
    const startedAt = Date.now();
    const redeemed = await buyer.evaluate(
      `runtime.checkout().then((checkout) => viewer.settle(checkout.redeemVoucher({ vouchercode: 'SUMMER' })))`,
    );
    expect(redeemed).toMatchObject({ ok: false, code: 'timeout' });
    expect(
      await buyer.callEndpoint('payment/redeemvoucher', { referencecode: 'A-1' }),
    ).toMatchObject({
      ok: false,
      code: 'timeout',
    });
    await soon(() => pacedMs(pace, startedAt, Date.now())).toBeGreaterThan(2 * 60_000);
    await page.reload();
    await buyer.waitForStatus('ready');
    expect(await buyer.checkAccess()).toBe('denied');
    expect(
      faultProxy.arrivals.of('payment/redeemvoucher').map(({ query }) => String(query)),
    ).toEqual(['vouchercode=SUMMER', 'referencecode=A-1']);
  });

  for (const [fault, how] of [
    ['drop', { kind: 'drop' }],
    ['reset', { kind: 'reset', when: 'read' }],
  ] as const) {
    test(`a performing itemstate is lost: ${fault}`, async ({
      page,
      faultProxy,
      film,
      openShop,
    }) => {
      const pace = fastDeadlines();
      const { item, streamtype } = film;
      const buyer = await openShop(page, { platform: faultProxy, patches: [movableClocks(pace)] });
      faultProxy.inject('payment/itemstate', how, 1);
      const startedAt = Date.now();
      const unlocked = await buyer.evaluate(
        `runtime.item(${JSON.stringify({ item, streamtype })}).claim().then(viewer.plain)`,
      );
      expect(unlocked).toMatchObject({ access: 'unknown' });
      await soon(() => pacedMs(pace, startedAt, Date.now())).toBeGreaterThan(2 * 60_000);
      expect(await buyer.checkAccess(), 'asking goes on').toBe('denied');
      expect(faultProxy.arrivals.of('payment/itemstate').filter(performs)).toHaveLength(1);
    });
  }
});
