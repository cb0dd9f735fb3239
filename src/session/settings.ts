import { persistences, textStore } from '../browser/storage.ts';
import type { Persistence } from '../browser/storage.ts';
import { encodeFields } from '../contract/encode-fields.ts';
import type { Refuse, Values } from '../contract/encode-fields.ts';
import { init } from '../contract/init.ts';
import { readSaved } from './saved-session.ts';
import { registryEntry } from './registry.ts';
import type { RegistryEntry } from './registry.ts';

export const modes = ['auto', 'session', 'static'] as const;

/** Whether a page has a session: where it can (`auto`), always, or never. */
export type Mode = (typeof modes)[number];

/** What the opening of a session depends on, checked, and the place that it belongs to. */
export interface Settings<Runtime = unknown> {
  /** Absolute, without a slash at its end. */
  readonly baseUrl: string;
  /**
   * What calls are signed for: as given, else the base URL's last segment when that is a number,
   * else only init can tell.
   */
  readonly domain: string | undefined;
  readonly persistence: Persistence;
  readonly mode: Mode;
  /** Fields of init by their wire names. */
  readonly init: Values;
  /** The same, encoded. */
  readonly query: string;
  readonly body: string;
  /** The same, whatever order they were given in: a kept session serves only where it is equal. */
  readonly fingerprint: string;
  /** The name under which everything of this base URL and domain is kept. */
  readonly key: string;
  readonly entry: RegistryEntry<Runtime>;
}

/** What a publisher gave, unchecked. */
export interface GivenSettings {
  readonly baseUrl: string;
  readonly domain?: number | string | undefined;
  readonly persistence?: Persistence | 'consented' | undefined;
  readonly mode?: Mode | undefined;
  readonly init?: Values | undefined;
}

/** Fields of init that the runtime fills in by itself. */
const ownFields: readonly string[] = ['nxp_devh', 'nxp_userh', 'currentSession'];

/** A kept device hash shows that consent was given. */
const consentedPersistence = (key: string): Persistence =>
  readSaved(textStore('device'), key)?.hash ? 'device' : 'none';

/** An address without slashes at its end; empty where it is none. */
function absoluteUrl(given: unknown): string {
  if (typeof given !== 'string') return '';
  try {
    return new URL(given, globalThis.location?.href).href.replace(/\/+$/, '');
  } catch {
    return '';
  }
}

/**
 * Checks what a publisher gave; `refuse` is called with the name of what is not taken, and throws.
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
  if (domain !== undefined && !/^\d+$/.test(String(domain))) refuse('domain', domain);
  if (persistence !== 'consented' && !persistences.includes(persistence)) {
    refuse('persistence', persistence);
  }
  if (!modes.includes(mode)) refuse('mode', mode);
  for (const name of Object.keys(fields)) if (ownFields.includes(name)) refuse(name, '(hidden)');
  const { query, body } = encodeFields({}, init, fields, refuse);
  const id = domain === undefined ? /\/(\d+)$/.exec(baseUrl)?.[1] : String(domain);
  const key = `usher:${baseUrl}|${id ?? ''}`;
  return {
    baseUrl,
    domain: id,
    persistence: persistence === 'consented' ? consentedPersistence(key) : persistence,
    mode,
    init: fields,
    query,
    body,
    fingerprint: `${query}&${body}`.split('&').sort().join('&'),
    key,
    entry: registryEntry(key),
  };
}
