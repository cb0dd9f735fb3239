import type { StorageScope } from '../browser/storage.ts';
import type { Provider, ProviderOutcome } from '../checkout/providers/provider.ts';
import type { SellingOptions } from '../checkout/selling.ts';
import type { SessionInitValues } from '../contract/call-values/session.ts';
import type { Refuse } from '../contract/encode-fields.ts';
import { refuseFor } from '../contract/refuse.ts';
import { InputError } from '../errors/input-error.ts';
import { isObject } from '../errors/is-object.ts';
import { checkSettings, type Mode, type Settings } from '../session/settings.ts';
import type { PageOptions } from './page-options.ts';

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
  /**
   * `true`: `createUsher` opens the session, as `start()` does. Its request leaves first, before
   * the runtime is created, so the answer comes sooner. `$session` shows an error. On a server it
   * has no effect. Default: `false`.
   */
  readonly start?: boolean | undefined;
}

/** The function that a provider of each kind has. One in the page may have a `script` instead. */
const providerMembers: Readonly<Record<string, string>> = {
  redirect: 'url',
  popup: 'url',
  'in-page': 'pay',
} satisfies Record<Provider['type'], string>;

/** Descriptions of the allowed values of each option. Those of init's fields are in their kinds. */
const words: Readonly<Record<string, string>> = {
  baseUrl: 'an http(s) address with a path, no user, query or fragment',
  domain: 'the digits of a domain ID',
  persistence: 'device, tab, none or consented',
  mode: 'auto, session or static',
  init: 'an object',
  start: 'true or false',
  dialect: 'an object',
  debug: 'true, false or a function',
  providers: 'a list',
  journal: 'true or false',
  graceMs: 'from 0 to a day, in ms',
  listSubscriptions: 'a function',
};

const dayMs = 86_400_000;

type Checks<Name extends string = string> = Readonly<Record<Name, (value: unknown) => boolean>>;

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

/** The checks of the options for selling. Those of a provider come after them. */
const sellingChecks: Checks<keyof SellingOptions> = {
  providers: (value) => Array.isArray(value),
  journal: isBoolean,
  graceMs: (value) => typeof value === 'number' && value >= 0 && value <= dayMs,
  listSubscriptions: (value) => typeof value === 'function',
};

const checks: Checks = {
  ...sellingChecks,
  init: isObject,
  dialect: isObject,
  start: isBoolean,
  debug: (value) => isBoolean(value) || typeof value === 'function',
} satisfies Checks<keyof SellingOptions | 'debug' | 'init' | 'dialect' | 'start'>;

/** Refuses a provider that could take no payment. */
function checkProvider(where: string, value: unknown, index: number): void {
  const provider = Object(value) as Record<string, unknown>;
  const refuse = (member: string, allowed: string): never => {
    throw new InputError(where, `providers[${index}].${member}`, provider[member], allowed);
  };
  const { name, type, script } = provider;
  const member = providerMembers[String(type)];
  if (!member) return refuse('type', Object.keys(providerMembers).join(', '));
  if (typeof name !== 'string' || !name) refuse('name', 'a text');
  if (typeof provider[member] !== 'function' && !(member === 'pay' && script)) {
    refuse(member, 'a function');
  }
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
 * Refuses options that do not exist, and wrong values. The option that begins alike is named: the
 * full comparison of names is loaded late, and this throws at once.
 */
function checkNamed(
  where: string,
  given: Pick<SellingOptions, 'providers'>,
  known: object,
  refuse: Refuse,
): void {
  const names = Object.keys(known);
  for (const [name, value] of Object.entries<unknown>(given)) {
    if (!names.includes(name)) {
      const start = name.slice(0, 3).toLowerCase();
      const near = names.find((each) => each.toLowerCase().startsWith(start));
      const sentence = `there is no option ${name}${near ? `; did you mean ${near}?` : ''}`;
      throw new InputError(where, name, '(hidden)', 'left out', sentence);
    }
    if (value !== undefined && checks[name]?.(value) === false) refuse(name, value);
  }
  given.providers?.forEach((provider, index) => checkProvider(where, provider, index));
}

/**
 * Checks the options that `configure` adds. `where`: the function in the message.
 * @throws {InputError} `input`, with the name of the option.
 */
export function checkSelling(given: SellingOptions, where = 'configure'): void {
  checkNamed(where, Object(given), sellingChecks, refuseOption(where));
}

/**
 * Checks the options before anything is sent.
 * @throws {InputError} `input`, with the name of the option.
 */
export function checkOptions<Runtime>(options: UsherOptions): Settings<Runtime> {
  if (typeof options !== 'object' || !options) {
    throw new InputError('createUsher', 'options', options, 'an object with a baseUrl');
  }
  const refuse = refuseOption('createUsher');
  checkNamed('createUsher', options, words, refuse);
  return checkSettings<Runtime>(options, refuse);
}
