import type { BuyOptions, ItemBuyValues } from '../checkout/buy/buy-values.ts';
import type { Purchase } from '../checkout/purchase/handle.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import type { MediaSource } from '../dialect/media-source-reader.ts';
import type { Explanation } from '../item/explain.ts';
import type { Item } from '../item/item.ts';

/** An item that can be bought. */
export interface PurchasableItem extends Item, Sale {}

/** The part of an item for its sale and its access. */
export interface Sale {
  /** Describes which answer or rule decided the present state. */
  readonly explain: () => Promise<Explanation>;
  /**
   * Buys the item, or a subscription that one of its offers names. Call it in the click: a payment
   * window is opened at once. A subscription is bought without the item, so that a viewer has one
   * open purchase of it at most. Without an offer, give the fields of
   * `POST /payment/preparetransaction`.
   * @throws `input`, `static-session`, `login-required`, `purchase-in-progress`,
   *   `provider-unavailable`, `journal-unavailable`: nothing was sent.
   * @example const [offer] = item.$state.get().offers;
   *   const purchase = await item.buy(offer, { provider: 'demo' });
   */
  readonly buy: {
    (offer: OfferTerms, options: BuyOptions): Promise<Purchase>;
    (values: ItemBuyValues): Promise<Purchase>;
  };
  /**
   * The playable files of the item (`GET /allmedia/byglobalid` with `streamdata`), the platform's
   * first choice first. Empty when the viewer may not watch it.
   * @throws `input` when `usher.item()` was never given the `globalId`; `network`, `timeout`,
   *   `platform`, `malformed`.
   * @example const [source] = await usher.item({ item: 7, streamtype: 'video', globalId: 107
   *   }).sources();
   */
  readonly sources: () => Promise<readonly MediaSource[]>;
}
