import { checkSelling } from '../api/options.ts';
import { readPrice } from '../dialect/item-state-reader.ts';
import { numberOf } from '../dialect/readers.ts';
import { InputError } from '../errors/input-error.ts';
import { isObject } from '../errors/is-object.ts';
import type { OfferTerms } from '../index.ts';
import { checkUser, isItemKey, type FakeItemState, type FakeUsherOptions } from './fake-options.ts';

/** How each option is checked. Those of `createUsher` are checked in the same way as there. */
const checks: Readonly<
  Record<keyof FakeUsherOptions, ((value: unknown, name: string) => void) | 'selling'>
> = {
  user(user) {
    if (user) checkUser('createFakeUsher', user as { readonly id: string });
  },
  items: (items, name) => checkTable(items, name, checkItem),
  offers: checkOffers,
  sources: (sources, name) => checkTable(sources, name, checkSources),
  vouchers(vouchers, name) {
    for (const [code, key] of entriesOf(vouchers, name)) {
      if (!isItemKey(key)) throw refused(`${name}['${code}']`, key, itemKey);
    }
  },
  wrongPassword(password, name) {
    if (typeof password !== 'string') throw refused(name, '(hidden)', 'a text');
  },
  answers: (answers, name) => void entriesOf(answers, name),
  providers: 'selling',
  journal: 'selling',
  graceMs: 'selling',
  listSubscriptions: 'selling',
};

/**
 * Checks the options of a fake.
 * @throws {InputError} `input`, with the name of the option.
 */
export function checkFakeOptions(given: FakeUsherOptions): void {
  if (!isObject(given)) throw refused('options', given, 'an object');
  const { providers, journal, graceMs, listSubscriptions } = given;
  checkSelling({ providers, journal, graceMs, listSubscriptions }, 'createFakeUsher');
  for (const [name, value] of Object.entries(given)) {
    if (!Object.prototype.hasOwnProperty.call(checks, name)) {
      throw refused(name, '(hidden)', 'left out', `there is no option ${name}`);
    }
    const check = checks[name as keyof FakeUsherOptions];
    if (value !== undefined && check !== 'selling') check(value, name);
  }
}

const itemKey = 'a media ID and a streamtype, as 7/video';

/** Checks an option with a value for each item. */
function checkTable(
  table: unknown,
  name: string,
  checkValue: (value: unknown, name: string) => void,
): void {
  for (const [key, value] of entriesOf(table, name)) {
    const field = `${name}['${key}']`;
    if (!isItemKey(key)) throw refused(field, key, `named by ${itemKey}`);
    checkValue(value, field);
  }
}

function checkItem(given: unknown, name: string): void {
  const { access, offers, expiresAt }: Partial<FakeItemState> = Object(
    typeof given === 'string' ? { access: given } : given,
  );
  if (access === undefined || !['granted', 'denied', 'unknown'].includes(access)) {
    throw refused(name, access, 'granted, denied or unknown');
  }
  if (offers !== undefined) checkOffers(offers, `${name}.offers`);
  if (expiresAt !== undefined && !Number.isFinite(expiresAt)) {
    throw refused(`${name}.expiresAt`, expiresAt, 'a time in ms since 1970');
  }
}

/** An offer that the runtime could not read would be missing, without an error. */
function checkOffers(offers: unknown, name: string): void {
  for (const [index, given] of listOf(offers, name).entries()) {
    const offer: Partial<OfferTerms> = Object(given);
    const refuse = (field: keyof OfferTerms, allowed: string): InputError =>
      refused(`${name}[${index}].${field}`, offer[field], allowed);
    if (typeof offer.operation !== 'string' || !offer.operation) {
      throw refuse('operation', 'ppv, ownage, subscription or deposit');
    }
    if (!readPrice(offer.amount, 'EUR')) throw refuse('amount', 'a whole number of cents, from 0');
    if (!readPrice(offer.amount, offer.currency)) throw refuse('currency', 'three letters, as EUR');
    for (const field of ['hours', 'duration'] as const) {
      const value = offer[field];
      const isPositive = (numberOf(value) ?? NaN) >= 0;
      if (value !== undefined && !isPositive) throw refuse(field, 'a number, from 0');
    }
  }
}

function checkSources(sources: unknown, name: string): void {
  for (const [index, source] of listOf(sources, name).entries()) {
    const { url } = Object(source) as { readonly url?: unknown };
    if (typeof url !== 'string' || !url) throw refused(`${name}[${index}].url`, url, 'an address');
  }
}

function entriesOf(value: unknown, name: string): [string, unknown][] {
  if (!isObject(value) || Array.isArray(value)) throw refused(name, value, 'an object');
  return Object.entries(value);
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw refused(name, value, 'a list');
}

const refused = (field: string, value: unknown, allowed: string, sentence?: string): InputError =>
  new InputError('createFakeUsher', field, value, allowed, sentence);
