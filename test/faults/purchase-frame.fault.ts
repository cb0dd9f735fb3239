import type { Page } from '@playwright/test';
import { buyerOf, pressProviderButton } from './support/buyer.ts';
import { expect, test } from './support/faults.ts';
import { finishesOf } from './support/paid-once.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9314 });

const button = (way: string): string =>
  `<button id="${way}" onclick="shop.bought = shop.buy(shop.film, { ...shop.wish, provider: '${way}' })">${way}</button>`;

test.describe('Payment', () => {
  test('a frame of another site cannot redirect, but buys by a window that answers the page', async ({
    chromium,
    pages,
    faultProxy,
    film,
    addShop,
    expectPaidOnce,
  }) => {
    const { amount, ...item } = film;
    const script = `<script>shop.film = ${JSON.stringify(item)}; shop.wish = { operation: 'ppv', amount: ${amount}, currency: 'EUR' };</script>`;
    const shop = addShop({
      platform: faultProxy,
      body: `${button('redirect')}${button('popup')}${script}`,
    });
    const around = pages.add({ body: `<iframe width="600" height="400" src="${shop}"></iframe>` });
    const tab = await chromium.newTab();
    await tab.goto(pages.origin('localhost') + around);
    await soon(() => tab.frames().length).toBe(2);
    const frame = tab.frames()[1]!;
    // A buyer acts in a frame as in a page.
    const buyer = buyerOf(frame as unknown as Page, film);
    await buyer.logIn();

    await frame.click('#redirect');
    expect(await buyer.evaluate('shop.bought')).toMatchObject({
      ok: false,
      code: 'provider-unavailable',
    });
    expect(faultProxy.arrivals.of('payment/preparetransaction')).toEqual([]);
    expect(await buyer.purchases()).toEqual([]);

    const [popup] = await Promise.all([
      chromium.context.waitForEvent('page'),
      frame.click('#popup'),
    ]);
    await popup.waitForURL(/\/pay\?/);
    await Promise.all([popup.waitForEvent('close'), pressProviderButton(popup, 'approve')]);
    const { transactionId } = await buyer.waitForPurchase('granted');
    expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
    expect(await buyer.events('error')).toEqual([]);
    await expectPaidOnce(transactionId);
  });
});
