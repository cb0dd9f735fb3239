import type { TextStore } from '../browser/storage.ts';
import type { SessionReading } from '../dialect/readers.ts';

/** A session as it is kept for the next page. Never kept: passwords, login tokens, voucher codes, the report token. */
export interface SavedSession extends Omit<SessionReading, 'domainToken'> {
  /** The device hash that it was opened with, and is signed with. */
  readonly hash: string;
  readonly domain: string;
  /** What the page signs calls with. */
  readonly secret?: string | undefined;
  /** Wall time in ms of the last init or keepalive. */
  readonly at: number;
  /** The init fields that it was opened with, encoded. */
  readonly fingerprint: string;
  /** The publisher's own reference to the user that it was opened for. */
  readonly reference?: unknown;
}

/** A session that ended here: the platform is told with it, and nothing else is. */
export type EndedSession = Pick<SavedSession, 'id' | 'domain' | 'secret' | 'at'>;

/** What is kept for one base URL and domain, alike in the mirror and in IndexedDB. */
export interface Saved {
  /** The device hash, made once. */
  readonly hash: string;
  /** Grows with each end and each change of session or user; what comes from an older epoch changes nothing. */
  readonly epoch: number;
  /** Wall time in ms at which the epoch began. */
  readonly since: number;
  /** Grows with each change within an epoch. */
  readonly revision: number;
  readonly session?: SavedSession | undefined;
  /** Sessions whose end the platform has not confirmed. */
  readonly ended?: readonly EndedSession[] | undefined;
}

/** Reads what is kept; `undefined` when there is nothing, or nothing readable. */
export function readSaved(store: TextStore, key: string): Saved | undefined {
  try {
    return soundSaved(JSON.parse(store.get(key)!));
  } catch {
    return undefined; // damaged
  }
}

/** A record as it was found; `undefined` when it is none. A session that is damaged is left out. */
export function soundSaved(found: unknown): Saved | undefined {
  const saved = found as Saved | null | undefined;
  if (!saved || !/^[1-4]:\d+:\d{5}[1-9]$/.test(saved.hash)) return undefined;
  const { session, epoch, revision } = saved;
  const sound = session && typeof session.id === 'string' && /^[1-9]\d*$/.test(session.id) && session.at > 0;
  return { ...saved, epoch: +epoch || 0, revision: +revision || 0, session: sound ? session : undefined };
}
