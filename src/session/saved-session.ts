import type { TextStore } from '../browser/storage.ts';
import { recordOf } from '../dialect/readers.ts';
import type { SessionReading } from '../dialect/readers.ts';

/**
 * A session as it is stored for the next page. Never stored: passwords, login tokens, voucher
 * codes, the report token.
 */
export interface SavedSession extends Omit<SessionReading, 'domainToken'> {
  /** The device hash of the opening. Calls are signed with it. */
  readonly hash: string;
  readonly domain: string;
  /** The secret with which the page signs calls. */
  readonly secret?: string | undefined;
  /** Wall time in ms of the last init or keepalive. */
  readonly at: number;
  /** The encoded init fields of the opening. */
  readonly fingerprint: string;
  /** The publisher's own reference to the user of the session. */
  readonly reference?: unknown;
}

/** A session that ended here. The report to the platform needs only these fields. */
export type EndedSession = Pick<SavedSession, 'id' | 'domain' | 'secret' | 'at'>;

/** Sessions that the platform lost in a row, without a successful call between them. */
export interface Losses {
  readonly count: number;
  /** Wall time in ms of the last one. */
  readonly at: number;
  /** ID of the last lost session. */
  readonly id: string;
}

/** The record of one base URL and domain, the same in the mirror and in IndexedDB. */
export interface SessionRecord {
  /** The device hash, created once. Empty in the record of an erasure. */
  readonly hash: string;
  /**
   * Grows with each end and each change of session or user. Data of an older epoch changes nothing.
   */
  readonly epoch: number;
  /** Wall time in ms at which the epoch began. */
  readonly since: number;
  /** Grows with each change within an epoch. */
  readonly revision: number;
  /**
   * The epoch that began with the last erasure. A record of an older epoch is ignored, including
   * its device hash.
   */
  readonly erasedEpoch?: number | undefined;
  /** The erasure was a withdrawn consent: from then on no open page stores anything. */
  readonly isWithdrawn?: boolean | undefined;
  readonly session?: SavedSession | undefined;
  /** Sessions whose end the platform has not confirmed. */
  readonly ended?: readonly EndedSession[] | undefined;
  /** Shared by all tabs, so that they back off together. */
  readonly losses?: Losses | undefined;
  /** Identifies this epoch of a tab to its duplicates, under persistence `tab`. */
  readonly mark?: string | undefined;
}

/**
 * Whether a record says only that everything was erased. It holds no data of a viewer, and is no
 * sign of consent.
 */
export const isErasure = (saved: SessionRecord | undefined): boolean => !!saved && !saved.hash;

/** Reads the mirror. `undefined` when it is empty or unreadable. */
export function readSaved(store: TextStore, key: string): SessionRecord | undefined {
  try {
    return soundSaved(JSON.parse(store.get(key)!));
  } catch {
    return undefined; // damaged
  }
}

const isId = (value: unknown): boolean => typeof value === 'string' && /^[1-9]\d*$/.test(value);
const isHash = (value: unknown): boolean =>
  typeof value === 'string' && /^[1-4]:\d+:\d{5}[1-9]$/.test(value);

function isSession(value: unknown): value is SavedSession {
  const { id, at, hash, fingerprint, user, geo, data } = Object(value) as Partial<SavedSession>;
  return (
    isId(id) &&
    at! > 0 &&
    isHash(hash) &&
    typeof fingerprint === 'string' &&
    (!user || typeof user.id === 'string') &&
    (!geo || !!recordOf(geo)) &&
    (!data || !!recordOf(data))
  );
}

function isEnded(value: unknown): value is EndedSession {
  const { id, at, domain } = Object(value) as Partial<EndedSession>;
  return isId(id) && at! > 0 && typeof domain === 'string';
}

/**
 * Checks a record that was read. `undefined` when it is not a record. Damaged parts are left out.
 */
export function soundSaved(found: unknown): SessionRecord | undefined {
  const saved = Object(found) as SessionRecord;
  const { hash, epoch, since, revision, erasedEpoch, session, ended, losses } = saved;
  if (!isHash(hash) && !(erasedEpoch! > 0)) return undefined;
  return {
    ...saved,
    hash: isHash(hash) ? hash : '',
    epoch: +epoch || 0,
    since: +since || 0,
    revision: +revision || 0,
    session: isHash(hash) && isSession(session) ? session : undefined,
    ended: Array.isArray(ended) ? ended.filter(isEnded) : undefined,
    losses: losses && losses.count > 0 && losses.at > 0 ? losses : undefined,
  };
}
