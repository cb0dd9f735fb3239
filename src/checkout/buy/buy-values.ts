import type { Popup } from '../../browser/payment-window.ts';
import type { PaymentPreparetransactionValues } from '../../contract/call-values/payment.ts';
import type { OfferTerms } from '../../dialect/item-state-reader.ts';
import type { Buyer } from '../purchase/ownership.ts';
import type { SaleNames } from '../purchase/purchase-names.ts';
import type { PrepareValues } from '../purchase/purchase-record.ts';

/**
 * The values of a purchase: fields of `POST /payment/preparetransaction`, with these required. The
 * fields of an offer are accepted too, so that `{ ...offer, provider }` buys it.
 */
export interface BuyValues
  extends PaymentPreparetransactionValues, Omit<OfferTerms, 'operation'>, SaleNames {
  /** What is bought. */
  readonly operation: 'subscription' | 'ppv' | 'ownage' | 'deposit' | (string & {});
  /** The price: a whole number, from 0, in the currency's subunit (cents). */
  readonly amount: number;
  /** The currency of the amount: three letters, for example `EUR`. */
  readonly currency: string;
  /** The `name` of one of the page's providers. */
  readonly provider: string;
  /** The key of the offer. It is not sent. */
  readonly id?: string | undefined;
}

/** The values of a purchase of an item that is known already. */
export interface ItemBuyValues extends Omit<BuyValues, 'item' | 'streamtype'> {}

/** How to buy an offer: the payment provider, and further fields of preparetransaction. */
export interface CheckoutBuyOptions
  extends Omit<PaymentPreparetransactionValues, 'operation' | 'amount' | 'currency'>, SaleNames {
  /** The `name` of one of the page's providers. */
  readonly provider: string;
}

/** The same for the offer of an item, which says what is bought. */
export interface BuyOptions extends Omit<CheckoutBuyOptions, 'item' | 'streamtype'> {}

/** What is fixed in the click, before any code is loaded. */
export interface Click {
  /** The window that the click opened, or why there is none. */
  readonly popup: Popup;
  /**
   * ID of the user. `null`: no user was logged in. `undefined`: not known. Nothing is bought for
   * another viewer.
   */
  readonly askedBy: Buyer | undefined;
  /** Wall time in ms. The code may load for long, and a purchase may be granted meanwhile. */
  readonly clickedAt: number;
  /**
   * Wall time in ms at which the platform last told this page that the item is not granted. A grant
   * since then is news to the viewer. `null`: it never did, or the page shows a grant.
   */
  readonly checkedAt: number | null;
  /**
   * A return of the purchase is unread. The click asks for another reading, and not for a payment:
   * no provider is opened.
   */
  readonly isUnread?: boolean;
}

/**
 * The fields of preparetransaction, from those of an offer. Whether a subscription renews is not
 * part of an offer: without `subscriptionWillRenew` the platform decides.
 */
export function prepareValuesOf({
  id: _id,
  title: _title,
  globalId: _globalId,
  hours: _hours,
  duration,
  isPremium,
  paidMonthly,
  ...values
}: BuyValues): PrepareValues & Pick<BuyValues, 'provider'> {
  if (values.operation !== 'subscription') return values;
  return {
    subscriptionDuration: duration,
    subscriptionIsPremium: isPremium,
    subscriptionWillBePayedMonthly: paidMonthly,
    ...values,
  };
}
