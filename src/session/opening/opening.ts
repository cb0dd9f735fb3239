import type { Browser } from '../../browser/browser.ts';
import { createCallReference } from '../../browser/call-reference.ts';
import { writeJson } from '../../browser/write-json.ts';
import { nextLoginStep } from '../account/announced-login.ts';
import { post, type Received } from '../post.ts';
import type { Settings } from '../settings.ts';
import type { SavedSession, SessionRecord } from '../storage/saved-session.ts';
import { createDeviceHash } from './device-hash.ts';

/** A session to come: stored by an earlier page, requested here, or opened by another tab. */
export interface Opening {
  /** The device hash of the session. */
  readonly deviceHash: string;
  /** Wall time in ms of the start. */
  readonly startedAt: number;
  /** The record at that time. */
  readonly before: SessionRecord | undefined;
  /**
   * The publisher's own reference to the user of the session. A return page keeps the stored one.
   */
  readonly reference?: unknown;
  /** The session of an earlier page, young enough to be resumed. */
  readonly resumable?: SavedSession;
  /** The request, if one was sent. It never rejects. */
  readonly received?: Promise<Received>;
  /** The reference of the request (`cfo`), if it was sent with one. */
  readonly callReference?: string | undefined;
  /** Cancels the request. */
  readonly cancel?: () => void;
  /** Reports that the result is stored. Other tabs stop waiting. */
  readonly done?: () => void;
  /**
   * No request was sent, and none may be sent for this time, in ms: another tab has sent one, or a
   * login, and this tab waits for the answer. Or earlier openings have failed.
   */
  readonly waitMs?: number;
}

/** After 15 min without keepalive the platform may have ended a session. */
export const maxGapMs = 900_000;

/** How long tabs wait for the opening of another tab. */
const claimMs = 2000;

/** How often a waiting tab checks whether the opening of another tab is done. */
const lookMs = 50;

/**
 * Whether a session belongs to another user of the publisher than this page: it was opened with
 * another reference. A page without a reference, after one that had it, is another user too. An
 * empty reference is none.
 */
export const isOtherUser = (
  { reference }: SavedSession,
  { init, isReturnPage }: Settings,
): boolean => !isReturnPage && (reference || '') !== (init['externalUserReference'] || '');

/**
 * Whether this page can use a stored session without a request. A page without init fields uses
 * any of its user. For a session without a fingerprint init is always sent.
 */
export const canResume = (session: SavedSession, settings: Settings, now: number): boolean =>
  settings.mode !== 'static' &&
  !isOtherUser(session, settings) &&
  !!session.fingerprint &&
  (session.fingerprint === settings.fingerprint || !(settings.query || settings.body)) &&
  Math.abs(now - session.keptAliveAt) < maxGapMs;

/**
 * Resumes the stored session, or sends init, synchronously up to `fetch`. If many tabs open
 * together, one sends, and its claim makes the others wait. The claim is released when the answer
 * is stored, or the page is left. It has a key of its own, so that writing it cannot overwrite the
 * end of a session.
 */
export function startOpening(
  settings: Settings,
  before: SessionRecord | undefined,
  browser: Browser,
  sendsReference = true,
): Opening {
  const { baseUrl, init, query, body, key, mode, persistence } = settings;
  const store = browser.textStore(persistence);
  const startedAt = browser.clock.now();
  const { session: last, login } = before ?? {};
  if (last && !login && canResume(last, settings, startedAt)) {
    return { deviceHash: last.deviceHash, startedAt, before, resumable: last };
  }
  const claimKey = `${key}|claim`;
  const claim = store.get(claimKey);
  const isNewInTab = !last && persistence === 'tab';
  // A claim in sessionStorage is that of another tab, of which this one is a duplicate. With the
  // same device hash a platform may give both tabs one session, also after a login of one.
  const isCopied = isNewInTab && !!claim;
  // Two pages that opened together may each have created a hash: a session keeps that of its own.
  const known = last?.deviceHash || before?.deviceHash;
  const deviceHash = (!isCopied && known) || createDeviceHash(startedAt, browser.random);
  if (mode === 'static') return { deviceHash, startedAt, before };
  const waitMs = waitMsOf(before, isCopied ? null : claim, startedAt);
  if (waitMs > 0) return { deviceHash, startedAt, before, waitMs };
  // Another user of the publisher gets a new session, and so does a refused one.
  const isOther = !last || last.isRefused || isOtherUser(last, settings);
  const reference = isOther ? init['externalUserReference'] : last.reference;
  let form = `${body && `${body}&`}nxp_devh=${encodeURIComponent(deviceHash)}`;
  if (!isOther) form += currentSessionOf(last, !login);
  const callReference = sendsReference ? createCallReference(browser.random) : undefined;
  if (callReference) form += `&cfo=${callReference}`;
  const sent = post(`${baseUrl}/session/init${query && `?${query}`}`, form, browser);
  // Not after the answer: a logout before it needs a record that it can end. A duplicated tab may
  // still have the device hash of the other one.
  if (isNewInTab || !before?.deviceHash) {
    store.set(key, writeJson({ epoch: 0, ...before, deviceHash }));
  }
  store.set(claimKey, `${startedAt}`);
  const done = (): void => {
    stopListening();
    if (store.get(claimKey) === `${startedAt}`) store.set(claimKey, null); // not a later claim
  };
  const stopListening = browser.page.on('pagehide', done);
  return { deviceHash, startedAt, before, reference, callReference, ...sent, done };
}

/** The time until an opening may be sent. While another tab acts: until the next look. */
function waitMsOf(saved: SessionRecord | undefined, claim: string | null, now: number): number {
  const isClaimed = claim && Math.abs(now - +claim) < claimMs;
  if (isClaimed || nextLoginStep(saved?.login, now) === 'wait') return lookMs;
  const { failedAt = 0, retryAt = 0 } = saved?.failedOpenings ?? {};
  // A clock that was set back would make the wait longer.
  return now >= failedAt ? retryAt - now : 0;
}

/**
 * The fields that name an earlier session. After an unclear login they ask whose session it is: a
 * user hash would log in that user. A session that the page has left is not named.
 */
const currentSessionOf = ({ id, user, isLeft }: SavedSession, withUser: boolean): string => {
  const hash = withUser ? user?.hash : undefined;
  const named = hash ? `&nxp_userh=${encodeURIComponent(hash)}` : '';
  return isLeft ? named : `${named}&currentSession=${encodeURIComponent(id)}`;
};
