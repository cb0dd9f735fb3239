import type { ProviderOutcome } from '../../../src/checkout/providers/provider.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import type { DurableRecords } from '../../session/simulation/durable-records.ts';
import type { Sent } from '../../session/simulation/history.ts';
import type { Device } from '../../session/simulation/simulated-device.ts';
import type { Payments } from './payments.ts';
import type { ScriptedProvider } from './provider.ts';

/**
 * Watches the journal, each time that something is written there, and the wire, each time that
 * something leaves.
 */
export interface Watch {
  readonly broken: string[];
  /** The owners of all purchases that ever stood in the journal, by their IDs. */
  readonly owners: ReadonlyMap<string, string>;
  readonly say: (words: string) => void;
  readonly committed: () => void;
  /** A request is about to leave a page that shows this user. */
  readonly leaves: (sent: Pick<Sent, 'id' | 'values' | 'tab'>, user: string | undefined) => void;
}

/** A return from the provider that a page was opened with, or that it was told in the page. */
export interface Arrival {
  readonly address: string;
  readonly transactionID: string;
  readonly outcome: ProviderOutcome['outcome'];
  readonly tab: string;
  /** In the time in which pages run. */
  readonly at: number;
}

/** A device on which something is sold, the provider, and what is watched. */
export interface Shop {
  readonly device: Device;
  readonly journal: DurableRecords;
  readonly payments: Payments;
  readonly provider: ScriptedProvider;
  readonly watch: Watch;
  readonly arrivals: Arrival[];
  /** From when to when the journal did not work, in the same time. */
  readonly closed: { readonly from: number; to: number }[];
  /** The users who called `forget()`. */
  readonly forgotBy: Set<string | undefined>;
  /** The browser is killed after so many writes to the journal. */
  killAfter: number;
  /** What stands in the journal, durable. */
  readonly entries: () => readonly PurchaseRecord[];
}
