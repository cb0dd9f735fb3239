import type { Streamtype } from '../endpoint.ts';

/** What is sold. New ones appear: any other text passes. */
export type Operation = 'subscription' | 'ppv' | 'ownage' | 'deposit' | (string & {});

/** One way to buy an item, as the platform offers it. */
export interface OfferAnswer {
  /** What the offer sells. It is the `operation` of `preparetransaction`. */
  readonly operation?: Operation;
  /** In the currency's subunit (cents). */
  readonly amount?: number;
  /** Three letters, for example `EUR`. */
  readonly currency?: string;
  /** The rental period, in hours. */
  readonly hours?: number;
  /** The period of a subscription, in months. */
  readonly duration?: number;
  /** Whether the subscription is a premium one. `false`: a default one. */
  readonly isPremium?: boolean;
  /** Whether a subscription is paid each month. */
  readonly paidMonthly?: boolean;
}

/** The answer to `itemstate`: whether the viewer may watch an item. */
export interface ItemStateAnswer {
  /** The state of the item for this viewer. */
  readonly general?: {
    /** The media ID that was asked for, with every digit. */
    readonly item?: string;
    /** The streamtype that was asked for. */
    readonly streamtype?: Streamtype;
    /** Whether the item costs money. */
    readonly isPay?: boolean;
    /** Whether the viewer may watch the item now. */
    readonly canPlay?: boolean;
    /** Why the viewer may or may not watch it: `paid`, `free`, `not-paid`, `geo`, `age`, … */
    readonly reason?: string;
    /** When the access ends. Unix seconds. 0: no end, or no access. */
    readonly validUntil?: number;
    /** Whether `performTransactionIfPossible` has registered the buy. */
    readonly performed?: boolean;
    /** How the item can be bought. Empty when it is granted, or not for sale. */
    readonly offers?: readonly OfferAnswer[];
  };
}

/**
 * The answer to a call that changes a transaction or a subscription. A member is absent where it
 * says nothing about the call.
 */
export interface TransactionAnswer {
  /** The transaction, or the subscription. */
  readonly general?: {
    /** The ID of the transaction, with every digit. `finishtransaction` takes it. */
    readonly transactionID?: string;
    /** The state of the payment. A platform may send other words than these. */
    readonly state?:
      'prepared' | 'finished' | 'pending' | 'redeemed' | 'ending' | 'deleted' | (string & {});
    /** An earlier call has finished it: this is a success. */
    readonly alreadyFinished?: boolean;
    /** What was bought, or what a voucher opened. */
    readonly operation?: Operation;
    /** The media ID of what was bought, `0` when it is no item. */
    readonly item?: string;
    /** The streamtype of that item. Empty when it is no item. */
    readonly streamtype?: Streamtype;
    /** Until when the subscription or the grant is valid. Unix seconds, 0 for no end. */
    readonly validUntil?: number;
    /** The period of a subscription, in months. */
    readonly duration?: number;
    /** A premium subscription, not a default one. */
    readonly isPremium?: boolean;
    /** Whether the subscription renews itself. */
    readonly willRenew?: boolean;
    /** Whether it may be renewed after its end. */
    readonly canRenew?: boolean;
    /** Whether it is paid each month. `false`: in full upfront. */
    readonly paidMonthly?: boolean;
  };
}

/** The results of the endpoints of `/payment`, by their names, before they are read. */
export interface PaymentAnswers {
  readonly itemstate: ItemStateAnswer;
  readonly redeemvoucher: TransactionAnswer;
  readonly preparetransaction: TransactionAnswer;
  readonly finishtransaction: TransactionAnswer;
  readonly verifyinapptransaction: TransactionAnswer;
  readonly addexternalsubscription: TransactionAnswer;
  readonly upgradesubscription: TransactionAnswer;
  readonly cancelsubscription: TransactionAnswer;
}
