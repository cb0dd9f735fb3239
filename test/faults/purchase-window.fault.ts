import type { BrowserContext, Page } from '@playwright/test';
import { buyerOf, pressProviderButton, type Buyer } from './support/buyer.ts';
import { expect, test } from './support/faults.ts';
import { finishesOf } from './support/paid-once.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9319 });

/** Buys by a payment window, and waits until the provider is open in it. */
async function openWindow(context: BrowserContext, buyer: Buyer): Promise<Page> {
  const [popup] = await Promise.all([context.waitForEvent('page'), buyer.buy('popup')]);
  await popup.waitForURL(/\/pay\?/);
  return popup;
}

/** Counts the windows that are opened from now on. */
function countWindows(context: BrowserContext): () => number {
  let count = 0;
  context.on('page', () => {
    count++;
  });
  return () => count;
}

test.describe('Payment windows', () => {
  for (const [title, wish, code] of [
    ['the same on other terms', { amount: 1 }, 'purchase-in-progress'],
    ['a provider that is not ready', { provider: 'unready' }, 'provider-unavailable'],
  ] as const) {
    test(`a refused click (${title}) does not close the window of another purchase`, async ({
      page,
      context,
      faultProxy,
      openShop,
      expectPaidOnce,
    }) => {
      const buyer = await openShop(page, {
        platform: faultProxy,
        body: "<script>shop.providers.push({ type: 'popup', name: 'unready', url: () => 'https://pay.test/', ready: () => Promise.reject(new Error('no')) });</script>",
      });
      const popup = await openWindow(context, buyer);
      expect(await buyer.buy('popup', wish)).toMatchObject({ ok: false, code });
      await soon(() => context.pages().length).toBe(2);
      expect(popup.isClosed()).toBe(false);
      expect(popup.url()).toMatch(/\/pay\?/);
      await Promise.all([popup.waitForEvent('close'), pressProviderButton(popup, 'approve')]);
      const { transactionId } = await buyer.waitForPurchase('granted');
      await expectPaidOnce(transactionId);
    });
  }

  test(
    'two purchases have their own windows, and both are paid',
    { tag: '@main' },
    async ({ page, context, faultProxy, film, nextFilm, openShop, expectPaidOnce }) => {
      const first = await openShop(page, { platform: faultProxy });
      const second = buyerOf(page, await nextFilm());
      const windows = [await openWindow(context, first), await openWindow(context, second)];
      expect(windows[0]).not.toBe(windows[1]);
      for (const popup of windows) {
        await Promise.all([popup.waitForEvent('close'), pressProviderButton(popup, 'approve')]);
      }
      const granted = async () =>
        (await first.purchases()).filter(({ status }) => status === 'granted');
      await soon(async () => (await granted()).length).toBe(2);
      expect(new Set((await granted()).map(({ item }) => item))).toEqual(
        new Set([film.item, second.film.item]),
      );
      for (const { transactionId } of await granted()) {
        await expectPaidOnce(transactionId);
      }
    },
  );

  test('a second click on the same purchase opens no second window', async ({
    page,
    context,
    faultProxy,
    openShop,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    const popup = await openWindow(context, buyer);
    const opened = countWindows(context);
    expect(await buyer.buy('popup')).toMatchObject({
      ok: true,
      value: { status: 'awaiting-provider' },
    });
    expect(opened()).toBe(0);
    expect(popup.url()).toMatch(/\/pay\?/);
    expect(faultProxy.arrivals.of('payment/preparetransaction')).toHaveLength(1);
  });

  test('a blank window is closed when the checkout cannot be loaded', async ({
    page,
    context,
    faultProxy,
    openShop,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    await page.route('**/chunks/*-checkout.js', (route) => route.abort());
    expect(await buyer.buy('popup')).toMatchObject({ ok: false, code: 'network' });
    await soon(() => context.pages().length).toBe(1);
  });

  test('a blank window is closed when the purchase is abandoned meanwhile', async ({
    page,
    context,
    faultProxy,
    openShop,
    film,
  }) => {
    const slow =
      "<script>shop.providers.push({ type: 'popup', name: 'slow', url: () => new Promise(() => {}) });</script>";
    const buyer = await openShop(page, { platform: faultProxy, body: slow });
    const { item, streamtype, amount } = film;
    const wish = { operation: 'ppv', amount, currency: 'EUR', provider: 'slow' };
    await buyer.evaluate(
      `runtime.item(${JSON.stringify({ item, streamtype })}).buy(${JSON.stringify(wish)}).then((purchase) => { shop.purchase = purchase; })`,
    );
    await buyer.waitForPurchase('awaiting-provider');
    expect(context.pages()).toHaveLength(2);
    await buyer.evaluate('shop.purchase.abandon().then(viewer.plain)');
    await soon(() => context.pages().length).toBe(1);
    await buyer.waitForPurchase('abandoned');
  });

  test('a payment is finished in its window when the opener has gone to another site', async ({
    page,
    context,
    pages,
    film,
    faultProxy,
    openShop,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    const popup = await openWindow(context, buyer);
    await page.goto(`${pages.origin('localhost')}/blank`);
    await pressProviderButton(popup, 'approve');
    const inWindow = buyerOf(popup, film);
    await popup.waitForFunction(() => 'runtime' in window);
    const { transactionId } = await inWindow.waitForPurchase('granted');
    expect(popup.isClosed()).toBe(false);
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
    await expectPaidOnce(transactionId);
  });

  test('no window opens and closes for a viewer who is not logged in', async ({
    page,
    context,
    faultProxy,
    film,
    addShop,
  }) => {
    await page.goto(addShop({ platform: faultProxy }));
    const buyer = buyerOf(page, film);
    await buyer.waitForStatus('ready');
    const opened = countWindows(context);
    expect(await buyer.buy('popup')).toMatchObject({ ok: false, code: 'login-required' });
    expect(opened()).toBe(0);
    await buyer.logIn();
    await openWindow(context, buyer);
  });
});
