import type { ProviderOutcome } from '../../../src/checkout/providers/provider.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import type { DurableRecords } from '../../session/simulation/durable-records.ts';
import type { Sent } from '../../session/simulation/history.ts';
import type { Device } from '../../session/simulation/simulated-device.ts';
import type { Payments } from './payments.ts';
import type { ScriptedProvider } from './provider.ts';

/** Checks each write to the journal, and each request. */
export interface Watch {
  readonly broken: string[];
  /** The owners of all purchases that were ever in the journal, by purchase ID. */
  readonly owners: ReadonlyMap<string, string>;
  readonly say: (words: string) => void;
  readonly committed: () => void;
  /** A request is about to leave a page that shows this user. */
  readonly leaves: (sent: Pick<Sent, 'id' | 'values' | 'tab'>, user: string | undefined) => void;
}

/** A return from the provider: the address that a page was opened with, or an in-page outcome. */
export interface Arrival {
  readonly address: string;
  readonly transactionID: string;
  readonly outcome: ProviderOutcome['outcome'];
  readonly tab: string;
  /** In page time, which stands still during sleep. */
  readonly at: number;
}

/** A device that buys, the provider, and the checks. */
export interface Shop {
  readonly device: Device;
  readonly journal: DurableRecords;
  readonly payments: Payments;
  readonly provider: ScriptedProvider;
  readonly watch: Watch;
  readonly arrivals: Arrival[];
  /** The periods in which the journal did not work, in page time. */
  readonly closed: { readonly from: number; to: number }[];
  /** The users who called `forget()`. */
  readonly forgotBy: Set<string | undefined>;
  /** The browser is killed after this number of writes to the journal. */
  killAfter: number;
  /** The durable entries of the journal. */
  readonly entries: () => readonly PurchaseRecord[];
}
