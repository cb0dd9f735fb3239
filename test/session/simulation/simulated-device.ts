import type { Browser } from '../../../src/browser/browser.ts';
import type { WakeType } from '../../../src/browser/wake.ts';
import type { Usher } from '../../../src/runtime.ts';
import type { PageOptions } from '../../../src/runtime/page-options.ts';
import type { DurableMood, DurableRecords } from './durable-records.ts';
import type { History, Life } from './history.ts';
import type { Mirror } from './mirror.ts';
import type { Network, NetworkMood } from './network.ts';
import type { Answers, Platform } from './platform.ts';
import type { Owner, VirtualTime } from './virtual-time.ts';

export interface World {
  readonly seed: number;
  /** The platform answers a login with another session ID. */
  readonly renames: boolean;
  /** Without it there is neither mirror nor IndexedDB. */
  readonly hasStorage: boolean;
  /** The ID of all sessions; drawn when absent. */
  readonly id?: string;
  /** What listeners of the pages call with each change that they are told of. */
  readonly callsBack?: 'start' | 'read' | 'logout' | 'forget' | undefined;
}

/** One viewer's browser with its tabs, and the platform. */
export interface Device extends World {
  readonly time: VirtualTime;
  readonly chance: () => number;
  readonly history: History;
  readonly mirror: Mirror;
  readonly records: DurableRecords;
  readonly network: Network;
  readonly platform: Platform;
  readonly baseUrl: string;
  /** The world's own time in ms, sleep included. */
  readonly worldNow: () => number;
  /** What the machine's clock shows. */
  readonly wallNow: () => number;
  readonly tabs: Map<number, Tab>;
  /** Whether a tab has a transaction under way: a browser does not freeze it then. */
  readonly isBusy: (owner: Owner) => boolean;
  readonly open: (place: number, again?: boolean, address?: string) => Tab;
  readonly close: (place: number, isKilled?: boolean) => void;
  readonly pass: (ms: number) => Promise<void>;
  readonly sleep: (ms: number) => void;
  readonly jump: (ms: number) => void;
  readonly kill: (lostMs: number) => void;
  readonly clear: () => void;
  readonly restart: () => void;
  readonly setNetwork: (mood: NetworkMood) => void;
  readonly setDurable: (mood: DurableMood) => void;
  /** What stands in the mirror: the epoch, and how many characters. */
  readonly epoch: () => number | null;
  readonly mirrorLength: () => number;
}

/** A page in a tab. */
export interface Tab {
  readonly name: string;
  readonly usher: Usher;
  readonly owner: Owner;
  readonly is: () => Life['is'];
  /** What the page calls; it is watched how long that takes. */
  readonly call: (
    name: string,
    withinMs: number,
    run: (usher: Usher) => Promise<unknown>,
    mark?: string,
  ) => void;
  readonly wake: (type: WakeType) => void;
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly hide: () => void;
  readonly show: () => void;
  /** A killed page runs nothing any more, one that is left hides first. */
  readonly close: (isKilled?: boolean) => void;
  /** What waits for time or listens to the page. */
  readonly burden: () => { readonly timers: number; readonly listeners: number };
}

/**
 * What a page of a trade has beside: how it is sold there, and the browser's parts that this needs.
 */
export interface Furniture {
  readonly options?: PageOptions;
  readonly browser?: (owner: Owner) => Partial<Browser>;
}

/** What is sold on a device, where that is looked at too. */
export interface Trade {
  readonly answers: Answers;
  readonly furnish: (place: number, name: string) => Furniture;
  readonly isBusy: (owner: Owner) => boolean;
}
