import fc from 'fast-check';
import { pressProviderButton } from './support/buyer.ts';
import { expect, test } from './support/faults.ts';
import { scriptPayments } from './support/scripted-payments.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9311 });

/** Invalid amounts, as code of the page. */
const noAmounts = [
  '19.99',
  'NaN',
  '-1',
  'Infinity',
  '-Infinity',
  '2 ** 53',
  '"499"',
  '"19.99"',
  '499n',
  'null',
  '{}',
  '[499]',
  'true',
  'new Date(499)',
  'new Number(499)',
  'Symbol.iterator',
  ...fc
    .sample(
      fc
        .double({ noDefaultInfinity: true, noNaN: true })
        .filter((one) => !Number.isSafeInteger(one) || one < 0),
      { numRuns: 100, seed: 1 },
    )
    .map(String),
];

/**
 * Addresses that lead to another place than they seem to, or run as code. `{here}` is the page's
 * own host.
 */
const notBack = [
  'javascript:document.title = "owned"',
  '\tjavascript:alert(1)',
  'java\nscript:alert(1)',
  '//evil.test/back',
  '\\\\evil.test/back',
  '/\\evil.test/back',
  'http://ada@{here}/back',
  'http://ada:secret@{here}/back',
  'http://{here}@evil.test/',
  'http://{here}.evil.test/',
  'https://{here}/',
  'data:text/html,back',
  'blob:http://{here}/5',
  'file:///back',
  'about:blank',
  'http://',
  'http://evil.test/http://{here}/',
];
const notThere = [
  'javascript:document.title = "owned"',
  ' javascript:alert(1)',
  '//evil.test/pay',
  '\\\\evil.test',
  '/\\evil.test',
  '/pay',
  'pay',
  '',
  'data:text/html,pay',
  'blob:http://{here}/5',
  'file:///pay',
  'ftp://evil.test/',
  'about:blank',
  'http://ada@evil.test/',
  'http://ada:secret@evil.test/pay',
  'https://:secret@evil.test/',
];

