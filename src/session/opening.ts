import type { Browser } from '../browser/browser.ts';
import { requestInit } from '../browser/request-init.ts';
import type { TextStore } from '../browser/storage.ts';
import { createDeviceHash } from './device-hash.ts';
import type { Saved, SavedSession } from './saved-session.ts';
import type { Settings } from './settings.ts';
import { writeJson } from '../browser/write-json.ts';

/** What came back: an answer's status and text, or why there is none. */
export type Received =
  | { readonly status: number; readonly text: string }
  | { readonly error: unknown; readonly timedOut: boolean };

/** A session on its way: kept from an earlier page, asked for here, or by another tab. */
export interface Opening {
  /** The device hash that the session was opened with, or is being opened with. */
  readonly hash: string;
  /** Wall time in ms at which it began. */
  readonly at: number;
  /**
   * The publisher's own reference to the user that the session is for; a page that says none goes
   * on with the kept one.
   */
  readonly reference?: unknown;
  /** The session of an earlier page, young enough to go on with. */
  readonly kept?: SavedSession;
  /** The request, when there is one. It never rejects. */
  readonly received?: Promise<Received>;
  /** Gives the request up. */
  readonly cancel?: () => void;
  /** Nothing was kept: the mirror may have been lost. */
  readonly fresh?: boolean;
  /** What came of the request is kept: other tabs need not wait any more. */
  readonly done?: () => void;
  /** Another tab has sent the request: its answer is waited for. */
  readonly waits?: boolean;
}

/** After 15 min without keepalive the platform may have ended a session. */
const longestGapMs = 900_000;

/** How long an opening request may take, answer included. */
const deadlineMs = 10_000;

/** How long tabs wait for the opening of another. */
const claimMs = 2000;

/** What a page says to init when it says nothing. */
const emptyFingerprint = '&';

/**
 * Whether a kept session serves this page as it is. A page that says nothing to init, as a return
 * page, takes any; one whose fingerprint was not kept is asked about.
 */
const serves = ({ fingerprint }: SavedSession, wanted: string): boolean =>
  fingerprint === wanted || (wanted === emptyFingerprint && !!fingerprint);

/**
 * Goes on with the kept session, or sends init: at once, synchronously up to `fetch`. Of many tabs
 * that open together one sends: its claim makes the others wait. The claim is given back when the
 * answer is kept, or the page is left. It stands apart from the session: of two tabs that write at
 * the same time the later one prevails, and an end must not be overwritten.
 */
export function sendOpening(
  { baseUrl, init, fingerprint, query, body, key, mode }: Settings,
  saved: Saved | undefined,
  browser: Browser,
  store: TextStore,
): Opening {
  const at = browser.clock.now();
  const hash = saved?.hash || createDeviceHash(at, browser.random);
  if (mode === 'static') return { hash, at };
  const kept = saved?.session;
  if (kept && serves(kept, fingerprint) && Math.abs(at - kept.at) < longestGapMs) {
    return { hash: kept.hash, at, kept };
  }
  const claimKey = `${key}|claim`;
  const claim = store.get(claimKey);
  if (claim && Math.abs(at - +claim) < claimMs) return { hash, at, waits: true };
  const given = init['externalUserReference'];
  const reference = given === undefined && kept ? kept.reference : given;
  let form = `${body && `${body}&`}nxp_devh=${encodeURIComponent(hash)}`;
  // Another user of the publisher's gets a session of their own.
  if (kept && kept.reference === reference) {
    if (kept.user?.hash) form += `&nxp_userh=${encodeURIComponent(kept.user.hash)}`;
    form += `&currentSession=${kept.id}`;
  }
  const sent = send(`${baseUrl}/session/init${query && `?${query}`}`, form, browser);
  if (!saved?.hash) store.set(key, writeJson({ epoch: 0, ...saved, hash }));
  store.set(claimKey, `${at}`);
  const giveBack = (): void => {
    stopListening();
    store.set(claimKey, null);
  };
  const stopListening = browser.page.on('pagehide', giveBack);
  return { hash, at, reference, fresh: !saved, ...sent, done: giveBack };
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
  // Inside a promise: a page's own fetch may throw at once.
  const received = new Promise<Response>((resolve) =>
    resolve(fetch(url, requestInit('POST', {}, body, signal))),
  )
    .then((response) => response.text().then((text) => ({ status: response.status, text })))
    .catch((error: unknown) => ({ error, timedOut: signal.aborted }))
    .finally(stop);
  return { received, cancel };
}
