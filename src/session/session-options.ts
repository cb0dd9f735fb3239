import type { Browser } from '../browser/browser.ts';
import type { LoadChunk, Signals } from '../browser/load-chunk.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { CallLog } from '../transport/call-log.ts';
import type { Call } from '../transport/call.ts';
import type { Opening } from './opening/opening.ts';
import type { Settings } from './settings.ts';
import type { EmitSession } from './state/session-events.ts';
import type { SavedSession } from './storage/saved-session.ts';

export interface SessionOptions {
  readonly settings: Settings;
  readonly browser: Browser;
  readonly dialect: Partial<Dialect>;
  /** The opening that was sent before the runtime was created. */
  readonly opening?: Opening | undefined;
  readonly emit: EmitSession;
  /** Aborted when the runtime is disposed of. */
  readonly disposal: AbortSignal;
  readonly loadChunk: LoadChunk;
  readonly loadCalls: (
    signals?: Signals,
  ) => Promise<{ readonly call: Call; readonly log: CallLog }>;
  /** Starts the background tasks now. Otherwise they start when the page is idle. Never rejects. */
  readonly startBackground: () => Promise<void>;
}

/** The right of one tab to call the platform for all tabs. */
export interface TabLease {
  /**
   * Waits until no other tab has the lease. `false` when another tab has written a newer record
   * meanwhile, which has been adopted, so that the work may be done already. Also when there is
   * nothing to do any more: `isOver` says so, the signal is aborted, or the runtime is disposed of.
   */
  readonly acquire: (signal: AbortSignal, isOver?: () => boolean) => Promise<boolean>;
  readonly release: () => Promise<void>;
  /**
   * Whether the lease of this tab still lasts. Callers check it at the moment of sending, because a
   * page may be frozen after it acquired the lease.
   */
  readonly isHeld: () => boolean;
  /** Writes the record of this tab into IndexedDB, or adopts the one found there. */
  readonly commit: () => Promise<void>;
}

/** The background work of a session. Its code is loaded when the page is idle. */
export interface BackgroundTasks {
  /** Adopts changes that other tabs have stored. */
  readonly sync: () => void;
  /**
   * Runs an opening while no other tab does. Returns the session that another tab opened meanwhile.
   */
  readonly openUnderLease: (
    open: () => Promise<SavedSession | undefined>,
  ) => Promise<SavedSession | undefined>;
  readonly lease: TabLease;
  /** Sends a keepalive to check whether an old session still lives. */
  readonly revive: () => Promise<unknown>;
  /** Checks whether a keepalive is due, while media play. */
  readonly checkKeepalive: () => void;
  /** Runs after the stored record has changed. */
  readonly onPersisted: () => void;
  /** Reports ended sessions to the platform. */
  readonly reportEnds: () => Promise<void>;
}
