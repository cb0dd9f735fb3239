import type { ChunkServer } from './browser/chunks.ts';
import type { DeviceDatabase } from './browser/database.ts';
import type { DeviceStorage } from './browser/local-storage.ts';
import type { DatabaseMood } from './browser/transactions.ts';
import type { DeviceNetwork } from './network.ts';
import type { WorldPage } from './page.ts';
import type { Place } from './place.ts';
import type { Site } from './site.ts';

export interface OpenOptions {
  readonly address?: string;
  /** The entries of the tab stay, as after a reload. */
  readonly again?: boolean;
  /** How many copies of the code the page has. */
  readonly copies?: number;
  /** The viewer does not see the page yet. */
  readonly isPrerendered?: boolean;
}

/** A viewer's browser on a device. */
export interface WorldDevice {
  readonly index: number;
  readonly storage: DeviceStorage;
  readonly database: DeviceDatabase;
  readonly network: DeviceNetwork;
  readonly chunks: ChunkServer;
  readonly places: Map<number, Place>;
  site: Site;
  /** Addresses with a return, of tabs that were open when the browser was killed. */
  readonly restorable: Set<string>;
  /** The time of the machine's clock. */
  readonly wallNow: () => number;
  readonly pages: () => readonly WorldPage[];
  readonly pageAt: (place: number) => WorldPage | undefined;
  readonly open: (place: number, options?: OpenOptions) => WorldPage;
  readonly close: (place: number, isKilled?: boolean) => void;
  /** The viewer leaves the page of a tab. The browser may keep it for the way back. */
  readonly leavePage: (place: number) => void;
  /** The page that the viewer goes back to; `undefined` if the browser has kept none. */
  readonly goBack: (place: number) => WorldPage | undefined;
  readonly duplicate: (from: number, to: number) => void;
  /** Kills the browser process. localStorage loses what is younger than its flush. */
  readonly kill: (lostMs: number, powerLostMs: number, restores?: boolean) => void;
  readonly sleep: (ms: number) => void;
  readonly setClock: (byMs: number) => void;
  readonly setDatabase: (mood: DatabaseMood) => void;
  storageMood: 'ok' | 'full' | 'blocked';
  blocksWindows: boolean;
  /** The page's own `read` of a provider throws. */
  isReaderBroken: boolean;
}
