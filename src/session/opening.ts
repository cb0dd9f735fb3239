import type { Random } from '../browser/random.ts';
import type { Persistence } from '../browser/storage.ts';
import type { Refuse, Values } from '../contract/encode-fields.ts';
import { encodeFields } from '../contract/encode-fields.ts';
import { init, initKinds } from '../contract/init.ts';
import { createDeviceHash } from './device-hash.ts';
import type { Saved, SavedSession } from './saved-session.ts';

/** What the opening of a session depends on. */
export interface OpeningSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly domain?: string;
  readonly persistence: Persistence;
  /** Fields of init by their wire names. */
  readonly init: Values;
}

/** What came back: an answer's status and text, or why there is none. */
export type Received =
  | { readonly status: number; readonly text: string }
  | { readonly error: unknown; readonly timedOut: boolean };

/** A session on its way: kept from an earlier page, or asked for. */
export interface Opening {
  /** The device hash that the session was opened with, or is being opened with. */
  readonly hash: string;
  readonly fingerprint: string;
  /** Wall time in ms at which it began. */
  readonly at: number;
  /** The session of an earlier page, young enough to go on with. */
  readonly kept?: SavedSession;
  /** The request, when there is one. It never rejects. */
  readonly received?: Promise<Received>;
}

/** What an opening uses of the browser. */
export interface OpeningBrowser {
  readonly now: () => number;
  readonly random: Random;
  readonly fetch: typeof fetch;
}

/** After 15 min without keepalive the platform may have ended a session. */
export const longestGapMs = 900_000;

/** How long an opening request may take, answer included. */
export const openingDeadlineMs = 10_000;

/** The address without a slash at its end, made absolute. Throws a TypeError when it is none. */
export function absoluteBaseUrl(baseUrl: string): string {
  return new URL(baseUrl, globalThis.location?.href).href.replace(/\/+$/, '');
}

/** The name under which everything of one base URL and domain is kept. */
export function runtimeKey(baseUrl: string, domain: string | undefined): string {
  return `usher:${baseUrl}|${domain ?? /\/(\d+)$/.exec(baseUrl)?.[1] ?? ''}`;
}

/** Goes on with the kept session, or sends init: at once, synchronously up to `fetch`. `refuse` is called for a field that is not taken, before anything is sent. */
export function open(settings: OpeningSettings, saved: Saved | undefined, browser: OpeningBrowser, refuse: Refuse): Opening {
  const at = browser.now();
  const { query, body } = encodeFields({ kinds: initKinds }, init, settings.init, refuse);
  const fingerprint = `${query}?${body}`;
  const kept = saved?.session;
  if (kept && kept.fingerprint === fingerprint && Math.abs(at - kept.at) < longestGapMs) return { hash: kept.hash, fingerprint, at, kept };
  const hash = saved?.hash ?? createDeviceHash(at, browser.random);
  const own = encodeFields({ kinds: initKinds }, init, ownFields(hash, saved, settings.init), refuse).body;
  const received = send(`${settings.baseUrl}/session/init${query && `?${query}`}`, body ? `${body}&${own}` : own, browser.fetch);
  return { hash, fingerprint, at, received };
}

/** What the runtime itself adds to init. Another user of the publisher's gets a session of their own. */
function ownFields(hash: string, saved: Saved | undefined, fields: Values): Values {
  const session = saved?.session;
  const same = session && session.reference === fields['externalUserReference'];
  return { nxp_devh: hash, nxp_userh: same ? session.user?.hash : undefined, currentSession: same ? session.id : undefined };
}

/** Form-encoded and without a header of our own the request is CORS-simple: no preflight. */
function send(url: string, body: string, fetch: OpeningBrowser['fetch']): Promise<Received> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), openingDeadlineMs);
  return fetch(url, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' },
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'no-store',
    signal: abort.signal,
  })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: unknown) => ({ error, timedOut: abort.signal.aborted }))
    .finally(() => clearTimeout(timer));
}
