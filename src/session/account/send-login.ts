import { writeJson } from '../../browser/write-json.ts';
import { encodeCall } from '../../contract/encode-call.ts';
import { session as sessionArea } from '../../contract/session.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import { withDeadline } from '../../transport/deadline.ts';
import { dialectError } from '../../transport/dialect-error.ts';
import { openedSessionIn, withKnown, type OpenedSession } from '../opening/read-opening.ts';
import { askWhoItIs } from '../recovery/ask-who-it-is.ts';
import type { InternalRequestOptions, SessionRequest } from '../request.ts';
import type { SessionDriver } from '../session.ts';
import { activate } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import type { User } from '../state/session-state.ts';
import { isUserUnclear } from '../state/session-store.ts';
import { adoptIfBehind } from '../storage/adopt-durable.ts';
import { persistNewEpoch } from '../storage/persistence.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import {
  announceLogin,
  isAnnounced,
  leaveUnclear,
  withdrawLogin,
  type LoginAttempt,
} from './announce-login.ts';
import { withLogoutToken } from './logout-token.ts';
import { notePageLogin } from './page-login.ts';

/** The session in which a login is sent, and what sends it. */
export interface LoginParts {
  readonly session: SessionDriver;
  readonly request: SessionRequest;
}

/** The options of a login, and when and in whose session the page made it. */
export type LoginOptions = Pick<InternalRequestOptions, 'signal' | 'calledAt' | 'viewerSignal'>;

interface AttemptOptions extends LoginOptions {
  /** Called when the platform refuses the login, with the session in which it was sent. */
  readonly onRefused?: ((session: SavedSession) => void) | undefined;
}

/** The result of a login that succeeded. */
interface LoggedIn {
  readonly answer: Answer;
  readonly user: User;
}

/** The deadline of a login, with its wait for other logins and for a session. */
const deadlineMs = 30_000;

/**
 * Announces a login, sends it, takes over the session of its answer, and records its outcome for
 * all tabs.
 */
export async function sendLogin(
  parts: LoginParts,
  values: object,
  given: AttemptOptions = {},
): Promise<LoggedIn> {
  const { session } = parts;
  const { context } = session;
  const { clock } = context.browser;
  const { signal: abort, calledAt = clock.monotonic(), viewerSignal, onRefused } = given;
  encodeCall(sessionArea, 'login', values); // throws before anything is announced
  const leftMs = calledAt + deadlineMs - clock.monotonic();
  const signals = abort ? [abort, context.disposal] : [context.disposal];
  const attempt = await withDeadline(clock, leftMs, signals, async (signal) => {
    await context.loadCalls([signal]); // not between announcement and request
    return announceLogin(session, signal, viewerSignal);
  });
  try {
    const options = { signal: abort, calledAt, onRefused };
    const loggedIn = await sendAnnounced(parts, values, attempt, options);
    await confirmUser(session, loggedIn.user);
    return loggedIn;
  } finally {
    attempt.release();
  }
}

/**
 * Waits while the platform is asked whose session it is.
 * @throws {AbortedError} `aborted`: it is the session of another user.
 */
async function confirmUser(session: SessionDriver, user: User): Promise<void> {
  if (!isUserUnclear(session.context)) return;
  const settled = await session.ready();
  if (settled?.user?.id !== user.id) throw new AbortedError('viewer-changed');
}

/** The time that the request needs, in ms. If the announcement ends sooner, it is not sent. */
const requestMs = 10_000;

