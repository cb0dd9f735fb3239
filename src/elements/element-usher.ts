import type { ReadableAtom } from 'nanostores';
import type { BuyOptions } from '../checkout/buy/buy-values.ts';
import type { Checkout } from '../checkout/checkout-actions.ts';
import type { Purchase } from '../checkout/purchase/handle.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import type { Gate, GateOptions, PlayableItem } from '../item/gate.ts';
import type { Item, ItemReference } from '../item/item.ts';
import type { MediaElementLike } from '../item/media-element.ts';
import type { ManualLogin } from '../session/account/login-values.ts';
import type { SessionState, User } from '../session/state/session-state.ts';

/** An item that elements show and sell. */
export interface ElementItem extends Item, PlayableItem {
  readonly buy: (offer: OfferTerms, options: BuyOptions) => Promise<Purchase>;
}

/** The part of checkout that elements use. */
export type ElementCheckout = Pick<
  Checkout,
  'buy' | 'offers' | 'providers' | 'purchase' | 'redeemVoucher'
>;

/**
 * The part of the runtime that elements use. An `Usher` has it, also one of another copy of the
 * code, and so has the one of `createFakeUsher`.
 */
export interface ElementUsher {
  readonly $session: ReadableAtom<SessionState>;
  readonly $user: ReadableAtom<User | null | undefined>;
  readonly $purchases: ReadableAtom<readonly PurchaseState[]>;
  readonly start: () => Promise<unknown>;
  readonly item: (reference: ItemReference) => ElementItem;
  readonly login: (values: ManualLogin) => Promise<User>;
  readonly logout: () => Promise<void>;
  readonly gate: (element: MediaElementLike, item: PlayableItem, options?: GateOptions) => Gate;
  readonly checkout: () => Promise<ElementCheckout>;
}
