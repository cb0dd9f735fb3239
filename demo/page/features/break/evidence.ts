import type { PurchaseState, User } from 'usher-runtime';
import type { Sale } from './sales.ts';

/** A payment that the provider took, as this page has seen it. */
export interface TakenPayment {
  readonly transaction: string;
  /** The global ID of the film. */
  readonly item: string;
  readonly title: string;
  /** Who paid: the user that the tab showed when the provider was opened. */
  readonly buyer: User;
  readonly takenAt: number;
  /** When the provider's answer was given to the tab. Absent: it is held back. */
  readonly answeredAt?: number;
}

/** A page of the site that is open, and whom it shows. */
export interface OpenPage {
  readonly name: string;
  /** The ID of its session. */
  readonly session: string | null;
  /** `undefined` while that is not known. */
  readonly user: Pick<User, 'id' | 'name'> | null | undefined;
}

/** All that the judges look at, as of one moment. */
export interface Evidence {
  readonly at: number;
  readonly payments: readonly TakenPayment[];
  /** The purchases that this page shows. */
  readonly purchases: readonly PurchaseState[];
  readonly pages: readonly OpenPage[];
  /** The session that the platform was asked about. */
  readonly session: string;
  /** The ledger of the platform for the user of that session. */
  readonly sales: readonly Sale[];
  /** The user whom the platform has in that session. */
  readonly platformUser: { readonly id: string; readonly name: string } | null;
}
