import { isObject } from '../errors/is-object.ts';

/** The data of an answer that opens or changes a session. */
export interface SessionReading {
  /** The session ID, with every digit. */
  readonly id: string;
  readonly user: UserReading | null;
  readonly language?: string | undefined;
  readonly gateway?: string | undefined;
  readonly geo: Geo;
  readonly domain?: string | undefined;
  /** The token from which the page's secret is cut. Absent when calls are not signed. */
  readonly domainToken?: string | undefined;
  /** The data of the `add…` flags, by the platform's names. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The viewer who is logged in. */
export interface UserReading {
  readonly id: string;
  readonly name?: string | undefined;
  /** Sent with later openings, so that the login outlives the session. */
  readonly hash?: string | undefined;
}

/** The viewer's place, as the platform sees it. */
export interface Geo {
  /** A country code, for example `DE`. */
  readonly geocode?: string | undefined;
  readonly latitude?: string | undefined;
  readonly longitude?: string | undefined;
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** Returns a text, or a number as text. `undefined` for an empty text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? String(value) || undefined
    : undefined;
}

/** Returns a number, also from a text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Returns the digits of an ID. `undefined` for 0. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  const digits = textOf(value);
  return digits && /^[1-9]\d{0,19}$/.test(digits) ? digits : undefined;
}

/** Returns a member of a part of the result, or of the result itself. */
export function member(result: unknown, part: string, name: string): unknown {
  const record = recordOf(result);
  return recordOf(record?.[part])?.[name] ?? record?.[name];
}

/** Returns that member as text. `undefined` if it cannot be read as text. */
export function textIn(result: unknown, part: string, name: string): string | undefined {
  return textOf(member(result, part, name));
}

/** The parts of an answer with readers of their own. */
const knownParts: readonly string[] = ['general', 'device', 'system', 'userdata'];

/** Reads the details of a viewer, with or without a session. */
export function readDetails(
  result: unknown,
): Pick<SessionReading, 'language' | 'gateway' | 'geo' | 'data'> {
  const general = (...names: string[]): object =>
    Object.fromEntries(names.map((name) => [name, textIn(result, 'general', name)]));
  return {
    ...general('language', 'gateway'),
    geo: general('geocode', 'latitude', 'longitude'),
    // Platforms add and remove parts. An answer without parts has plain values.
    data: Object.fromEntries(
      Object.entries(recordOf(result) ?? {}).filter(
        ([name, value]) => isObject(value) && !knownParts.includes(name),
      ),
    ),
  };
}

/** Reads a session from the result of init or login. `undefined` without a usable session ID. */
export function readSession(result: unknown): SessionReading | undefined {
  const id = idOf(member(result, 'general', 'cid'));
  return id === undefined
    ? id
    : {
        id,
        user: readUser(result),
        ...readDetails(result),
        domain: textIn(result, 'general', 'clid'),
        domainToken:
          textIn(result, 'device', 'domaintoken') ?? textIn(result, 'device', 'clienttoken'),
      };
}

/** The forms in which platforms say that no user is logged in. */
const noUser: readonly unknown[] = [undefined, null, false, 0, '0', ''];

/**
 * Reads the user of a session. `null` when no user is logged in. An ID that cannot be read is
 * empty: it does not say that there is no user.
 */
export function readUser(result: unknown): UserReading | null {
  const given = ['general', 'userdata'].map((part) => member(result, part, 'uid'));
  if (given.every((uid) => noUser.includes(uid))) return null;
  return {
    id: given.map(idOf).find(Boolean) ?? '',
    name: textIn(result, 'userdata', 'username'),
    hash: textIn(result, 'userdata', 'userhash'),
  };
}
