import type { TextStore } from '../browser/storage.ts';

/** A session as it is kept for the next page. Never kept: passwords, login tokens, voucher codes, the report token. */
export interface SavedSession {
  /** The session ID, to the last digit. */
  readonly id: string;
  /** The device hash that it was opened with, and is signed with. */
  readonly hash: string;
  readonly domain: string;
  /** What the page signs calls with. */
  readonly secret?: string;
  readonly user: { readonly id: string; readonly name?: string; readonly hash?: string } | null;
  readonly language?: string;
  readonly gateway?: string;
  readonly geo: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** Wall time in ms of the last init or keepalive. */
  readonly at: number;
  /** Wall time in ms at which it was opened. */
  readonly since: number;
  /** The init fields that it was opened with, encoded. */
  readonly fingerprint: string;
  /** The publisher's own reference to the user that it was opened for. */
  readonly reference?: string;
}

/** What is kept for one base URL and domain. */
export interface Saved {
  /** The device hash, made once. */
  readonly hash: string;
  readonly session?: SavedSession;
}

/** Reads what is kept; `undefined` when there is nothing, or nothing readable. */
export function readSaved(store: TextStore, key: string): Saved | undefined {
  try {
    const saved = JSON.parse(store.get(key)!) as Saved | null;
    return saved && typeof saved.hash === 'string' ? saved : undefined;
  } catch {
    return undefined; // damaged
  }
}
