import { buyerOf, payAndGetReturnUrl, pressProviderButton } from './support/buyer.ts';
import { expect, registeringShop, test } from './support/faults.ts';
import { movableClocks, paceSoon } from './support/page-patches.ts';
import { bytesOf, finishesOf } from './support/paid-once.ts';
import { pacedMs } from './support/platform-clock.ts';
import { scriptPayments } from './support/scripted-payments.ts';
import { answer, initResult, userResult } from './support/scripted-server.ts';
import { readStoredData } from './support/stored-data.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9309 });

test.describe('Payment', () => {
  test(
    'the return address opened in two tabs',
    { tag: '@main' },
    async ({ context, faultProxy, openShop, film, provider, expectPaidOnce }) => {
      const first = await openShop(context, { platform: faultProxy });
      await first.goToProvider();
      const address = await payAndGetReturnUrl(provider, first.page.url());
      faultProxy.inject('payment/finishtransaction', { kind: 'delay', ms: 500 });
      const second = buyerOf(await context.newPage(), film);
      await Promise.all([first, second].map(({ page }) => page.goto(address)));
      for (const tab of [first, second]) {
        await tab.waitForPurchase('granted');
        expect(new URL(tab.page.url()).search, 'the address is scrubbed').toBe('');
      }
      const { transactionId } = await first.waitForPurchase('granted');
      expect(finishesOf(faultProxy.arrivals, transactionId)).toHaveLength(1);
      await first.page.goto(address); // later, from the history
      await first.waitForPurchase('granted');
      expect(await first.checkAccess()).toBe('granted');
      expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
      expect(await first.events('error')).toEqual([]);
      await expectPaidOnce(transactionId);
    },
  );

  test('return in another browser', async ({
    page,
    browser,
    faultProxy,
    openShop,
    film,
    provider,
    expectPaidOnce,
  }) => {
    const first = await openShop(page, { platform: faultProxy });
    await first.goToProvider();
    const address = await payAndGetReturnUrl(provider, page.url());
    const elsewhere = await browser.newContext();
    const other = buyerOf(await elsewhere.newPage(), film);
    const { item, streamtype } = film;
    await other.page.addInitScript(
      `(window.usher = window.usher || []).push((usher) => usher.item(${JSON.stringify({ item, streamtype })}).$state.subscribe(() => {}))`,
    );
    for (const isLoggedIn of [false, true]) {
      if (isLoggedIn) await other.logIn();
      const before = faultProxy.arrivals.all.length;
      await other.page.goto(address);
      await soon(async () => (await other.events('error')).map(({ value }) => value.code)).toEqual([
        'unknown-transaction',
      ]);
      await other.waitForStatus('ready');
      await soon(
        () =>
          faultProxy.arrivals.all.slice(before).filter(({ id }) => id === 'payment/itemstate')
            .length,
      ).toBeGreaterThan(0);
      const sent = faultProxy.arrivals.all
        .slice(before)
        .filter(({ id }) => id.startsWith('payment/'));
      expect([
        ...new Set(
          sent.map(({ id, query }) => `${id} ${query.get('performTransactionIfPossible')}`),
        ),
      ]).toEqual(['payment/itemstate null']);
      expect(new URL(other.page.url()).search).toBe('');
      expect(await other.purchases()).toEqual([]);
    }
    await elsewhere.close();

    // On the first device the purchase is still open. The provider accepts no second payment, and
    // says so.
    await page.goto(address.split('?')[0]!);
    expect(await first.waitForPurchase('awaiting-provider')).toMatchObject({ item: film.item });
    await page.goto(address);
    const { transactionId } = await first.waitForPurchase('granted');
    await expectPaidOnce(transactionId);
  });

  test('a forged return', async ({
    page,
    context,
    pages,
    faultProxy,
    openShop,
    provider,
    domain,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    await buyer.goToProvider();
    const address = await payAndGetReturnUrl(provider, page.url());
    const [shop, state] = address.split(/\?usher-return=|&/) as [string, string];
    await page.goto(shop);
    const { id } = await buyer.waitForPurchase('awaiting-provider');
    const journal = async () =>
      (await readStoredData(context, pages.origin())).durable.filter((text) => text.includes(id));
    const before = await journal();
    expect(before.join()).toContain(state.split('.')[1]);
    const guesses = [
      id,
      `${domain}.${id}`,
      `${domain}.${'0'.repeat(32)}`,
      state.slice(0, -1),
      `${state}x`,
      state.toUpperCase(),
      `${domain}.`,
      `${domain}.undefined`,
      `${domain}.__proto__`,
    ];
    for (const guess of guesses) {
      for (const more of [
        'outcome=approved&token=forged&reference=forged',
        'outcome=declined',
        'outcome=cancelled',
      ]) {
        await page.goto(`${shop}?usher-return=${guess}&${more}`);
        await buyer.waitForStatus('ready');
        await buyer.waitForPurchase('awaiting-provider');
        if (guess.startsWith(`${domain}.`)) {
          await soon(async () =>
            (await buyer.events('error')).map(({ value }) => value.code),
          ).toEqual(['unknown-transaction']);
        }
      }
    }
    expect(await journal(), 'intact').toEqual(before);

    // Another site that has opened the shop, and knows the state.
    const evil = await context.newPage();
    await evil.goto(`${pages.origin('localhost')}/blank`);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      evil.evaluate((url) => void Object.assign(window, { shop: window.open(url) }), shop),
    ]);
    await opened.waitForFunction(() => 'runtime' in window);
    await evil.evaluate(
      (text) => (window as any).shop.postMessage({ usherReturn: text }, '*'),
      address.split('usher-return=')[1]!,
    );
    await page.evaluate(() => {
      for (const usherReturn of ['', 'x', 5, null, {}, `9309.guessed&outcome=approved`]) {
        window.postMessage({ usherReturn }, '*');
      }
    });
    await soon(async () => (await buyer.events('error')).at(-1)?.value.code).toBe(
      'unknown-transaction',
    );
    expect(await journal(), 'intact').toEqual(before);
    expect(finishesOf(faultProxy.arrivals)).toEqual([]);

    await page.goto(address);
    const { transactionId } = await buyer.waitForPurchase('granted');
    expect(await buyer.events('uncaught')).toEqual([]);
    await expectPaidOnce(transactionId);
  });

  test('session expired while away', async ({
    page,
    faultProxy,
    openShop,
    platform,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    const { id } = await buyer.state();
    await buyer.goToProvider();
    platform.clock.pass(16 * 60_000);
    await pressProviderButton(page, 'approve');
    const { transactionId } = await buyer.waitForPurchase('granted');
    const finishes = finishesOf(faultProxy.arrivals);
    expect(finishes.map(({ status }) => status)).toEqual([401, 200]);
    expect(finishes.map(({ session }) => session === id)).toEqual([true, false]);
    expect(await buyer.state()).toMatchObject({ status: 'ready', user: { name: 'ada' } });
    await expectPaidOnce(transactionId);
  });

  for (const [who, result] of [
    ['with another user', userResult('602', 18)],
    ['without a user', initResult('602')],
  ] as const) {
    test(`session expired while away, and comes back ${who}`, async ({
      page,
      server,
      openShop,
      provider,
    }) => {
      scriptPayments(server);
      // A finish that was not sent because the owner was unknown is repeated after 10 s.
      const buyer = await openShop(page, {
        platform: server,
        patches: [movableClocks(paceSoon(10, { deadlinesMs: [100, 2000] }))],
      });
      const { id } = await buyer.state();
      await buyer.goToProvider();
      server.expire(id!);
      server.script('session/init', () => answer(result));
      await pressProviderButton(page, 'approve');
      await soon(async () => (await buyer.events('purchase')).at(-1)?.value.status).toBe(
        'suspended',
      );
      expect(await buyer.purchases(), "another's purchases are not shown").toEqual([]);
      expect(
        finishesOf(server.arrivals).map(({ session }) => session),
        'only its own session',
      ).toEqual([id]);
      expect(await buyer.statuses()).not.toContain('failed');

      server.script('session/login', () => answer(userResult('603')));
      await buyer.logIn();
      await buyer.waitForPurchase('granted');
      expect(
        finishesOf(server.arrivals).map(({ session, status }) => `${session} ${status}`),
      ).toEqual([`${id} 401`, '603 200']);
      expect(new Set(finishesOf(server.arrivals).map(bytesOf)).size).toBe(1);
      expect(provider.payments.length).toBeGreaterThan(0);
    });
  }

  test('an app switch reloads the page: popup', async ({
    page,
    context,
    faultProxy,
    openShop,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    const [popup] = await Promise.all([context.waitForEvent('page'), buyer.buy('popup')]);
    await popup.waitForURL(/\/pay\?/);
    await page.reload();
    const { id } = await buyer.waitForPurchase('awaiting-provider');
    await buyer.evaluate(
      `void runtime.checkout().then((checkout) => checkout.purchase('${id}')).then((purchase) => viewer.settle(purchase.settled())).then((outcome) => shop.settled.push(outcome))`,
    );
    await Promise.all([popup.waitForEvent('close'), pressProviderButton(popup, 'approve')]);
    const { transactionId } = await buyer.waitForPurchase('granted');
    await soon(() => buyer.evaluate('shop.settled')).toMatchObject([
      { ok: true, value: { id, status: 'granted' } },
    ]);
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
    await expectPaidOnce(transactionId);
  });

  test('an app switch reloads the page: a provider in the page', async ({
    page,
    faultProxy,
    film,
    openShop,
    provider,
    platform,
    expectPaidOnce,
  }) => {
    const pace = paceSoon(20, { deadlinesMs: [100, 2000, 10_000] });
    platform.clock.follow(pace);
    const buyer = await openShop(page, { platform: faultProxy, patches: [movableClocks(pace)] });
    await buyer.buy('scripted');
    await soon(() => buyer.evaluate('shop.asked.length')).toBe(1);
    await page.reload();
    const { id } = await buyer.waitForPurchase('awaiting-provider');
    const settled = `runtime.checkout().then((checkout) => checkout.purchase('${id}')).then((purchase) => viewer.settle(purchase.settled({ deadlineMs: 500 })))`;
    expect(await buyer.evaluate(settled)).toMatchObject({ ok: false, code: 'timeout' });
    const reloadedAt = Date.now();
    // A second click within 10 s may be a double click.
    await soon(() => pacedMs(pace, reloadedAt, Date.now())).toBeGreaterThan(11_000);
    expect(await buyer.buy('scripted')).toMatchObject({ ok: true, value: { id } });
    await soon(() => buyer.evaluate('shop.asked.length')).toBe(1);
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
    const { transactionId } = await buyer.waitForPurchase('granted');
    expect(faultProxy.arrivals.of('payment/preparetransaction')).toHaveLength(1);
    await soon(() => buyer.evaluate('shop.settled')).toMatchObject([
      { ok: true, value: { status: 'granted' } },
    ]);
    await expectPaidOnce(transactionId);
  });
});
