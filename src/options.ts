import type { Persistence } from './browser/storage.ts';
import { encodeFields } from './contract/encode-fields.ts';
import { refuseFor } from './contract/refuse.ts';
import type { ValuesOf } from './contract/endpoint.ts';
import { init, initKinds } from './contract/init.ts';
import type { Dialect } from './dialect/dialect.ts';
import { InputError } from './errors/input-error.ts';
import { absoluteBaseUrl } from './session/opening.ts';
import type { OpeningSettings } from './session/opening.ts';

/** Fields of `POST /session/init` that the runtime fills in by itself. */
const ownFields = ['nxp_devh', 'nxp_userh', 'currentSession'] as const;

/** Fields of `POST /session/init` that a publisher may set, by their wire names. */
export type InitFields = Omit<ValuesOf<typeof init>, (typeof ownFields)[number]>;

/** What a publisher may set. */
export interface UsherOptions {
  /** The platform's address, ending in `/v3.1` or `/v3.1/<domain>`; a slash at its end is ignored. */
  readonly baseUrl: string;
  /** The domain that calls are signed for. Default: the last segment of `baseUrl` when that is a number, else what init answers. Never alters the address. */
  readonly domain?: number | string | undefined;
  /** How long the session outlives the page: `device` (default), `tab`, or `none`. */
  readonly persistence?: Persistence | undefined;
  /** Fields of init: gateway, explicitLanguage, addPriceModel, … */
  readonly init?: InitFields | undefined;
  /** Parts of the dialect to replace. */
  readonly dialect?: Partial<Dialect> | undefined;
}

const names = ['baseUrl', 'domain', 'persistence', 'init', 'dialect'];
const persistences = ['device', 'tab', 'none'];

/**
 * Checks the options before anything is sent.
 * @throws {InputError} `input`, naming the option.
 */
export function checkOptions(options: UsherOptions): OpeningSettings {
  const refuse = refuseFor('createUsher');
  const { baseUrl, domain, persistence = 'device', init: fields = {} } = options;
  for (const name of Object.keys(options)) if (!names.includes(name)) refuse(name, undefined);
  for (const name of ownFields) if (name in fields) refuse(name, undefined);
  if (!persistences.includes(persistence)) throw new InputError('createUsher', 'persistence', persistence, `one of ${persistences.join(', ')}`);
  if (domain !== undefined && !/^\d+$/.test(String(domain))) throw new InputError('createUsher', 'domain', domain, 'the digits of a domain ID');
  encodeFields({ kinds: initKinds }, init, fields, refuse);
  return { baseUrl: checkBaseUrl(baseUrl), persistence, init: fields, ...(domain !== undefined && { domain: String(domain) }) };
}

function checkBaseUrl(baseUrl: string): string {
  let address: string | undefined;
  try {
    address = absoluteBaseUrl(baseUrl);
  } catch {
    // not an address: refused below
  }
  if (!address || !/^https?:\/\/[^/?#@]+\/[^?#]*$/.test(address)) {
    throw new InputError('createUsher', 'baseUrl', baseUrl, 'an http(s) address with a path, without user, query and fragment');
  }
  return address;
}
