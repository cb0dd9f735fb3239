import type { Incident } from '../dialect/incident-reader.ts';
import type { Geo } from '../dialect/readers.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { SessionStatus } from './machine.ts';
import type { SavedSession } from './saved-session.ts';

/** The viewer who is logged in. */
export interface User {
  readonly id: string;
  readonly name?: string | undefined;
}

/** A late keepalive. */
export interface KeepaliveDelay {
  /** The delay, in ms. */
  readonly byMs: number;
  /**
   * `asleep`: the page or its timers were stopped; `network`: the platform was unreachable;
   * `platform`: it answered with an error.
   */
  readonly why: 'asleep' | 'network' | 'platform';
}

/** The details of a viewer, with or without a session. */
export type SessionDetails = Partial<
  Pick<SavedSession, 'id' | 'user' | 'language' | 'gateway' | 'geo' | 'data'>
>;

/** The value of `$session`. */
export interface SessionState {
  readonly status: SessionStatus;
  /** The session ID as decimal text with every digit. `null` without a session. */
  readonly id: string | null;
  readonly user: User | null;
  readonly language: string | null;
  readonly gateway: string | null;
  /** The viewer's place, as the platform sees it. */
  readonly geo: Geo;
  /** The data of the `add…` flags of init, by the platform's names: `pricemodel`, `channels`, … */
  readonly data: Readonly<Record<string, unknown>>;
  /** The start of this status, in ms since 1970. */
  readonly since: number;
  /** Why the session is not `ready`. */
  readonly error?: UsherError | undefined;
  /** The delay of the keepalive and its cause. Absent while it is in time. */
  readonly late?: KeepaliveDelay | undefined;
  /**
   * An incident of the platform that affects sessions. Set only while a listener follows the
   * incidents.
   */
  readonly incident?: Incident | undefined;
}

/** Creates the state from a status and the known details. */
export function sessionState(
  status: SessionStatus,
  details: SessionDetails | undefined,
  since: number,
  error?: UsherError,
  late?: KeepaliveDelay,
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
