import type { StorageScope } from './browser/storage.ts';
import type { SessionInitValues } from './contract/call-values/session.ts';
import type { Refuse } from './contract/encode-fields.ts';
import { refuseFor } from './contract/refuse.ts';
import { InputError } from './errors/input-error.ts';
import type { Provider, ProviderOutcome } from './checkout/providers/provider.ts';
import type { SellingOptions } from './checkout/selling.ts';
import type { PageOptions } from './runtime/page-options.ts';
import { checkSettings } from './session/settings.ts';
import type { Mode, Settings } from './session/settings.ts';

/**
 * Fields of `POST /session/init` that a publisher may set, by their wire names. The runtime sets
 * the others.
 */
export interface InitFields extends Omit<
  SessionInitValues,
  'nxp_devh' | 'nxp_userh' | 'currentSession'
> {}

/**
 * Where the session is stored. `consented`: `device` when the viewer has consented before
 * (`setPersistence('device')`), else `none`.
 */
export type Persistence = StorageScope | 'consented';

/** The options of a publisher. `Outcome`: what its providers return. */
export interface UsherOptions<
  Outcome extends ProviderOutcome = ProviderOutcome,
> extends PageOptions<Outcome> {
  /** The platform's address, ending in `/v3.1` or `/v3.1/<domain>`. A trailing slash is ignored. */
  readonly baseUrl: string;
  /**
   * The domain that calls are signed for. Default: the last segment of `baseUrl` when that is a
   * number, else the one that init returns. It never changes the address.
   */
  readonly domain?: number | string | undefined;
  /**
   * Where the session is stored: on the `device` (default), in this `tab`, not at all (`none`), or
   * as the viewer has `consented`.
   */
  readonly persistence?: Persistence | undefined;
  /**
   * Whether the page has a session: if possible (`auto`, the default: static details when a domain
   * is player-only, or while init fails), always (`session`), or never (`static`).
   */
  readonly mode?: Mode | undefined;
  /** Fields of init: gateway, explicitLanguage, addPriceModel, … */
  readonly init?: InitFields | undefined;
}

/** The function that a provider of each kind has. One in the page may have a `script` instead. */
const providerMembers = {
  redirect: 'url',
  popup: 'url',
  'in-page': 'pay',
} as const satisfies Record<Provider['type'], string>;

/** Descriptions of the allowed values of each option. Those of init's fields are in their kinds. */
const words: Readonly<Record<string, string>> = {
  baseUrl: 'an http(s) address with a path, without user, query and fragment',
  domain: 'the digits of a domain ID',
  persistence: 'device, tab, none or consented',
  mode: 'auto, session or static',
  init: '',
  dialect: '',
  debug: 'true, false or a function',
  providers: `a list of { name, type: ${Object.keys(providerMembers).join(', ')}, url, pay or script }`,
  journal: 'true or false',
  graceMs: 'from 0 to a day, in ms',
  listSubscriptions: 'a function',
};

const dayMs = 86_400_000;

/** The checks of the options that are no settings. */
const checks: Readonly<Record<keyof SellingOptions | 'debug', (value: unknown) => boolean>> = {
  providers: (value) => Array.isArray(value) && value.every(isProvider),
  journal: (value) => typeof value === 'boolean',
  graceMs: (value) => typeof value === 'number' && value >= 0 && value <= dayMs,
  listSubscriptions: (value) => typeof value === 'function',
  debug: (value) => typeof value === 'boolean' || typeof value === 'function',
};

function isProvider(value: unknown): boolean {
  const provider = Object(value) as Record<string, unknown>;
  const member = providerMembers[provider['type'] as Provider['type']] as string | undefined;
  return (
    typeof provider['name'] === 'string' &&
    provider['name'] !== '' &&
    member !== undefined &&
    (typeof provider[member] === 'function' || (member === 'pay' && !!provider['script']))
  );
}

/** Creates the function that refuses an option, or a field of init, with the allowed values. */
export function refuseOption(where: string): Refuse {
  return (key, value, spec, kind) => {
    const allowed = words[key];
    if (!allowed) return refuseFor(where)(key, value, spec, kind);
    throw new InputError(where, key, value, allowed);
  };
}

/**
 * Refuses an option that does not exist, and names the one that begins alike. The full comparison
 * of names is loaded late, and this throws at once.
 */
function refuseUnknown(name: string): never {
  const start = name.slice(0, 3).toLowerCase();
  const near = Object.keys(words).find((each) => each.toLowerCase().startsWith(start));
  const sentence = `there is no option ${name}${near ? `; did you mean ${near}?` : ''}`;
  throw new InputError('createUsher', name, '(hidden)', 'left out', sentence);
}

/**
 * Checks the options before anything is sent.
 * @throws {InputError} `input`, with the name of the option.
 */
export function checkOptions<Runtime>(options: UsherOptions): Settings<Runtime> {
  if (typeof options !== 'object' || !options) {
    throw new InputError('createUsher', 'options', options, 'an object with a baseUrl');
  }
  for (const name of Object.keys(options)) {
    if (!(name in words)) refuseUnknown(name);
  }
  const refuse = refuseOption('createUsher');
  for (const [name, isSound] of Object.entries(checks)) {
    const value: unknown = options[name as keyof typeof checks];
    if (value !== undefined && !isSound(value)) refuse(name, typeof value);
  }
  return checkSettings<Runtime>(options, refuse);
}
