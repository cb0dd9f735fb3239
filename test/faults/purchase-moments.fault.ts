import { chooses, payAndGetReturnUrl } from './support/buyer.ts';
import { expect, test } from './support/faults.ts';
import { movableClocks, paceSoon } from './support/page-patches.ts';
import { expectPaidOnce, finishesOf } from './support/paid-once.ts';
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
    wire,
    openShop,
    provider,
    platform,
    domain,
  }) => {
    const buyer = await openShop(page, { at: wire, patches: [movableClocks(fast())] });
    const { id } = await buyer.state();
    await buyer.leaves();
    wire.inject('payment/finishtransaction', never, 1);
    await chooses(page, 'approve');
    await soon(() => wire.held.length).toBe(1);
    const { transactionId } = await buyer.sees('finishing');
    const end = Date.now();
    expect(await buyer.does('logout')).toMatchObject({ ok: true });
    expect(await buyer.purchases()).toEqual([]);
    await wire.release();
    expect(await buyer.calls('session/currentweather')).toMatchObject({ ok: true });
    // After 20 s of page time a repeat would have been sent.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(
      wire.arrivals.all
        .filter(({ at, session }) => at > end && session === id)
        .map((arrival) => arrival.id),
    ).toEqual(['session/logout']);
    expect(finishesOf(wire.arrivals)).toHaveLength(1);
    expect((await buyer.statuses()).filter((status) => /failed|abandoned/.test(status))).toEqual(
      [],
    );

    await buyer.logIn();
    await buyer.sees('granted');
    expect(finishesOf(wire.arrivals)).toHaveLength(2);
    await expectPaidOnce({ provider, platform, wire, domain }, transactionId);
  });

  test('the clock is set a year ahead while the provider is open in the page', async ({
    page,
    wire,
    film,
    openShop,
    provider,
    platform,
    domain,
  }) => {
    const buyer = await openShop(page, { at: wire, patches: [movableClocks()] });
    await buyer.buys('scripted');
    await soon(() => buyer.runs('shop.asked.length')).toBe(1);
    await buyer.runs(`time.wall.pass(${yearMs}); dispatchEvent(new Event('online')); void 0`);
    await buyer.access(); // the requests of the page itself come first
    expect(await buyer.statuses(), 'open as long as the provider is').toEqual([
      'preparing',
      'awaiting-provider',
    ]);
    const [payment] = await buyer.runs('shop.asked');
    const { token, reference } = await provider.pay(
      {
        transaction: payment.transactionId,
        merchant: 'Test shop',
        title: 'A film',
        amount: film.amount,
        currency: 'EUR',
      },
      'approve',
    );
    await buyer.runs(`shop.answer(${JSON.stringify({ outcome: 'approved', token, reference })})`);
    await soon(async () => (await buyer.statuses()).at(-1)).toBe('granted');
    expect(await buyer.access()).toBe('granted');
    expect((await buyer.statuses()).filter((status) => /failed|abandoned/.test(status))).toEqual(
      [],
    );
    expect(finishesOf(wire.arrivals)).toHaveLength(1);
    expect(wire.arrivals.of('payment/preparetransaction')).toHaveLength(1);
    await expectPaidOnce({ provider, platform, wire, domain }, payment.transactionId);
  });

  test('the clock is set a year ahead while the platform is away for minutes', async ({
    page,
    wire,
    openShop,
    provider,
    platform,
    domain,
  }) => {
    const pace = paceSoon(30, { deadlinesMs: [100, 2000] });
    const buyer = await openShop(page, { at: wire, patches: [movableClocks(pace)] });
    const shop = page.url();
    await buyer.leaves();
    const address = await payAndGetReturnUrl(provider, page.url());
    wire.inject('payment/finishtransaction', { kind: 'reset', when: 'unread' });
    await page.goto(address);
    const { transactionId } = await buyer.sees('finishing (network)');
    await buyer.runs(`time.wall.pass(${yearMs}); void 0`);
    const jumpedAt = Date.now();
    // All repeats after 10, 30 and 90 s are over by then.
    await soon(() => pacedMs(pace, jumpedAt, Date.now())).toBeGreaterThan(200_000);
    expect((await buyer.statuses()).filter((status) => /failed|abandoned/.test(status))).toEqual(
      [],
    );
    await wire.heal();
    await page.goto(shop);
    await buyer.sees('granted');
    await expectPaidOnce({ provider, platform, wire, domain }, transactionId);
  });

  for (const [when, fault] of [
    ['while the viewer is away', undefined],
    ['while the finish has no answer', never],
  ] as const) {
    test(`the clock is set a year ahead ${when}`, async ({
      page,
      wire,
      pages,
      addPage,
      openShop,
      provider,
      platform,
      domain,
    }) => {
      const buyer = await openShop(page, { at: wire, patches: [movableClocks()] });
      const shop = page.url();
      await buyer.leaves();
      const address = await payAndGetReturnUrl(provider, page.url());
      if (fault) {
        wire.inject('payment/finishtransaction', fault, 1);
        await page.goto(address);
        await soon(() => wire.held.length).toBe(1);
      }
      // The same page on a machine whose clock was set ahead.
      const ahead = { rate: 1, since: 0, skippedMs: yearMs, deadlinesMs: [] };
      pages.add(
        {
          ...pages.at(addPage({ at: wire })),
          patches: [movableClocks(ahead), shopScript(provider.url)],
        },
        new URL(shop).pathname,
      );
      await page.goto(fault ? shop : address);
      await buyer.reaches('ready');
      await soon(async () => (await buyer.statuses()).at(-1)).toBe('granted');
      const [{ transactionId }] = (await buyer.events('purchase')).map(({ value }) => value);
      expect((await buyer.statuses()).filter((status) => /failed|abandoned/.test(status))).toEqual(
        [],
      );
      expect(await buyer.access()).toBe('granted');
      expect(finishesOf(wire.arrivals)).toHaveLength(fault ? 2 : 1);
      await expectPaidOnce({ provider, platform, wire, domain }, transactionId);
    });
  }
});
