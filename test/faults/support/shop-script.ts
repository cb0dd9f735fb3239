import { patchOf } from './page-patches.ts';
import type { Patch } from './page-patches.ts';

/** The ways to pay that a test page offers, by their names at the platform. */
export type WayToPay = 'redirect' | 'popup' | 'dialog' | 'till';

/**
 * Makes a page sell: `redirect`, `popup` and `dialog` lead to the payment provider; `till` is a
 * provider in the page whose every payment the test answers, by `shop.answer(outcome)`. What
 * `settled()` came to stands in `shop.settled`.
 */
export const sells = (provider: string): Patch => patchOf(openShop, provider);

function openShop(url: string): void {
  const page = window as any;
  const payAt = ({ transactionId: transactionID, amount, currency, returnUrl }: any): string =>
    `${url}/pay?${new URLSearchParams({ transaction: transactionID, amount: String(amount), currency, title: 'A film', merchant: 'Test shop', return: returnUrl }).toString()}`;
  const waiting: ((outcome: unknown) => void)[] = [];
  const shop = (page.shop = {
    /** Payments that the till was asked for. */
    asked: [] as unknown[],
    settled: [] as unknown[],
    answer: (outcome: unknown) => waiting.splice(0).forEach((resolve) => resolve(outcome)),
    /**
     * Buys as a button of the page would; how `buy` ended, and in `settled` how the purchase did.
     */
    buy: (item: any, values: any) =>
      page.viewer.settle(
        page.runtime
          .item(item)
          .buy(values)
          .then((purchase: any) => {
            void page.viewer
              .settle(purchase.settled())
              .then((outcome: unknown) => shop.settled.push(outcome));
            return purchase.$state.get();
          }),
      ),
    providers: [
      { type: 'redirect', name: 'redirect', url: payAt },
      { type: 'popup', name: 'popup', url: payAt },
      {
        type: 'in-page',
        name: 'till',
        pay: (payment: unknown) =>
          new Promise((resolve) => {
            shop.asked.push(payment);
            waiting.push(resolve);
          }),
      },
      inPageOf(url),
    ],
  }) as any;
  (page.usher = page.usher || []).push((usher: any) =>
    usher.configure({ providers: shop.providers }),
  );

  /**
   * The provider's own module; a load that failed is tried again under another address, since the
   * browser remembers it.
   */
  function inPageOf(origin: string): object {
    let module: any;
    let loads = 0;
    return {
      type: 'in-page',
      name: 'dialog',
      async ready() {
        module ??= await import(`${origin}/in-page.js?load=${loads++}`);
      },
      pay: (payment: any, options: any) =>
        module.pay({ ...payment, title: 'A film', merchant: 'Test shop' }, options),
    };
  }
}
