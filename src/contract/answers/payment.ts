import type { Streamtype } from '../endpoint.ts';

/** What is sold. New ones appear: any other text passes. */
export type Operation = 'subscription' | 'ppv' | 'ownage' | 'deposit' | (string & {});

/** One way to buy an item, as the platform offers it. */
export interface OfferAnswer {
  readonly operation?: Operation;
  /** In the currency's subunit (cents). */
  readonly amount?: number;
  /** Three letters, for example `EUR`. */
  readonly currency?: string;
  /** The rental period, in hours. */
  readonly hours?: number;
  /** The period of a subscription, in months. */
  readonly duration?: number;
  readonly isPremium?: boolean;
  /** Whether a subscription is paid each month. */
  readonly paidMonthly?: boolean;
}

/** The answer to `itemstate`: whether the viewer may watch an item. */
export interface ItemStateAnswer {
  readonly general?: {
    readonly item?: string;
    readonly streamtype?: Streamtype;
    readonly isPay?: boolean;
    readonly canPlay?: boolean;
    /** `paid`, `free`, `not-paid`, … */
    readonly reason?: string;
    /** Unix seconds. 0: no end. */
    readonly validUntil?: number;
    /** Whether `performTransactionIfPossible` has registered the buy. */
    readonly performed?: boolean;
    readonly offers?: readonly OfferAnswer[];
  };
}

/**
 * The answer to a call that changes a transaction or a subscription. A member is absent where it
 * says nothing about the call.
 */
export interface TransactionAnswer {
  readonly general?: {
    /** With every digit. */
    readonly transactionID?: string;
    readonly state?:
      'prepared' | 'finished' | 'pending' | 'redeemed' | 'ending' | 'deleted' | (string & {});
    /** An earlier call has finished it: this is a success. */
    readonly alreadyFinished?: boolean;
    readonly operation?: Operation;
    readonly item?: string;
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
