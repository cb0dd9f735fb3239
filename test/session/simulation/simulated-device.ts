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
  /** Without storage there is neither a mirror nor IndexedDB. */
  readonly hasStorage: boolean;
  /** The ID of all sessions; random when absent. */
  readonly id?: string;
  /** The calls of the pages' listeners on each change. */
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
  /** World time in ms, including sleep. */
  readonly worldNow: () => number;
  /** The time of the machine's clock. */
  readonly wallNow: () => number;
  readonly tabs: Map<number, Tab>;
  /** Whether a tab has a transaction under way. A browser does not freeze such a tab. */
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
  /** The mirror: the epoch, and the length in characters. */
  readonly epoch: () => number | null;
  readonly mirrorLength: () => number;
}

/** A page in a tab. */
export interface Tab {
  readonly name: string;
  readonly usher: Usher;
  readonly owner: Owner;
  readonly is: () => Life['is'];
  /** Makes a call of the page, and checks its deadline. */
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
  /** A killed page runs nothing more. A page that is left is hidden first. */
  readonly close: (isKilled?: boolean) => void;
  /** The number of timers and listeners of the page. */
  readonly burden: () => { readonly timers: number; readonly listeners: number };
}

/** The additional parts of a page that sells: its options, and browser parts. */
export interface PageExtras {
  readonly options?: PageOptions;
  readonly browser?: (owner: Owner) => Partial<Browser>;
}

/** The additions for a device that sells, when purchases are tested too. */
export interface Selling {
  readonly answers: Answers;
  readonly extrasOf: (place: number, name: string) => PageExtras;
  readonly isBusy: (owner: Owner) => boolean;
}
