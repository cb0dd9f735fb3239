import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { ElementUsher } from './element-usher.ts';

/** What all elements have. */
export interface UsherElementBase extends HTMLElement {
  /**
   * The runtime. Default: the one of `domain`, else the one of `defineElements`, else the one of
   * the page's main script tag.
   */
  usher: ElementUsher | undefined;
  /** The domain of the script tag whose runtime is used. */
  domain: string | undefined;
}

/** What elements for an item have. */
interface ItemElement extends UsherElementBase {
  /** The ID of the media item. */
  item: string | undefined;
  /** The streamtype of the item. Default: `video`. */
  streamtype: string | undefined;
  /** The global ID of the item: the attribute `globalid`. */
  globalId: string | undefined;
}

/** Holds a media element until the viewer may watch the item, and sells it. */
export interface UsherGateElement extends ItemElement {
  /** The free preview, in seconds from the start. Default 0. */
  preview: number | undefined;
}

/** The offers of an item, of the gate around it, or of the domain. */
export interface UsherOffersElement extends ItemElement {}

/** A login form. */
export interface UsherLoginElement extends UsherElementBase {}

/** Who is logged in, with login and logout. */
export interface UsherAccountElement extends UsherElementBase {}

/** The viewer's purchases on this device. */
export interface UsherPurchasesElement extends UsherElementBase {
  /** The title of what was bought. Default: the kind of the purchase, with its price. */
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
}
