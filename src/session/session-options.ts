import type { Browser } from '../browser/browser.ts';
import type { LoadChunk, Signals } from '../browser/load-chunk.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Call } from '../transport/call.ts';
import type { CallLog } from '../transport/call-log.ts';
import type { Opening } from './opening/opening.ts';
import type { SessionRecord, SavedSession } from './storage/saved-session.ts';
import type { EmitSession } from './state/session-events.ts';
import type { Settings } from './settings.ts';

export interface SessionOptions {
  readonly settings: Settings;
  readonly browser: Browser;
  readonly dialect: Partial<Dialect>;
  /** The opening that was sent before the runtime was created. */
  readonly opening?: Opening | undefined;
  readonly emit: EmitSession;
  readonly loadChunk: LoadChunk;
  readonly loadCalls: (
    signals?: Signals,
  ) => Promise<{ readonly call: Call; readonly log: CallLog }>;
}

/** The right of one tab to call the platform for all tabs. */
export interface TabLease {
  /** `false` when the record of another tab has been adopted instead, or after an abort. */
  readonly acquire: (signal: AbortSignal) => Promise<boolean>;
  readonly release: () => Promise<void>;
  /** Writes the record of this tab into IndexedDB, or adopts the one found there. */
  readonly commit: () => Promise<void>;
}

/** Background work of a session. Loaded when the page is idle, so every member may be missing. */
export interface BackgroundTasks {
  /** Adopts changes that other tabs have stored. */
  sync?: () => void;
  /**
   * Runs an opening while no other tab does. Returns the session that another tab opened meanwhile.
   */
  guard?: (open: () => Promise<SavedSession | undefined>) => Promise<SavedSession | undefined>;
  lease?: TabLease;
  /** Sends a keepalive to check whether an old session still lives. */
  revive?: () => Promise<unknown>;
  /** Checks whether a keepalive is due, while media play. */
  awake?: () => void;
  /** Runs after the stored record has changed. */
  onPersisted?: (saved: SessionRecord, before: SessionRecord | undefined) => void;
  /** Reports ended sessions to the platform. */
  reportEnds?: () => Promise<void>;
}
