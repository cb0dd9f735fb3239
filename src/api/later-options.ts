import { isObject } from '../errors/is-object.ts';
import type { RegisteredRuntime } from '../session/registry.ts';
import type { Settings } from '../session/settings.ts';
import type { PageOptions } from './page-options.ts';

/** The options of one call of `createUsher`, or of one script tag. */
export interface GivenOptions {
  readonly settings: Pick<Settings, 'persistence' | 'needsConsent' | 'mode' | 'init'>;
  readonly options: PageOptions;
}

/** Options of the page that are compared when the later call has them. */
const ofPage = ['dialect', 'providers', 'journal', 'graceMs', 'listSubscriptions'] as const;

/** Fields of init that may say who or where the viewer is: their values are not shown. */
const personal: readonly string[] = ['externalUserReference', 'deviceName', 'lat', 'lng'];

/** Warns of later options that differ from the first ones, each with both values. */
export function warnOfLater({ given, warn }: RegisteredRuntime, later: GivenOptions): void {
  const differences = optionsThatDiffer(given as GivenOptions, later);
  if (!differences.length) return;
  warn(`createUsher was called again with other options: ${differences.join(', ')}`);
}

function optionsThatDiffer(first: GivenOptions, later: GivenOptions): string[] {
  return [
    ...settingsThatDiffer(first.settings, later.settings),
    ...ofPage
      .filter((name) => later.options[name] !== undefined)
      .filter((name) => textOf(later.options[name]) !== textOf(first.options[name]))
      .map((name) => sentence(name, first.options[name], later.options[name])),
  ];
}

function settingsThatDiffer(
  first: GivenOptions['settings'],
  later: GivenOptions['settings'],
): string[] {
  const before = { ...first, persistence: givenPersistence(first) };
  const now = { ...later, persistence: givenPersistence(later) };
  const settings = (['persistence', 'mode'] as const)
    .filter((name) => now[name] !== before[name])
    .map((name) => sentence(name, before[name], now[name]));
  const fields = Object.keys({ ...first.init, ...later.init })
    .filter((name) => textOf(later.init[name]) !== textOf(first.init[name]))
    .map((name) =>
      personal.includes(name)
        ? `init.${name} (ignored)`
        : sentence(`init.${name}`, first.init[name], later.init[name]),
    );
  return [...settings, ...fields];
}

/** The option as the page gave it. Consent may have been given between the calls. */
const givenPersistence = ({ needsConsent, persistence }: GivenOptions['settings']): string =>
  needsConsent ? 'consented' : persistence;

const sentence = (name: string, first: unknown, later: unknown): string =>
  isObject(later) ? `${name} (ignored)` : `${name} is ${textOf(first)} (ignored: ${textOf(later)})`;

/** A value as text. Functions with the same source count as equal. */
function textOf(value: unknown): string {
  if (value === undefined) return 'not set';
  if (value === true || value === false) return String(Number(value)); // as flags are sent
  if (!isObject(value)) return String(value as string);
  const write = (_: string, part: unknown): unknown =>
    typeof part === 'function' || typeof part === 'bigint' ? String(part) : part;
  try {
    return typeof value === 'function' ? String(value) : JSON.stringify(value, write);
  } catch {
    return 'an object'; // with a circle
  }
}
