/** What Usher keeps of an answer that opens or changes a session. */
export interface SessionReading {
  /** The session ID, to the last digit. */
  readonly id: string;
  readonly user: UserReading | null;
  readonly language?: string | undefined;
  readonly gateway?: string | undefined;
  readonly geo: Geo;
  readonly domain?: string | undefined;
  /** The token that the page's secret is cut out of; absent where calls are not signed. */
  readonly domainToken?: string | undefined;
  /** What the `add…` flags brought, by the platform's names. */
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
  /** A country code, as `DE`. */
  readonly geocode?: string | undefined;
  readonly latitude?: string | undefined;
  readonly longitude?: string | undefined;
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return Object(value) === value && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Text, or a number as text; an empty one is `undefined`. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? String(value) || undefined
    : undefined;
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

/** The same as text. */
export function textIn(result: unknown, part: string, name: string): string | undefined {
  return textOf(member(result, part, name));
}

/** The parts of an answer that are read one by one. */
const knownParts: readonly string[] = ['general', 'device', 'system', 'userdata'];

/** What is said of a viewer with and without a session. */
export function readDetails(
  result: unknown,
): Pick<SessionReading, 'language' | 'gateway' | 'geo' | 'data'> {
  const general = (...names: string[]): object =>
    Object.fromEntries(names.map((name) => [name, textIn(result, 'general', name)]));
  return {
    ...general('language', 'gateway'),
    geo: general('geocode', 'latitude', 'longitude'),
    // Platforms add and drop parts. Plain values come where an answer has no parts.
    data: Object.fromEntries(
      Object.entries(recordOf(result) ?? {}).filter(
        ([name, value]) => Object(value) === value && !knownParts.includes(name),
      ),
    ),
  };
}

/** A session, out of the result of init or login; `undefined` without a usable session ID. */
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

/** The user of a session; `null` when nobody is logged in. */
export function readUser(result: unknown): UserReading | null {
  const id = idOf(member(result, 'general', 'uid')) ?? idOf(member(result, 'userdata', 'uid'));
  return id
    ? {
        id,
        name: textIn(result, 'userdata', 'username'),
        hash: textIn(result, 'userdata', 'userhash'),
      }
    : null;
}
