import type { Browser } from '../../browser/browser.ts';
import { createCallReference } from '../../browser/call-reference.ts';
import { writeJson } from '../../browser/write-json.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { nextLoginStep, type AnnouncedLogin } from '../account/announced-login.ts';
import { post } from '../post.ts';
import type { Settings } from '../settings.ts';
import type { SavedSession, SessionRecord } from '../storage/saved-session.ts';
import { claimName } from '../storage/stored-names.ts';
import { canResume, isOtherUser } from './can-resume.ts';
import { createDeviceHash } from './device-hash.ts';
import type { Opening, OpeningRequest, OpeningStart } from './opening.ts';

/** How long tabs wait for the opening of another tab. */
const claimMs = 2000;

/** How often a waiting tab checks whether the opening of another tab is done. */
const lookMs = 50;

/**
 * Resumes the stored session, or sends init, synchronously up to `fetch`. If many tabs open
 * together, one sends, and its claim makes the others wait.
 */
export function startOpening(
  settings: Settings,
  before: SessionRecord | undefined,
  browser: Browser,
  dialect: Partial<Dialect> = {},
): Opening {
  const { key, mode, persistence } = settings;
  const startedAt = browser.clock.now();
  const { session: last, login } = before ?? {};
  if (last && !login && canResume(last, settings, startedAt)) {
    return { kind: 'resumed', deviceHash: last.deviceHash, startedAt, before, session: last };
  }

  const claim = browser.textStore(persistence).get(claimName(key));
  // A claim in sessionStorage is that of another tab, of which this one is a duplicate. With the
  // same device hash a platform may give both tabs one session, also after a login of one.
  const isCopied = persistence === 'tab' && !last && !!claim;
  // Two pages that opened together may each have created a hash: a session keeps that of its own.
  const known = last?.deviceHash || before?.deviceHash;
  const deviceHash = (!isCopied && known) || createDeviceHash(startedAt, browser.random);
  const start = { deviceHash, startedAt, before };
  if (mode === 'static') return { kind: 'static', ...start };
  const waitMs = waitMsOf(before, isCopied ? null : claim, startedAt);
  if (waitMs > 0) return { kind: 'postponed', ...start, waitMs };
  return sendInit(settings, start, browser, dialect);
}

/** Sends init in the present task, and claims the opening. */
function sendInit(
  settings: Settings,
  start: OpeningStart,
  browser: Browser,
  { sendsReference = true }: Partial<Dialect>,
): OpeningRequest {
  const { baseUrl, init, query, body } = settings;
  const { deviceHash, before } = start;
  const { session: last, login } = before ?? {};
  // Another user of the publisher gets a new session, and so does a refused one.
  const isOther = !last || last.isRefused || isOtherUser(last, settings);
  const reference = isOther ? init['externalUserReference'] : last.reference;
  let form = `${body && `${body}&`}nxp_devh=${encodeURIComponent(deviceHash)}`;
  if (!isOther) form += currentSessionOf(last, login);
  const callReference = sendsReference ? createCallReference(browser.random) : undefined;
  if (callReference) form += `&cfo=${callReference}`;
  const sent = post(`${baseUrl}/session/init${query && `?${query}`}`, form, browser);
  const releaseClaim = claimOpening(settings, start, browser);
  return { kind: 'sent', ...start, reference, callReference, ...sent, releaseClaim };
}

/**
 * Claims the opening: other tabs wait for its result. The returned function releases the claim. So
 * does a page that is left. The claim has a key of its own, so that writing it cannot overwrite the
 * end of a session.
 */
function claimOpening(
  settings: Settings,
  { deviceHash, startedAt, before }: OpeningStart,
  { textStore, page }: Browser,
): () => void {
  const { key, persistence } = settings;
  const store = textStore(persistence);
  // Not after the answer: a logout before it needs a record that it can end. A duplicated tab may
  // still have the device hash of the other one, also if `before` has a new one.
  if (!before?.session && (persistence === 'tab' || !before?.deviceHash)) {
    store.set(key, writeJson({ epoch: 0, ...before, deviceHash }));
  }
  const name = claimName(key);
  const mark = String(startedAt);
  store.set(name, mark);
  const release = (): void => {
    stopListening();
    if (store.get(name) === mark) store.set(name, null); // not a later claim
  };
  const stopListening = page.on('pagehide', release);
  return release;
}

/** The time until an opening may be sent. While another tab acts: until the next look. */
export function waitMsOf(
  saved: SessionRecord | undefined,
  claim: string | null,
  now: number,
): number {
  const isClaimed = claim && Math.abs(now - Number(claim)) < claimMs;
  if (isClaimed || nextLoginStep(saved?.login, now) === 'wait') return lookMs;
  const { failedAt = 0, retryAt = 0 } = saved?.failedOpenings ?? {};
  // A clock that was set back would make the wait longer.
  return now >= failedAt ? retryAt - now : 0;
}

/**
 * The fields that name an earlier session. After an unclear login they ask whose session it is: a
 * user hash would log in that user. A session that the page has left is not named.
 */
const currentSessionOf = (
  { id, user, isLeft }: SavedSession,
  login: AnnouncedLogin | undefined,
): string => {
  const hash = login ? undefined : user?.hash;
  const named = hash ? `&nxp_userh=${encodeURIComponent(hash)}` : '';
  return isLeft ? named : `${named}&currentSession=${encodeURIComponent(id)}`;
};