test.describe('Payment', () => {
  test('cancelTransaction=1 while a finish is under way', async ({
    page,
    context,
    faultProxy,
    addShop,
    openShop,
    expectPaidOnce,
  }) => {
    const shop = { platform: faultProxy };
    const buyer = await openShop(page, shop);
    await buyer.goToProvider();
    faultProxy.inject('payment/finishtransaction', { kind: 'hold' });
    await pressProviderButton(page, 'approve');
    await soon(() => faultProxy.held.length).toBe(1);
    const { transactionId } = await buyer.waitForPurchase('finishing');
    const other = await context.newPage();
    await other.goto(addShop(shop));
    await other.waitForFunction(() => 'runtime' in window);
    const tries = `(async () => {
      const checkout = await runtime.checkout();
      const codes = [];
      const note = async (promise) => codes.push((await viewer.settle(promise)).code);
      for (const transactionID of ['${transactionId}', ${transactionId}n]) {
        await note(checkout.deleteFailedTransaction({ transactionID }));
        for (const cancelTransaction of [true, 1, '1', 'true', 1n]) await note(runtime.call('payment/cancelsubscription', { transactionID, cancelTransaction }));
      }
      await note(checkout.deleteFailedTransaction({ transactionID: '404' }));
      return codes;
    })()`;
    const refused = [...Array(3).fill('purchase-in-progress'), ...Array(3).fill('input')];
    for (const tab of [page, other]) {
      expect(await tab.evaluate(tries)).toEqual([...refused, ...refused, 'unknown-transaction']);
    }
    expect(faultProxy.arrivals.of('payment/cancelsubscription')).toEqual([]);
    await faultProxy.heal();
    await buyer.waitForPurchase('granted');
    const late = `runtime.checkout().then((checkout) => viewer.settle(checkout.deleteFailedTransaction({ transactionID: '${transactionId}' })))`;
    expect(await buyer.evaluate(late)).toMatchObject({ ok: false, code: 'unknown-transaction' });
    expect(faultProxy.arrivals.of('payment/cancelsubscription')).toEqual([]);
    expect(await buyer.checkAccess()).toBe('granted');
    await expectPaidOnce(transactionId);
  });

  test('cancelTransaction=1 after the platform has declined', async ({
    page,
    faultProxy,
    openShop,
    platform,
    domain,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    await buyer.goToProvider();
    await pressProviderButton(page, 'decline');
    const { transactionId } = await buyer.waitForPurchase(
      'failed (platform: the payment was declined by the provider)',
    );
    expect(
      await buyer.evaluate(
        `runtime.checkout().then((checkout) => viewer.settle(checkout.deleteFailedTransaction({ transactionID: '${transactionId}' })))`,
      ),
    ).toMatchObject({ ok: true, value: { state: 'deleted' } });
    expect(
      faultProxy.arrivals
        .of('payment/cancelsubscription')
        .map(({ method, query }) => `${method} ${String(query)}`),
    ).toEqual([`DELETE transactionID=${transactionId}&cancelTransaction=1`]);
    expect((await platform.ledger(domain)).problems).toEqual([]);
  });

  test('amount 19.99, NaN or -1', async ({ page, faultProxy, film, openShop }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    const { item, streamtype } = film;
    const outcomes = await buyer.evaluate(`(async () => {
      const checkout = await runtime.checkout();
      const [item, sale] = [${JSON.stringify({ item, streamtype })}, { operation: 'ppv', currency: 'EUR', provider: 'scripted' }];
      const outcomes = [];
      for (const amount of [${noAmounts.join(', ')}]) {
        for (const call of [
          () => runtime.item(item).buy({ ...sale, amount }), () => checkout.buy({ ...sale, ...item, amount }), () => runtime.call('payment/preparetransaction', { ...sale, ...item, amount }),
          () => checkout.upgradeSubscription({ transactionID: 'T1', amount }), () => runtime.call('payment/finishtransaction', { transactionID: 5, token: 't', finalPayment: amount }),
        ]) outcomes.push(await viewer.settle((async () => call())()));
      }
      return outcomes.map(({ ok, code }) => ok ? 'ok' : code);
    })()`);
    expect([outcomes.length, ...new Set(outcomes)]).toEqual([noAmounts.length * 5, 'input']);
    expect(await buyer.buy('scripted', { amount: 0.1 })).toMatchObject({
      ok: false,
      code: 'input',
    });
    expect(faultProxy.arrivals.of('payment/')).toEqual([]);
    expect(await buyer.purchases()).toEqual([]);
  });

  test("the provider's script is blocked", async ({
    page,
    faultProxy,
    openShop,
    provider,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    await page.route(`${provider.url}/in-page.js*`, (route) => route.abort('blockedbyclient'));
    expect(await buyer.buy('dialog')).toMatchObject({ ok: false, code: 'provider-unavailable' });
    expect(faultProxy.arrivals.of('payment/')).toEqual([]);
    expect(await buyer.purchases()).toEqual([]);
    await page.unroute(`${provider.url}/in-page.js*`);
    expect(await buyer.buy('dialog')).toMatchObject({ ok: true });
    await page.frameLocator('iframe').locator('button[value=approve]').click();
    const { transactionId } = await buyer.waitForPurchase('granted');
    expect(faultProxy.arrivals.of('payment/preparetransaction')).toHaveLength(1);
    await expectPaidOnce(transactionId);
  });
});

test.describe('Data and hostile input', () => {
  test('no voucher code, or both', async ({ page, faultProxy, openShop }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    const code = fc.string({ minLength: 1, maxLength: 40 });
    const pairs = [
      {},
      { vouchercode: '' },
      { referencecode: '' },
      { vouchercode: '', referencecode: '' },
      { vouchercode: 5 },
      { referencecode: ['A'] },
      ...fc.sample(fc.record({ vouchercode: code, referencecode: code }), {
        numRuns: 100,
        seed: 1,
      }),
    ];
    const codes = await buyer.evaluate(`(async () => {
      const checkout = await runtime.checkout();
      const outcomes = [];
      for (const pair of [...${JSON.stringify(pairs)}, undefined, null]) {
        outcomes.push(await viewer.settle(checkout.redeemVoucher(pair)), await viewer.settle((async () => runtime.call('payment/redeemvoucher', pair ?? undefined))()));
      }
      return outcomes.map(({ ok, code }) => ok ? 'ok' : code);
    })()`);
    expect([codes.length, ...new Set(codes)]).toEqual([2 * (pairs.length + 2), 'input']);
    expect(faultProxy.arrivals.of('payment/')).toEqual([]);
  });

  test('a return address with javascript:, //evil, \\evil or user info', async ({
    page,
    server,
    openShop,
  }) => {
    scriptPayments(server);
    const buyer = await openShop(page, { platform: server });
    const here = new URL(page.url()).host;
    for (const address of notBack) {
      const returnUrl = address.replaceAll('{here}', here);
      await buyer.evaluate(
        `Object.assign(shop.providers[0], { returnUrl: ${JSON.stringify(returnUrl)} })`,
      );
      expect(await buyer.buy('redirect'), returnUrl).toMatchObject({ ok: false, code: 'input' });
    }
    expect(server.arrivals.of('payment/')).toEqual([]);
    await buyer.evaluate('delete shop.providers[0].returnUrl');
    const before = page.url();
    for (const address of notThere) {
      const url = address.replaceAll('{here}', here);
      await buyer.evaluate(`shop.providers[0].url = () => ${JSON.stringify(url)}`);
      expect(await buyer.buy('redirect'), url).toMatchObject({ ok: true });
      expect((await buyer.waitForPurchase('abandoned')).error, url).toMatchObject({
        code: 'provider-unavailable',
      });
    }
    expect(page.url()).toBe(before);
    expect(await page.title()).toBe('Test page');
    expect(await buyer.events('uncaught')).toEqual([]);
    expect(await buyer.statuses()).not.toContain('failed');
  });
});
