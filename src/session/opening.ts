import type { Browser } from '../browser/browser.ts';
import { createCallReference } from '../browser/call-reference.ts';
import { requestInit } from '../browser/request-init.ts';
import type { TextStore } from '../browser/storage.ts';
import { createDeviceHash } from './device-hash.ts';
import type { SessionRecord, SavedSession } from './saved-session.ts';
import type { Settings } from './settings.ts';
import { writeJson } from '../browser/write-json.ts';

/** The result of a request: status and text of the answer, or an error. */
export type Received = (
  | { readonly status: number; readonly text: string }
  | { readonly error: unknown; readonly timedOut: boolean }
) & {
  /** Wall time in ms. */
  readonly endedAt: number;
};

/** A session to come: stored by an earlier page, requested here, or opened by another tab. */
export interface Opening {
  /** The device hash of the session. */
  readonly deviceHash: string;
  /** Wall time in ms of the start. */
  readonly startedAt: number;
  /**
   * The publisher's own reference to the user of the session. A page without a reference keeps the
   * stored one.
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
  /** Nothing was stored: the mirror may have been lost. */
  readonly fresh?: boolean;
  /** Reports that the result is stored. Other tabs stop waiting. */
  readonly done?: () => void;
  /** Another tab has sent the request. This tab waits for its answer. */
  readonly waits?: boolean;
}

/** After 15 min without keepalive the platform may have ended a session. */
export const longestGapMs = 900_000;

/** How long an opening may take, answer included. */
const deadlineMs = 10_000;

/** How long tabs wait for the opening of another tab. */
const claimMs = 2000;

/** The fingerprint of a page without init fields. */
const emptyFingerprint = '&';

/**
 * Whether this page can use a stored session without a request. A page without init fields, such as
 * a return page, uses any. For a session without a fingerprint init is always sent.
 */
const canResume = (session: SavedSession, { fingerprint, mode }: Settings, now: number): boolean =>
  mode !== 'static' &&
  (session.fingerprint === fingerprint ||
    (fingerprint === emptyFingerprint && !!session.fingerprint)) &&
  Math.abs(now - session.keptAliveAt) < longestGapMs;

/**
 * Resumes the stored session, or sends init, synchronously up to `fetch`. Of many tabs that open
 * together one sends: its claim makes the others wait. The claim is released when the answer is
 * stored, or the page is left. It is stored apart from the session: of two tabs that write at the
 * same time the later one wins, and an end must not be overwritten.
 */
export function sendOpening(
  settings: Settings,
  saved: SessionRecord | undefined,
  browser: Browser,
  store: TextStore,
  sendsReference = true,
): Opening {
  const { baseUrl, init, query, body, key, mode } = settings;
  const startedAt = browser.clock.now();
  const last = saved?.session;
  if (last && canResume(last, settings, startedAt)) {
    return { deviceHash: last.deviceHash, startedAt, resumable: last };
  }
  const deviceHash = saved?.deviceHash || createDeviceHash(startedAt, browser.random);
  if (mode === 'static') return { deviceHash, startedAt };
  const claimKey = `${key}|claim`;
  const claim = store.get(claimKey);
  const isClaimed = claim && Math.abs(startedAt - +claim) < claimMs;
  if (isClaimed) return { deviceHash, startedAt, waits: true };
  const given = init['externalUserReference'];
  const reference = given === undefined && last ? last.reference : given;
  let form = `${body && `${body}&`}nxp_devh=${encodeURIComponent(deviceHash)}`;
  // Another user of the publisher gets a new session.
  if (last && last.reference === reference) {
    if (last.user?.hash) form += `&nxp_userh=${encodeURIComponent(last.user.hash)}`;
    form += `&currentSession=${last.id}`;
  }
  const callReference = sendsReference ? createCallReference(browser.random) : undefined;
  if (callReference) form += `&cfo=${callReference}`;
  const sent = send(`${baseUrl}/session/init${query && `?${query}`}`, form, browser);
  if (!saved?.deviceHash) store.set(key, writeJson({ epoch: 0, ...saved, deviceHash }));
  store.set(claimKey, `${startedAt}`);
  const done = (): void => {
    stopListening();
    store.set(claimKey, null);
  };
  const stopListening = browser.page.on('pagehide', done);
  return { deviceHash, startedAt, reference, callReference, fresh: !saved, ...sent, done };
}

function send(
  url: string,
  body: string,
  { fetch, clock }: Browser,
): Required<Pick<Opening, 'received' | 'cancel'>> {
  const abort = new AbortController();
  const { signal } = abort;
  const cancel = (): void => abort.abort();
  const stop = clock.after(deadlineMs, cancel);
  // Inside a promise, because a page's own fetch may throw synchronously.
  const received = new Promise<Response>((resolve) =>
    resolve(fetch(url, requestInit('POST', {}, body, signal))),
  )
    .then((response) => response.text().then((text) => ({ status: response.status, text })))
    .catch((error: unknown) => ({ error, timedOut: signal.aborted }))
    .then((received) => ({ ...received, endedAt: clock.now() }))
    .finally(stop);
  return { received, cancel };
}
