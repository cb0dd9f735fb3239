import type { Incident } from '../dialect/incident-reader.ts';
import type { Geo } from '../dialect/readers.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { Status } from './machine.ts';
import type { SavedSession } from './saved-session.ts';

/** The viewer who is logged in. */
export interface User {
  readonly id: string;
  readonly name?: string | undefined;
}

/** That the session has not been kept alive when it should have been. */
export interface Late {
  /** By how much, in ms. */
  readonly byMs: number;
  /**
   * `asleep`: the page or its timers stood still; `network`: the platform could not be reached;
   * `platform`: it answered, but not well.
   */
  readonly why: 'asleep' | 'network' | 'platform';
}

/** What is known of a viewer with and without a session. */
export type SessionDetails = Partial<
  Pick<SavedSession, 'id' | 'user' | 'language' | 'gateway' | 'geo' | 'data'>
>;

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
  /** The keepalive is late, and why; absent while it is in time. */
  readonly late?: Late | undefined;
  /** What the platform says is wrong with its sessions, while somebody listens to its incidents. */
  readonly incident?: Incident | undefined;
}

/** The state that a status and what is known make. */
export function sessionState(
  status: Status,
  details: SessionDetails | undefined,
  since: number,
  error?: UsherError,
  late?: Late,
  incident?: Incident,
): SessionState {
  const {
    id = null,
    user,
    language = null,
    gateway = null,
    geo = {},
    data = {},
  } = details ?? ({} as SessionDetails);
  return {
    status,
    id,
    user: user ? { id: user.id, name: user.name } : null,
    language,
    gateway,
    geo,
    data,
    since,
    error,
    late,
    incident,
  };
}
