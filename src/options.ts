import type { Persistence } from './browser/storage.ts';
import type { ValuesOf } from './contract/endpoint.ts';
import type { init } from './contract/init.ts';
import type { Refuse } from './contract/encode-fields.ts';
import { refuseFor } from './contract/refuse.ts';
import type { Dialect } from './dialect/dialect.ts';
import { InputError } from './errors/input-error.ts';
import type { SellingOptions } from './checkout/selling.ts';
import { checkSettings } from './session/settings.ts';
import type { Mode, Settings } from './session/settings.ts';

/**
 * Fields of `POST /session/init` that a publisher may set, by their wire names. The runtime sets
 * the others.
 */
export type InitFields = Omit<ValuesOf<typeof init>, 'nxp_devh' | 'nxp_userh' | 'currentSession'>;

/** The options of a publisher. */
export interface UsherOptions extends SellingOptions {
  /** The platform's address, ending in `/v3.1` or `/v3.1/<domain>`. A trailing slash is ignored. */
  readonly baseUrl: string;
  /**
   * The domain that calls are signed for. Default: the last segment of `baseUrl` when that is a
   * number, else the one that init returns. It never changes the address.
   */
  readonly domain?: number | string | undefined;
  /**
   * Where the session is stored: `device` (default), `tab`, `none`, or `consented`: `device` when
   * the viewer has consented before (`setPersistence('device')`), else `none`.
   */
  readonly persistence?: Persistence | 'consented' | undefined;
  /**
   * Whether the page has a session: if possible (`auto`, the default: static details when a domain
   * is player-only, or while init fails), always (`session`), or never (`static`).
   */
  readonly mode?: Mode | undefined;
  /** Fields of init: gateway, explicitLanguage, addPriceModel, … */
  readonly init?: InitFields | undefined;
  /** Parts of the dialect to replace. */
  readonly dialect?: Partial<Dialect> | undefined;
}

/** Descriptions of the allowed values of each option. Those of init's fields are in their kinds. */
const words: Readonly<Record<string, string>> = {
  baseUrl: 'an http(s) address with a path, without user, query and fragment',
  domain: 'the digits of a domain ID',
  persistence: 'device, tab, none or consented',
  mode: 'auto, session or static',
  init: '',
  dialect: '',
  providers: 'a list of { name, type: redirect, popup or in-page, url or pay }',
  journal: 'true or false',
  graceMs: 'from 0 to a day, in ms',
  listSubscriptions: 'a function',
};

const dayMs = 86_400_000;

/** The checks of the selling options. */
const sellingChecks: Readonly<Record<keyof SellingOptions, (value: unknown) => boolean>> = {
  providers: (value) => Array.isArray(value) && value.every(isProvider),
  journal: (value) => typeof value === 'boolean',
  graceMs: (value) => typeof value === 'number' && value >= 0 && value <= dayMs,
  listSubscriptions: (value) => typeof value === 'function',
};

function isProvider(value: unknown): boolean {
  const { name, type, url, pay } = Object(value) as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    name !== '' &&
    (type === 'in-page'
      ? typeof pay === 'function'
      : (type === 'redirect' || type === 'popup') && typeof url === 'function')
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
 * Checks the options before anything is sent.
 * @throws {InputError} `input`, with the name of the option.
 */
export function checkOptions<Runtime>(options: UsherOptions): Settings<Runtime> {
  if (typeof options !== 'object' || !options) {
    throw new InputError('createUsher', 'options', options, 'an object with a baseUrl');
  }
  for (const name of Object.keys(options)) {
    if (!(name in words)) refuseFor('createUsher')(name, undefined);
  }
  for (const [name, isSound] of Object.entries(sellingChecks)) {
    const value: unknown = options[name as keyof SellingOptions];
    if (value !== undefined && !isSound(value)) {
      throw new InputError('createUsher', name, typeof value, words[name]!);
    }
  }
  return checkSettings<Runtime>(options, refuseOption('createUsher'));
}
