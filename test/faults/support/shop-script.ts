import { patchOf, type Patch } from './page-patches.ts';

/** The names of the payment providers of a test page. */
export type ProviderName = 'redirect' | 'popup' | 'dialog' | 'scripted';

/**
 * Gives a page four payment providers: `redirect`, `popup` and `dialog` lead to the provider of the
 * test. `scripted` is an in-page provider: the test answers all open payments with
 * `shop.answer(outcome)`. `shop.settled` lists the results of `purchase.settled()`.
 */
export const shopScript = (provider: string, merchant: string): Patch =>
  patchOf(openShop, provider, merchant);

function openShop(url: string, merchant: string): void {
  const page = window as any;
  const paymentUrl = ({ transactionId: transactionID, amount, currency, returnUrl }: any): string =>
    `${url}/pay?${new URLSearchParams({ transaction: transactionID, amount: String(amount), currency, title: 'A film', merchant, return: returnUrl }).toString()}`;
  const waiting: ((outcome: unknown) => void)[] = [];
  const shop = (page.shop = {
    /** The payments that `pay` has received. */
    asked: [] as unknown[],
    settled: [] as unknown[],
    answer: (outcome: unknown) => waiting.splice(0).forEach((resolve) => resolve(outcome)),
    /**
     * Buys as a button of the page does. Returns the result of `buy`. The result of the purchase is
     * added to `settled`.
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
      { type: 'redirect', name: 'redirect', url: paymentUrl },
      { type: 'popup', name: 'popup', url: paymentUrl },
      {
        type: 'in-page',
        name: 'scripted',
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
   * The provider's own module. The browser caches a failed import, so each attempt has another
   * address.
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
        module.pay({ ...payment, title: 'A film', merchant }, options),
    };
  }
}
