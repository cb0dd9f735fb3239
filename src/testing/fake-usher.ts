import type { AccessReason, Purchase, PurchaseState, User, Usher } from '../index.ts';
import type { FakeItem } from './fake-options.ts';

/**
 * How a purchase ends. `pending`: the provider has not confirmed it yet. `refunded`: it is `failed`
 * after the payment, and its `refusal` is `refunded`.
 */
export type FakeOutcome = 'granted' | 'pending' | 'failed' | 'refunded' | 'abandoned';

/** The details of a grant. */
export interface FakeGrant {
  /** Default: `paid`. */
  readonly reason?: AccessReason | undefined;
  /** In ms since 1970. Default: none. */
  readonly expiresAt?: number | undefined;
}

/** The details of a fault. */
export interface FakeFaultOptions {
  /** The `hint` of the error, for `status`. Default: `the platform fails on purpose`. */
  readonly hint?: string | undefined;
}

/** A runtime in memory, with functions that do what the platform or the network does. */
export interface FakeUsher extends Usher {
  /**
   * The platform grants the item, for every viewer. Resolves when its store shows it.
   * @throws `input`.
   * @example await usher.grant('7/video');
   */
  readonly grant: (item: FakeItem, grant?: FakeGrant) => Promise<void>;
  /**
   * The platform denies the item, bought or not, until it is granted or bought again. Resolves when
   * its store shows it. `reason` is `not-paid` by default.
   * @throws `input`.
   */
  readonly lose: (item: FakeItem, reason?: AccessReason) => Promise<void>;
  /**
   * The platform is unreachable from now on: the session is `offline`, calls reject with `network`,
   * and checks keep the last answer with an `error`.
   */
  readonly goOffline: () => void;
  /** The platform is reachable again. Resolves when the session and the items show it. */
  readonly goOnline: () => Promise<void>;
  /**
   * The viewer pays, or does not: the provider returns. Default: the newest open purchase, and
   * `granted`. Resolves when the purchase has the status of the outcome, or cannot go on at present
   * because of the network or another viewer. A `pending` one is finished by another call.
   * @throws `input`, when the purchase is not open.
   * @example const purchase = await item.buy(offer, { provider: 'card' });
   *   await usher.finishPurchase(purchase);
   */
  readonly finishPurchase: (
    purchase?: Pick<Purchase, 'id'>,
    outcome?: FakeOutcome,
  ) => Promise<PurchaseState>;
  /**
   * Lets calls fail from now on: `<endpoint>: <fault>`, with `, once` or `, 3 times` at the end for
   * so many calls. The endpoint is as `session/login`, `payment/*` or `*`. The fault is
   * `lose request`, `lose answer`, `lose session`, `unreadable answer`, `delay 2s` or `status 503`.
   * If several match a call, the first one applies. Returns a function that ends the fault.
   * @throws `input`, when the text cannot be read.
   * @example usher.fault('payment/finishtransaction: lose answer, once');
   */
  readonly fault: (text: string, options?: FakeFaultOptions) => () => void;
  /**
   * Logs a user in, whatever the credentials, or out with `null`. Listeners receive the same events
   * as after `login()` and `logout()`.
   * @throws `input`; `network` while offline.
   */
  readonly setUser: (user: User | null) => Promise<void>;
}
