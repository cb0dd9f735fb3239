import type { LibraryName } from './libraries.ts';

/** How a page of a library restores or begins a session when it is loaded. */
export interface Setup {
  readonly library: LibraryName;
  /** What the page does and sends, for the reader of the table. */
  readonly words: string;
  /**
   * The module of the page. It calls `markUsable()` when the session is usable.
   *
   * @param api the origin of the server, as `http://127.0.0.1:4000`
   */
  readonly module: (api: string) => string;
  /** What the localStorage of a viewer has who was here before, for the first page. */
  readonly stored?: (api: string) => Readonly<Record<string, unknown>>;
  /** The answers of the server, by path. */
  readonly answers: (api: string) => Readonly<Record<string, unknown>>;
}

/** The moment in seconds since 1970, as tokens have it; `later` for a moment to come. */
export const epochSeconds = (later = 0): number => Math.floor(Date.now() / 1000) + later;

/** A token that every library can decode. None of them checks a signature in the browser. */
export function createToken(claims: Readonly<Record<string, unknown>>): string {
  const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const header = { alg: 'RS256', typ: 'JWT', kid: 'bench' };
  // As long as a signature of RS256.
  return `${encode(header)}.${encode(claims)}.${Buffer.alloc(256, 7).toString('base64url')}`;
}

const lifetimeSeconds = 3600;

/** The answer of an OAuth token endpoint to a refresh. */
export function tokenAnswer(issuer: string): Readonly<Record<string, unknown>> {
  const claims = {
    iss: issuer,
    sub: 'f0d1',
    aud: 'shop',
    azp: 'shop',
    iat: epochSeconds(),
    exp: epochSeconds(lifetimeSeconds),
  };
  return {
    access_token: createToken({ ...claims, typ: 'Bearer', scope: 'openid' }),
    id_token: createToken({ ...claims, typ: 'ID', name: 'Ada' }),
    refresh_token: createToken({ ...claims, typ: 'Refresh' }),
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    scope: 'openid profile email offline_access',
  };
}
