import type { User } from '../session/state/session-state.ts';
import type { AccessTable } from './fake-access.ts';
import type { Transactions } from './fake-transactions.ts';

/** What the fake platform knows: who is logged in, who may watch what, and what was paid. */
export interface PlatformState {
  isOnline: boolean;
  /** The user of the next session. */
  user: User | null;
  /** The user that the next login gives. Default: as the options say. */
  nextUser?: User | undefined;
  readonly access: AccessTable;
  readonly transactions: Transactions;
  /** The keys of items by global ID, as the page has given them. */
  readonly keysByGlobalId: Map<string, string>;
}

/** Returns the result of an endpoint, for values that were checked. */
export type FakeRow = (values: Readonly<Record<string, unknown>>) => unknown;
