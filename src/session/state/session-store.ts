import type { PreinitializedWritableAtom, WritableAtom } from 'nanostores';
import type { Incident } from '../../dialect/incident-reader.ts';
import { errorState, type ErrorState } from '../../errors/error-state.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import { show } from '../../reactive/events.ts';
import type { SessionOptions } from '../session-options.ts';
import type { SavedSession, SessionRecord } from '../storage/saved-session.ts';
import { transition, type SessionEvent } from './machine.ts';
import {
  sessionState,
  userKey,
  type KeepaliveDelay,
  type SessionDetails,
  type SessionState,
  type User,
} from './session-state.ts';
import type { Writable } from './writable.ts';

/**
 * The present session, and the stores that show it. Only the functions of this file change the
 * members.
 */
export interface SessionStore {
  readonly $session: PreinitializedWritableAtom<SessionState>;
  readonly $user: WritableAtom<User | null | undefined>;
  /** The last value of `$user` before a login made it unknown. */
  readonly hiddenUser?: User | null | undefined;
  /**
   * Parts of the runtime that follow the session. They are called within each change, before any
   * listener of the page.
   */
  readonly observers: Set<() => void>;
  readonly current?: SavedSession | undefined;
  /** The platform no longer knows `current`. It is shown until there is another session. */
  readonly lost?: boolean;
  /** Monotonic time at which `current` was kept alive, as far as this page can know. */
  readonly aliveAt: number;
  /** The details of a viewer without a session: the domain is player-only, or init fails. */
  readonly details?: SessionDetails | undefined;
  /**
   * Why a session is not trusted yet: several were lost in a row, and no call has succeeded since.
   */
  readonly degradedBy?: UsherError | undefined;
  /** The incident that affects sessions, as of the last answer. */
  readonly incident?: Incident | undefined;
}

type StoreParts = Writable<SessionStore> &
  Pick<SessionOptions, 'browser' | 'emit'> & {
    readonly record?: SessionRecord | undefined;
    /** The next try to open a session. `at` is its wall time in ms. */
    readonly retry?: { readonly at: number } | undefined;
  };

/** Whether a login may have changed the user: no user is shown, and no call is made. */
export const isUserUnclear = ({ record, lost }: Pick<StoreParts, 'record' | 'lost'>): boolean =>
  !!record?.login && (!!record.login.isUnclear || !!lost);

/** Whether the platform knows the session, and it is known whose it is. */
export const isTrusted = (context: Pick<StoreParts, 'record' | 'lost'>): boolean =>
  !context.lost && !isUserUnclear(context);

/** Takes over a session that the platform knows, with the time at which it was kept alive. */
export function setSession(context: StoreParts, session: SavedSession): void {
  const { clock } = context.browser;
  context.current = session;
  context.lost = false;
  context.aliveAt = clock.monotonic() - Math.max(0, clock.now() - session.keptAliveAt);
}

/**
 * Loses the session: the platform no longer knows it, or it is not known whose it is. What is known
 * of it is shown until there is another one.
 */
export function loseSession(context: StoreParts, known: SavedSession | undefined): void {
  context.current = known;
  context.lost = true;
}

/** Replaces the session, or removes it. One that was lost stays lost. */
export function replaceSession(context: StoreParts, session: SavedSession | undefined): void {
  context.current = session;
}

/** Sets the details of a viewer without a session. `undefined` removes them. */
export function replaceDetails(context: StoreParts, details: SessionDetails | undefined): void {
  context.details = details;
}

/** Stops trusting the session until a call has succeeded. */
export function distrustSession(context: StoreParts, reason: UsherError): void {
  context.degradedBy = reason;
}

/** Trusts the session again. */
export function trustSession(context: StoreParts): void {
  context.degradedBy = undefined;
}

/** Notes the incident that affects sessions, or that it is over. */
export function noteIncident(context: StoreParts, incident: Incident | undefined): void {
  context.incident = incident;
}

/** Applies an event to the state, in all stores together. The page's listeners run afterwards. */
export function dispatch(
  context: StoreParts,
  event?: SessionEvent,
  error?: ErrorState,
  late?: KeepaliveDelay,
): void {
  const { $session, $user, current, details, browser, emit, observers } = context;
  const before = $session.get();
  const next = event ? transition(before.status, event) : before.status;
  const status = next === 'ready' && context.degradedBy ? 'degraded' : next;
  const shownError = error ?? (status === 'degraded' ? context.degradedBy : undefined);
  const changedAt = status === before.status ? before.changedAt : browser.clock.now();
  const state = sessionState(status, current ?? details, {
    changedAt,
    error: shownError && errorState(shownError),
    late,
    retryAt: context.retry?.at,
    incident: context.incident,
    knownUser: before.user,
    isUserUnclear: isUserUnclear(context),
  });
  show($session, state);
  if (userKey(state.user) !== userKey(before.user)) {
    if (state.user === undefined) context.hiddenUser = before.user;
    show($user, state.user);
  }
  emit('session', state);
  for (const observe of Array.from(observers)) observe();
}
