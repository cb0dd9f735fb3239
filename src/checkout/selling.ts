import type { ProviderOf, ProviderOutcome } from './providers/provider.ts';
import type { SubscriptionTerms } from './subscription-terms.ts';

/** The publisher's options for selling. `Outcome`: what the providers return. */
export interface SellingOptions<Outcome extends ProviderOutcome = ProviderOutcome> {
  /** The payment providers. If two have the same name, the first is used. */
  readonly providers?: readonly ProviderOf<Outcome>[] | undefined;
  /**
   * `false`: no journal is written, so nothing is sold. Default: a journal in IndexedDB, strictly
   * necessary under any persistence.
   */
  readonly journal?: boolean | undefined;
  /**
   * How long a grant lasts beyond its end while the platform is unreachable, in ms; from 0
   * (default) to a day.
   */
  readonly graceMs?: number | undefined;
  /**
   * Returns the viewer's subscriptions, which the interface does not list. Default: those among the
   * receipts.
   */
  readonly listSubscriptions?: (() => Promise<readonly Receipt[]>) | undefined;
}

/** A granted purchase of this device and user. */
export interface Receipt extends SubscriptionTerms {
  /** ID of the platform, with every digit. */
  readonly transactionId: string;
  readonly operation: string;
  /** `null` when no item was bought. */
  readonly item: string | null;
  /** The global ID of the item. `null` when it was not known at the sale. */
  readonly globalId?: string | null | undefined;
  /** The title that `buy` was given. `null` without one. */
  readonly title?: string | null | undefined;
  /** End of the grant, in ms since 1970. `null` when it has none, or when it is not known. */
  readonly expiresAt: number | null;
}
