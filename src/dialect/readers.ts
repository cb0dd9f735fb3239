/** What Usher keeps of an answer that opens or changes a session. */
export interface SessionReading {
  /** The session ID, to the last digit. */
  readonly id: string;
  readonly user: UserReading | null;
  readonly language?: string;
  readonly gateway?: string;
  /** The viewer's place, as the platform sees it. */
  readonly geo: Readonly<Record<string, string>>;
  readonly domain?: string;
  /** The token that the page's secret is cut out of; absent where calls are not signed. */
  readonly domainToken?: string;
  /** What the `add…` flags brought, by the platform's names. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The viewer who is logged in. */
export interface UserReading {
  readonly id: string;
  readonly name?: string;
  /** Sent with later openings, so that the login outlives the session. */
  readonly hash?: string;
}

/** The members of an init answer that the `add…` flags ask for. */
const added = ['domaindata', 'admodel', 'pricemodel', 'texttemplates', 'channels', 'formats', 'campaigns'];

export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** Text, or a number as text; an empty one is `undefined`. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? String(value) || undefined : undefined;
}

/** A number, or text that is one. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** An ID that is not 0, as its digits. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  const digits = textOf(value);
  return digits && /^[1-9]\d{0,19}$/.test(digits) ? digits : undefined;
}

/** A member of the result's part, or directly of the result. */
export function member(result: unknown, part: string, name: string): unknown {
  const record = recordOf(result);
  return recordOf(record?.[part])?.[name] ?? record?.[name];
}

/** A session, out of the result of init or login; `undefined` without a usable session ID. */
export function readSession(result: unknown): SessionReading | undefined {
  const id = idOf(member(result, 'general', 'cid'));
  if (!id) return undefined;
  const texts = {
    language: textOf(member(result, 'general', 'language')),
    gateway: textOf(member(result, 'general', 'gateway')),
    domain: textOf(member(result, 'general', 'clid')),
    domainToken: textOf(member(result, 'device', 'domaintoken') ?? member(result, 'device', 'clienttoken')),
  };
  return {
    id,
    user: readUser(result),
    geo: pick(['geocode', 'latitude', 'longitude'], (name) => textOf(member(result, 'general', name))),
    data: pick(added, (name) => recordOf(result)?.[name]),
    ...(pick(Object.keys(texts), (name) => texts[name as keyof typeof texts]) as Partial<Record<keyof typeof texts, string>>),
  };
}

/** The user of a session; `null` when nobody is logged in. */
export function readUser(result: unknown): UserReading | null {
  const id = idOf(member(result, 'general', 'uid')) ?? idOf(member(result, 'userdata', 'uid'));
  if (!id) return null;
  const name = textOf(member(result, 'userdata', 'username'));
  const hash = textOf(member(result, 'userdata', 'userhash'));
  return { id, ...(name && { name }), ...(hash && { hash }) };
}

/** Those of some names that have a value. */
function pick<T>(names: readonly string[], read: (name: string) => T | undefined): Record<string, T> {
  const found: Record<string, T> = {};
  for (const name of names) {
    const value = read(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
