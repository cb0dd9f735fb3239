import type { Browser } from '../browser/browser.ts';
import type { LoadChunk, Signals } from '../browser/load-chunk.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Call } from '../transport/call.ts';
import type { CallLog } from '../transport/call-log.ts';
import type { Opening } from './opening.ts';
import type { Saved, SavedSession } from './saved-session.ts';
import type { EmitSession } from './session-events.ts';
import type { Settings } from './settings.ts';

/** What a session is made of. */
export interface SessionOptions {
  readonly settings: Settings;
  readonly browser: Browser;
  readonly dialect: Partial<Dialect>;
  /** The opening that left before the runtime was made. */
  readonly opening?: Opening | undefined;
  readonly emit: EmitSession;
  readonly loadChunk: LoadChunk;
  readonly loadCalls: (
    signals?: Signals,
  ) => Promise<{ readonly call: Call; readonly log: CallLog }>;
}

/** Background work of a session. Loaded when the page is idle, so every member may be missing. */
export interface BackgroundTasks {
  /** Looks at what other tabs have kept meanwhile. */
  sync?: () => void;
  /** Runs an opening while no other tab does; gives back what another tab opened meanwhile. */
  guard?: (open: () => Promise<SavedSession | undefined>) => Promise<SavedSession | undefined>;
  /** Asks whether a session that has not been kept alive in time still lives. */
  revive?: () => Promise<unknown>;
  /** Something else is kept now. */
  kept?: (saved: Saved, before: Saved | undefined) => void;
  /** Tells the platform of sessions that have ended. */
  tell?: () => Promise<void>;
}
