import type { Incident } from '../../dialect/incident-reader.ts';
import type { Geo } from '../../dialect/readers.ts';
import type { ErrorState } from '../../errors/error-state.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import type { SessionStatus } from './machine.ts';
import type { SessionData } from './session-data.ts';

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
  /** `null` when no user is logged in. `undefined` until it is known. */
  readonly user: User | null | undefined;
  readonly language: string | null;
  readonly gateway: string | null;
  /** The viewer's place, as the platform sees it. */
  readonly geo: Geo;
  /**
   * The data of the `add…` flags of init, by the platform's names: `pricemodel`, `channels`, …
   * While `static` it is what static details bring: `general`, `device`, `system`.
   */
  readonly data: SessionData;
  /** The start of this status, in ms since 1970. */
  readonly changedAt: number;
  /** Why the session is not `ready`. */
  readonly error?: ErrorState | undefined;
  /**
   * When a session is opened next, in ms since 1970. Set from a failed opening, or from the second
   * lost session in a row, until there is a session. The same in all tabs after a failed opening. A
   * call that needs a session waits if that is within two seconds (ten after a lost session).
   * Otherwise it fails at once.
   */
  readonly retryAt?: number | undefined;
  /** The delay of the keepalive and its cause. Absent while it is in time. */
  readonly late?: KeepaliveDelay | undefined;
  /**
   * An incident of the platform that affects sessions. Set only while a listener follows the
   * incidents.
   */
  readonly incident?: Incident | undefined;
}

/** What a state shows in addition to its status and the details of the viewer. */
interface Shown extends Pick<
  SessionState,
  'changedAt' | 'error' | 'retryAt' | 'late' | 'incident'
> {
  /** The user of the state before. */
  readonly knownUser?: SessionState['user'];
  /** A login may have changed the user. */
  readonly isUserUnclear?: boolean;
}

/** Creates the state from a status and the known details. */
export function sessionState(
  status: SessionStatus,
  details: SessionDetails | undefined,
  shown: Shown,
): SessionState {
  const { changedAt, error, retryAt, late, incident } = shown;
  const {
    id = null,
    language = null,
    gateway = null,
    geo = {},
    data = {},
  } = details ?? ({} as SessionDetails);
  return {
    status,
    id,
    user: userOf(status, details, shown),
    language,
    gateway,
    geo,
    data: data as SessionData, // the platform's own values, unchecked
    changedAt,
    error,
    retryAt,
    late,
    incident,
  };
}

function userOf(
  status: SessionStatus,
  details: SessionDetails | undefined,
  { knownUser, isUserUnclear }: Shown,
): SessionState['user'] {
  if (isUserUnclear) return undefined;
  const user = details?.user;
  if (user) return { id: user.id, name: user.name };
  return details || status === 'ended' ? null : knownUser;
}

/** Identifies a user. `null` and `undefined` stay what they are. */
export const userKey = (user: SessionState['user']): string | null | undefined => user && user.id;
