import type { Chance } from './chance.ts';
import type { EvaluateCode } from './code.ts';
import type { Arrival, Facts } from './facts.ts';
import type { DeviceHabits } from './habits.ts';
import type { WorldPage } from './page.ts';
import type { WorldPlatform } from './platform.ts';
import type { Player } from './player.ts';
import type { PaymentProvider, Visit } from './provider.ts';
import type { VirtualTime } from './time.ts';
import type { WorldDevice } from './world-device.ts';

/** Everything: devices with pages, a network, a platform and a provider, in virtual time. */
export interface World {
  readonly seed: number;
  readonly habits: DeviceHabits;
  readonly evaluate: EvaluateCode;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly facts: Facts;
  readonly provider: PaymentProvider;
  readonly platform: WorldPlatform;
  readonly devices: readonly WorldDevice[];
  /** World time in ms, including sleep. */
  readonly now: () => number;
  readonly sleep: (ms: number) => void;
  readonly countPage: () => number;
  readonly watchPage: (page: WorldPage) => void;
  readonly onCommit: (device: number) => void;
  readonly noteUncaught: (page: string, error: unknown) => void;
  /** The browser is killed after this number of durable writes; 0: it is not. */
  readonly killPlan: { writesLeft: number };
  /** Returns that reached a device. */
  readonly arrivals: Arrival[];
  /** Visits at the provider that are over. */
  readonly closedVisits: Set<Visit>;
  /** The provider has answered at a visit: a charge may have been made. */
  readonly noteCharge: (visit: Visit) => void;
  /** The visit at which each transaction was charged. */
  readonly chargedAt: Map<string, Visit>;
  /** The IDs of all purchases that were ever in a journal. */
  readonly purchaseIds: Set<string>;
  /** Errors of a provider's own reader: their pages, and how many of them a page learned of. */
  readonly readerErrors: { readonly thrown: { page: string; t: number }[]; surfaced: number };
  /** The player of each page that has one. */
  readonly players: Map<WorldPage, Player>;
  /** Pages for which the browser has blocked a window. */
  readonly blockedPages: Set<string>;
  /** Pages that have opened a window for a payment, each with the time of the last one. */
  readonly windowPages: Map<string, number>;
  /** A page of the shop is sent to the provider. */
  readonly noteLeaving: (page: string, payment: Visit['payment']) => void;
  /** Tokens of returns that were handed to a page, because no purchase is known for them. */
  readonly handedTokens: Set<string>;
  /** A list that a page shows. */
  readonly noteList: (page: WorldPage, data: unknown) => void;
}

/** Watches pages and durable writes while things happen. */
export interface Watchers {
  readonly watchPage: (world: World, page: WorldPage) => void;
  readonly onCommit: (world: World, device: number) => void;
  readonly noteList: (world: World, page: WorldPage, data: unknown) => void;
  readonly noteLeaving: (world: World, page: string, payment: Visit['payment']) => void;
}

/** A page of the world by its name. */
export const pageNamed = ({ devices }: World, name: string): WorldPage | undefined =>
  devices.flatMap((device) => device.pages()).find((page) => page.name === name);
