import type { TextStore } from '../../browser/storage.ts';
import { numberOf, recordOf, type SessionReading } from '../../dialect/readers.ts';
import type { ErrorCode } from '../../errors/usher-error.ts';
import type { AnnouncedLogin } from '../account/announced-login.ts';

/**
 * A session as it is stored for the next page. Never stored: passwords, login tokens, voucher
 * codes, the report token.
 */
export interface SavedSession extends Omit<SessionReading, 'domainToken'> {
  /** The device hash of the opening. Calls are signed with it. */
  readonly deviceHash: string;
  readonly domain: string;
  /** The secret with which the page signs calls. */
  readonly secret?: string | undefined;
  /** The signature of a logout. Absent before the first call. */
  readonly logoutToken?: string | undefined;
  /** Wall time in ms of the last init or keepalive. */
  readonly keptAliveAt: number;
  /** The encoded init fields of the opening. */
  readonly fingerprint: string;
  /** The publisher's own reference to the user of the session. */
  readonly reference?: unknown;
  /**
   * The platform refuses openings that name this session. `true`: the next opening leaves it out.
   * `false`: one has done so, and failed too.
   */
  readonly isRefused?: boolean | undefined;
  /**
   * This page has left the session to other pages: its next opening names the user, and not the
   * session. Only in memory.
   */
  readonly isLeft?: boolean | undefined;
}

/** The part of a session that its calls carry. */
export type CarriedSession = Pick<SavedSession, 'id' | 'domain' | 'secret'>;

/** What a logout needs. */
export type LogoutSession = CarriedSession & Pick<SavedSession, 'logoutToken'>;

/** A session that ended here, until the platform knows. */
export interface EndedSession extends LogoutSession {
  /** Wall time in ms. */
  readonly endedAt: number;
  /** Wall time in ms before which the platform has requested not to send the logout again. */
  readonly retryAt?: number | undefined;
}

/** Sessions that the platform lost in a row, without a successful call between them. */
export interface Losses {
  readonly count: number;
  /** Wall time in ms of the last one. */
  readonly lostAt: number;
  /** ID of the last lost session. */
  readonly id: string;
  /** Its last init or keepalive. A session that comes back with the same ID can be lost again. */
  readonly keptAliveAt: number;
}

/** Openings that failed in a row, in any tab. No tab sends the next one before `retryAt`. */
export interface FailedOpenings {
  readonly count: number;
  /** Wall time in ms of the last one. */
  readonly failedAt: number;
  /** Wall time in ms at which the next one may be sent. */
  readonly retryAt: number;
  /** The platform has requested the wait (`Retry-After`). */
  readonly isRequested: boolean;
  /** The last error. */
  readonly code: ErrorCode;
  readonly status?: number | undefined;
}

/** The record of one base URL and domain, the same in the mirror and in IndexedDB. */
export interface SessionRecord {
  /** The device hash, created once. Empty in the record of an erasure. */
  readonly deviceHash: string;
  /**
   * Grows with each login, each end, and each change of session or user. Data of an older epoch
   * changes nothing.
   */
  readonly epoch: number;
  /** Wall time in ms at which the epoch began. */
  readonly epochStartedAt: number;
  /** Grows with each change within an epoch. */
  readonly revision: number;
  /**
   * The epoch that began with the last erasure. A record of an older epoch is ignored, including
   * its device hash.
   */
  readonly erasedEpoch?: number | undefined;
  /**
   * The random names of the last erasures before this record, the latest first. A record without
   * the name of an erasure is older than that erasure, whatever its clock and its epoch say. A name
   * also says whether consent was withdrawn.
   */
  readonly erasures?: readonly string[] | undefined;
  /**
   * The erasure was a withdrawn consent: from then on no open page stores anything. Later records
   * keep it, so it counts only in an erasure.
   */
  readonly isWithdrawn?: boolean | undefined;
  /** Consent was withdrawn for the device alone: the session has moved to a tab. */
  readonly isMoved?: boolean | undefined;
  readonly session?: SavedSession | undefined;
  /** A login under way, or one whose outcome is not known. */
  readonly login?: AnnouncedLogin | undefined;
  /**
   * A login that was under way when its session ended. The platform may open the next session with
   * the same ID, and carry out the login there.
   */
  readonly endedLogin?: AnnouncedLogin | undefined;
  /** Sessions whose end the platform has not confirmed. */
  readonly ended?: readonly EndedSession[] | undefined;
  /** Shared by all tabs, so that they back off together. */
  readonly losses?: Losses | undefined;
  /** Shared by all tabs too. */
  readonly failedOpenings?: FailedOpenings | undefined;
  /** A random ID of this epoch, by which duplicates of a tab learn of its end. Only under `tab`. */
  readonly epochId?: string | undefined;
}

