import type { Geo } from '../dialect/readers.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { Status } from './machine.ts';
import type { SavedSession } from './saved-session.ts';

/** The viewer who is logged in. */
export interface User {
  readonly id: string;
  readonly name?: string | undefined;
}

/** What `$session` shows. */
export interface SessionState {
  readonly status: Status;
  /** The session ID as decimal text, every digit of it; `null` while there is none. */
  readonly id: string | null;
  readonly user: User | null;
  readonly language: string | null;
  readonly gateway: string | null;
  /** The viewer's place, as the platform sees it. */
  readonly geo: Geo;
  /** What the `add…` flags of init brought, by the platform's names: `pricemodel`, `channels`, … */
  readonly data: Readonly<Record<string, unknown>>;
  /** When this status began, in ms since 1970. */
  readonly since: number;
  /** Why the session is not `ready`. */
  readonly error?: UsherError | undefined;
}

/** The state that a status and a session make. */
export function sessionState(status: Status, session: SavedSession | undefined, since: number, error?: UsherError): SessionState {
  const { id = null, user, language = null, gateway = null, geo = {}, data = {} } = session ?? ({} as Partial<SavedSession>);
  return { status, id, user: user ? { id: user.id, name: user.name } : null, language, gateway, geo, data, since, error };
}