async function sendAnnounced(
  { session, request }: LoginParts,
  values: object,
  attempt: LoginAttempt,
  { onRefused, ...options }: AttemptOptions,
): Promise<LoggedIn> {
  const { context } = session;
  const { clock } = context.browser;
  let sentAt = 0;
  const findSession = async (): Promise<SavedSession> => {
    // The page may have been frozen since the announcement.
    const isTooLate = clock.now() > attempt.endsAt - requestMs;
    if (isTooLate || attempt.isCancelled() || !isAnnounced(context, attempt)) {
      throw new AbortedError(isTooLate ? 'frozen' : 'viewer-changed');
    }
    sentAt = clock.now();
    return attempt.session;
  };
  // The next page must not wait for the answer.
  const stopListening = context.browser.page.on('pagehide', () => {
    if (sentAt) leaveUnclear(context, attempt);
  });
  try {
    const answer = await request(sessionArea, 'login', values, {
      ...options,
      findSession,
      isLogin: true,
    });
    if (isLate(context, attempt)) await adoptIfBehind(context);
    return { answer, user: applyLogin(context, answer, attempt, sentAt) };
  } catch (error) {
    if (!sentAt || isRefusal(error)) withdrawLogin(context, attempt);
    else leaveUnclear(context, attempt);
    if (sentAt && isRefusal(error)) onRefused?.(attempt.session);
    throw error;
  } finally {
    stopListening();
  }
}

/**
 * Whether other tabs may have settled a login, and gone on. After a long task this page has not
 * read that yet.
 */
const isLate = ({ browser }: SessionContext, { endsAt }: LoginAttempt): boolean =>
  browser.clock.now() > endsAt;

/** Whether the platform has certainly changed nothing. */
function isRefusal(error: unknown): boolean {
  if (!isUsherError(error)) return false;
  const { status = 0 } = error;
  return status >= 400 && status < 500 && status !== 408;
}

/**
 * Takes over the session of an answer, and ends the announcement in the same write. If an opening
 * was answered meanwhile, the platform may have carried it out after the login, with the user from
 * before: it is asked whose session it is. Returns the user.
 * @throws {MalformedError} `malformed`: the answer names no user; {AbortedError} `aborted`: it
 *   comes after a logout or after another login.
 */
function applyLogin(
  context: SessionContext,
  { result }: Answer,
  attempt: LoginAttempt,
  sentAt: number,
): User {
  const isPresent = isAnnounced(context, attempt);
  const before = context.record?.session;
  if (!before || !isPresent) {
    throw new AbortedError(context.disposal.aborted ? 'disposed' : 'viewer-changed');
  }
  const { settings, dialect, emit, $user } = context;
  const opened = readLogin(result, before.deviceHash, settings, dialect);
  const now = withLogoutToken({
    ...mergeAnswer(before, opened),
    keptAliveAt: Math.max(sentAt, before.keptAliveAt),
  });
  if (isLate(context, attempt) || context.record?.login?.waitsForEnd) {
    askWhoItIs(context, now);
    return opened.user;
  }
  // Also a login of the same user begins an epoch: another tab may have logged in somebody else.
  persistNewEpoch(context, now, { login: undefined });
  notePageLogin(context); // before anything that waits for the session goes on
  activate(context, now);
  const { id, name } = opened.user;
  const user = $user.get() ?? { id, name }; // a record of another tab may have hidden it again
  emit('login', user);
  return user;
}

/** @throws {MalformedError} `malformed`: there is no session or no user, or the dialect throws. */
function readLogin(
  ...given: Parameters<typeof openedSessionIn>
): OpenedSession & { readonly user: User } {
  let opened: OpenedSession | undefined;
  try {
    opened = openedSessionIn(...given);
  } catch (error) {
    throw dialectError('session/login', error);
  }
  if (!opened) {
    throw new MalformedError('session/login', 'the ID of the session or the user cannot be used');
  }
  const { user } = opened;
  if (!user) throw new MalformedError('session/login', 'the answer names no user');
  return { ...opened, user };
}

/**
 * Returns the session after a login. Fields that the answer omits keep their values. If the user
 * has changed, only the fields that sign calls are kept. The next page then sends init, which
 * brings the fields of the new user, because a session without a fingerprint is not resumed.
 */
function mergeAnswer(before: SavedSession, opened: OpenedSession): SavedSession {
  const said = JSON.parse(writeJson(opened)) as OpenedSession;
  const domain = said.domain || before.domain;
  if (before.user && before.user.id !== said.user?.id) {
    const { secret, keptAliveAt, reference } = before;
    return { secret, keptAliveAt, reference, fingerprint: '', ...said, domain };
  }
  return {
    ...before,
    ...said,
    user: withKnown(said.user, before.user),
    domain,
    geo: { ...before.geo, ...said.geo },
    data: { ...before.data, ...said.data },
  };
}
