import { readFromAddress } from '../browser/address.ts';
import { openTextStore, storageScopes, type StorageScope } from '../browser/storage.ts';
import { encodeFields, type Refuse, type Values } from '../contract/encode-fields.ts';
import { init } from '../contract/init.ts';
import { registrationFor, type Registration } from './registry.ts';
import { readSaved } from './storage/saved-session.ts';
import { inboxName, storageKey } from './storage/stored-names.ts';

export const modes = ['auto', 'session', 'static'] as const;

/** Whether a page has a session: if possible (`auto`), always (`session`), or never (`static`). */
export type Mode = (typeof modes)[number];

/** The checked settings for opening a session. */
export interface Settings<Runtime = unknown> {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * The domain that calls are signed for. Default: the last segment of the base URL, when that is a
   * number. Otherwise init returns it.
   */
  readonly domain: string | undefined;
  readonly persistence: StorageScope;
  /** The page keeps a session only with the consent of the viewer. */
  readonly needsConsent: boolean;
  readonly mode: Mode;
  /** Fields of init by their wire names. */
  readonly init: Values;
  /** The init fields, encoded. */
  readonly query: string;
  readonly body: string;
  /**
   * The encoded init fields, in a fixed order. A stored session is resumed only when its
   * fingerprint is equal.
   */
  readonly fingerprint: string;
  /**
   * The page gives no init fields, and a payment has come back to it. It says nothing of the user,
   * so the payment is finished in the stored session.
   */
  readonly isReturnPage: boolean;
  /** The storage key of this base URL and domain. */
  readonly key: string;
  readonly registration: Registration<Runtime>;
}

/** The settings of a publisher, unchecked. */
export interface GivenSettings {
  readonly baseUrl: string;
  readonly domain?: number | string | undefined;
  readonly persistence?: StorageScope | 'consented' | undefined;
  readonly mode?: Mode | undefined;
  readonly init?: Values | undefined;
}

/** Fields of init that the runtime sets itself. */
const internalFields: readonly string[] = ['nxp_devh', 'nxp_userh', 'currentSession'];

/** The fingerprint of a page without init fields. */
const emptyFingerprint = '&';

/** Whether a payment has come back to this page: now, or before a reload. */
const hasReturn = (key: string): boolean =>
  !!readFromAddress('usher-return=') || !!openTextStore('tab').get(inboxName(key));

/** A stored device hash shows that consent was given. */
const consentedPersistence = (key: string): StorageScope =>
  readSaved(openTextStore('device'), key)?.deviceHash ? 'device' : 'none';

const isDomain = (given: unknown): boolean =>
  ['number', 'string'].includes(typeof given) && /^\d+$/.test(String(given));

/**
 * The domain of an address: the given one, or the number at the end of the address. White space
 * around an attribute of a page does not count.
 */
export const domainOf = (
  baseUrl: string | undefined,
  domain: GivenSettings['domain'],
): string | undefined =>
  domain === undefined ? /\/(\d+)$/.exec(absoluteUrl(baseUrl))?.[1] : String(domain);

/**
 * Returns an address without trailing slashes. Empty when it is invalid. One that begins with a
 * name is no path: its scheme was forgotten.
 */
function absoluteUrl(given: unknown): string {
  try {
    if (!/^(https?:|\.*\/)/i.test(given as string)) return '';
    return new URL(given as string, globalThis.location?.href).href.replace(/\/+$/, '');
  } catch {
    return '';
  }
}

/**
 * Checks the settings of a publisher. `refuse` is called with the name of an invalid one, and
 * throws.
 */
export function checkSettings<Runtime>(
  {
    baseUrl: given,
    domain,
    persistence = 'device',
    mode = 'auto',
    init: fields = {},
  }: GivenSettings,
  refuse: Refuse,
): Settings<Runtime> {
  const baseUrl = absoluteUrl(given);
  if (!/^https?:\/\/[^/?#@]+\/[^?#]*$/.test(baseUrl)) refuse('baseUrl', given);
  if (domain !== undefined && !isDomain(domain)) refuse('domain', domain);
  if (persistence !== 'consented' && !storageScopes.includes(persistence)) {
    refuse('persistence', persistence);
  }
  if (!modes.includes(mode)) refuse('mode', mode);
  for (const name of Object.keys(fields)) {
    if (internalFields.includes(name)) refuse(name, '(hidden)');
  }
  const { query, body } = encodeFields({}, init, fields, refuse);
  const id = domainOf(baseUrl, domain);
  const key = storageKey(baseUrl, id);
  const fingerprint = `${query}&${body}`.split('&').sort().join('&');
  return {
    baseUrl,
    domain: id,
    persistence: persistence === 'consented' ? consentedPersistence(key) : persistence,
    needsConsent: persistence === 'consented',
    mode,
    init: { ...fields }, // the page may change its object later
    query,
    body,
    fingerprint,
    isReturnPage: fingerprint === emptyFingerprint && hasReturn(key),
    key,
    registration: registrationFor(key),
  };
}
