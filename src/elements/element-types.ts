import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import type { GateOptions } from '../item/gate.ts';
import type { ItemState } from '../item/item-state.ts';
import type { Offer } from '../item/offer.ts';
import type { User } from '../session/state/session-state.ts';
import type { ElementUsher } from './element-usher.ts';
import type { OfferOptions, RedeemedItem } from './sale.ts';

/** What all elements have. */
export interface UsherElementBase extends HTMLElement {
  /**
   * The runtime. Default: the one of `domain`, else the one of `defineElements`, else the one of
   * the page's main script tag.
   */
  usher: ElementUsher | undefined;
  /** The domain of the script tag whose runtime is used. */
  domain: string | undefined;
  /**
   * The address of a JSON file with texts by their keys: the attribute `words`. They replace
   * those of Usher, or add a language.
   * @example <usher-gate item="7" lang="fr" words="/usher-words.fr.json"></usher-gate>
   */
  words: string | undefined;
}

/** What elements that sell have. */
export interface SellingElement extends UsherElementBase {
  /** The ID of the media item. A number only as large as it is exact. */
  item: string | number | bigint | undefined;
  /** The streamtype of the item. Default: `video`. */
  streamtype: string | undefined;
  /** The global ID of the item: the attribute `globalid`. */
  globalId: string | number | bigint | undefined;
  /**
   * The title of the item, said on each step of its purchase: the attribute `item-title`. Default:
   * none.
   */
  itemTitle: string | undefined;
  /**
   * The title and the address of another item that a voucher has opened. Default: the viewer is
   * told that it is another one.
   * @example
   * gate.describeItem = async ({ item }) => ({
   *   title: await titleOf(item),
   *   address: `/film/${item}`,
   * });
   */
  describeItem:
    | ((item: {
        readonly item: string;
        readonly streamtype: string;
      }) => RedeemedItem | undefined | Promise<RedeemedItem | undefined>)
    | undefined;
  /**
   * How an offer is bought, apart from the provider: fields of preparetransaction. Default: none.
   * @example gate.optionsOf = ({ operation }) =>
   *   operation === 'subscription' ? { subscriptionWillRenew: true } : undefined;
   */
  optionsOf: ((offer: OfferTerms) => OfferOptions | undefined) | undefined;
  /** Shows how an offer is paid, as after a click on it. */
  choose(offer: Offer): void;
}

/** Holds a media element until the viewer may watch the item, and sells it. */
export interface UsherGateElement extends SellingElement {
  /** The free preview, in seconds from the start. Default 0. */
  preview: number | undefined;
  /**
   * Loads the sources into the player, once for each grant, as in `usher.gate()`. Default: sets
   * `src` to the first one, when the media element has none.
   */
  load: GateOptions['load'];
}

/** The offers of an item, of the gate around it, or of the domain. */
export interface UsherOffersElement extends SellingElement {
  /** Whether an offer of the domain is shown. Default: all that need no item. */
  filter: ((offer: Offer) => boolean) | undefined;
}

/** A login form. */
export interface UsherLoginElement extends UsherElementBase {}

/** Who is logged in, with login and logout. */
export interface UsherAccountElement extends UsherElementBase {}

/** The viewer's purchases on this device. */
export interface UsherPurchasesElement extends UsherElementBase {
  /**
   * The title of what was bought. Default: the `title` of the purchase. Without one,
   * "Subscription", or the kind with its price. If the price is not known, the ID of the
   * transaction.
   */
  titleOf: ((purchase: PurchaseState) => string | undefined) | undefined;
  /** The address of what was bought: its title is a link. Default: none. */
  addressOf: ((purchase: PurchaseState) => string | undefined) | undefined;
  /** Whether a purchase is shown. Default: all are. */
  filter: ((purchase: PurchaseState) => boolean) | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'usher-gate': UsherGateElement;
    'usher-offers': UsherOffersElement;
    'usher-login': UsherLoginElement;
    'usher-account': UsherAccountElement;
    'usher-purchases': UsherPurchasesElement;
  }
  interface HTMLElementEventMap {
    'usher-access': CustomEvent<Pick<ItemState, 'access' | 'reason'>>;
    'usher-choose': CustomEvent<Offer | null>;
    /**
     * Usually an error of Usher: test it with `isUsherError`. What `load` of the page throws comes
     * as it is.
     */
    'usher-failure': CustomEvent<unknown>;
    'usher-login': CustomEvent<User>;
    'usher-logout': CustomEvent<null>;
    'usher-purchase': CustomEvent<PurchaseState>;
  }
}