/**
 * A record that says only that everything was erased. It holds no data of a viewer, and is no sign
 * of consent.
 */
export interface Erasure extends SessionRecord {
  readonly deviceHash: '';
}

export const isErasure = (saved: SessionRecord | undefined): saved is Erasure =>
  !!saved && !saved.deviceHash;

/** Reads a stored record. `undefined` when it is empty or unreadable. */
export const readSaved = (store: TextStore, key: string): SessionRecord | undefined =>
  parseRecord(store.get(key));

/** Whether a text can be sent as a session ID in a header. A dialect says which texts are IDs. */
export const isSessionId = (value: unknown): boolean =>
  typeof value === 'string' && /^[\x21-\x7e]{1,512}$/.test(value);

const isHash = (value: unknown): boolean =>
  typeof value === 'string' && /^[1-4]:\d+:\d{5}[1-9]$/.test(value);

function isSession(value: unknown): value is SavedSession {
  const {
    id,
    keptAliveAt = 0,
    deviceHash,
    fingerprint,
    user,
    geo,
    data,
  } = Object(value) as Partial<SavedSession>;
  return (
    isSessionId(id) &&
    keptAliveAt > 0 &&
    isHash(deviceHash) &&
    typeof fingerprint === 'string' &&
    (!user || typeof user.id === 'string') &&
    (!geo || !!recordOf(geo)) &&
    (!data || !!recordOf(data))
  );
}

function isEnded(value: unknown): value is EndedSession {
  const { id, endedAt = 0, domain } = Object(value) as Partial<EndedSession>;
  return isSessionId(id) && endedAt > 0 && typeof domain === 'string';
}

/**
 * Checks a record that was read, or its text. `undefined` when it is not a record. Damaged parts
 * are left out.
 */
export function parseRecord(found: unknown): SessionRecord | undefined {
  try {
    return checkParts(Object(typeof found === 'string' ? JSON.parse(found) : found));
  } catch {
    return undefined; // no JSON, or an object where a number should be
  }
}

function checkParts(saved: SessionRecord): SessionRecord | undefined {
  const { deviceHash, epoch, epochStartedAt, revision, erasedEpoch } = saved;
  const { erasures, session, ended, losses, login, failedOpenings } = saved;
  if (!isHash(deviceHash) && !(erasedEpoch! > 0)) return undefined;
  return {
    ...saved,
    deviceHash: isHash(deviceHash) ? deviceHash : '',
    epoch: numberOf(epoch) ?? 0,
    epochStartedAt: numberOf(epochStartedAt) ?? 0,
    revision: numberOf(revision) ?? 0,
    erasures: Array.isArray(erasures) ? erasures.map(String) : undefined,
    session: isHash(deviceHash) && isSession(session) ? session : undefined,
    ended: Array.isArray(ended) ? ended.filter(isEnded) : undefined,
    losses: Number(losses?.count) > 0 && Number(losses?.lostAt) > 0 ? losses : undefined,
    login: Number(login?.endsAt) >= 0 ? login : undefined,
    failedOpenings: Number(failedOpenings?.retryAt) > 0 ? failedOpenings : undefined,
  };
}
