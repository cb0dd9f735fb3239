import type { Provider } from './providers/provider.ts';

/** What a publisher says about selling. */
export interface Selling {
  /** How payments are taken; the first of a name stands. */
  readonly providers?: readonly Provider[] | undefined;
  /**
   * `false`: nothing is written down, so nothing is sold. Default: a journal in IndexedDB, strictly
   * necessary under any persistence.
   */
  readonly journal?: boolean | undefined;
  /**
   * How long a grant holds on beyond its end while the platform cannot be asked, in ms; from 0
   * (default) to a day.
   */
  readonly graceMs?: number | undefined;
  /**
   * Gives the viewer's subscriptions, which the interface does not list. Default: those among the
   * receipts.
   */
  readonly listSubscriptions?: (() => Promise<readonly Receipt[]>) | undefined;
}

/** What this device and user settled. */
export interface Receipt {
  /** The platform's, to the last digit. */
  readonly transactionID: string;
  readonly operation: string;
  /** `null` where no item was bought. */
  readonly item: string | null;
  /** End of what was bought, in ms since 1970; `null` when it has none, or is not known. */
  readonly until: number | null;
}
