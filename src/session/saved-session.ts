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

/** What is kept for one base URL and domain. */
export interface Saved {
  /** The device hash, made once. */
  readonly hash: string;
  readonly session?: SavedSession | undefined;
}

/** Reads what is kept; `undefined` when there is nothing, or nothing readable. A session that is damaged is left out. */
export function readSaved(store: TextStore, key: string): Saved | undefined {
  try {
    const { hash, session } = JSON.parse(store.get(key)!) as Saved;
    const sound = session && typeof session.id === 'string' && /^[1-9]\d*$/.test(session.id);
    return /^[1-4]:\d+:\d{5}[1-9]$/.test(hash) ? { hash, session: sound ? session : undefined } : undefined;
  } catch {
    return undefined; // nothing, or damaged
  }
}
