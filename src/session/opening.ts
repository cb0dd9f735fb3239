import type { After } from '../browser/after.ts';
import { requestInit } from '../browser/request-init.ts';
import type { Random } from '../browser/random.ts';
import type { TextStore, textStore } from '../browser/storage.ts';
import { createDeviceHash } from './device-hash.ts';
import type { Saved, SavedSession } from './saved-session.ts';
import type { Settings } from './settings.ts';

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

/** What an opening uses of the browser. */
export interface OpeningBrowser {
  readonly now: () => number;
  readonly random: Random;
  readonly fetch: typeof fetch;
  readonly after: After;
  readonly textStore: typeof textStore;
  /** Where the session is kept. */
  readonly store: TextStore;
}

/** After 15 min without keepalive the platform may have ended a session. */
const longestGapMs = 900_000;

/** How long an opening request may take, answer included. */
const deadlineMs = 10_000;

/** How long tabs wait for the opening of another. */
const claimMs = 2000;

/**
 * Goes on with the kept session, or sends init: at once, synchronously up to `fetch`. Of many tabs that open together one sends: its claim
 * makes the others wait. A claim of this tab's own earlier page stops nobody. It stands apart from the session: of two tabs that write at the
 * same time the later one prevails, and an end must not be overwritten.
 */
export function open({ baseUrl, init, fingerprint, query, body, key, mode }: Settings, saved: Saved | undefined, browser: OpeningBrowser): Opening {
  const { store } = browser;
  const tab = browser.textStore('tab'); // it outlives this page, in this tab only
  const at = browser.now();
  const kept = saved && saved.session;
  if (kept && kept.fingerprint === fingerprint && Math.abs(at - kept.at) < longestGapMs) return { hash: kept.hash, at, kept };
  const hash = saved ? saved.hash : createDeviceHash(at, browser.random);
  if (mode === 'static') return { hash, at };
  const claimKey = `${key}|claim`;
  const claim = store.get(claimKey);
  if (claim && Math.abs(at - +claim) < claimMs && tab.get(claimKey) !== claim) return { hash, at, waits: true };
  let form = `${body && `${body}&`}nxp_devh=${encodeURIComponent(hash)}`;
  // Another user of the publisher's gets a session of their own.
  if (kept && kept.reference === init['externalUserReference']) {
    if (kept.user && kept.user.hash) form += `&nxp_userh=${encodeURIComponent(kept.user.hash)}`;
    form += `&currentSession=${kept.id}`;
  }
  const sent = send(`${baseUrl}/session/init${query && `?${query}`}`, form, browser);
  if (!saved) store.set(key, JSON.stringify({ epoch: 0, hash }));
  const claimAs = (value: string | null): void => {
    store.set(claimKey, value);
    tab.set(claimKey, store.get(claimKey)); // nowhere, where nothing may be kept
  };
  claimAs(`${at}`);
  return { hash, at, fresh: !saved, ...sent, done: () => claimAs(null) };
}

function send(url: string, body: string, { fetch, after }: OpeningBrowser): Required<Pick<Opening, 'received' | 'cancel'>> {
  const abort = new AbortController();
  const { signal } = abort;
  const cancel = (): void => abort.abort();
  const stop = after(deadlineMs, cancel);
  // Inside a promise: a page's own fetch may throw at once.
  const received = new Promise<Response>((resolve) => resolve(fetch(url, requestInit('POST', {}, body, signal))))
    .then((response) => response.text().then((text) => ({ status: response.status, text })))
    .catch((error: unknown) => ({ error, timedOut: signal.aborted }))
    .finally(stop);
  return { received, cancel };
}
