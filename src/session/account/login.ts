import { writeJson } from '../../browser/write-json.ts';
import type { Clock } from '../../browser/clock.ts';
import type { SessionLoginValues } from '../../contract/call-values/session.ts';
import { session as sessionArea } from '../../contract/session.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { InputError } from '../../errors/input-error.ts';
import { LoginFailedError } from '../../errors/login-failed-error.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { activate, syncFromStorage } from '../lifetime.ts';
import { persist } from '../persistence.ts';
import type { EmitSession } from '../session-events.ts';
import type { Settings } from '../settings.ts';
import { sessionOf } from '../read-opening.ts';
import type { OpenedSession } from '../read-opening.ts';
import type { Request, RequestOptions } from '../calls/request.ts';
import type { SavedSession } from '../saved-session.ts';
import type { SessionDriver } from '../session.ts';
import type { User } from '../session-state.ts';
import type { LoginValues } from './login-values.ts';

export interface LoginOptions {
  readonly session: SessionDriver;
  readonly request: Request;
  readonly settings: Settings;
  readonly dialect: Partial<Dialect>;
  readonly clock: Clock;
  readonly emit: EmitSession;
}

/** The statuses with which a platform refuses credentials. */
const refusals = [400, 401, 403, 404, 410, 422];

/**
 * Providers whose credential is a token: the user hash of an earlier login, or a code that was
 * shown to the viewer.
 */
const byToken = ['hash', 'broadcast', 'secondscreen'];

/** Without a provider and its credential, a login is one by user name and password. */
function withProvider(values: SessionLoginValues): SessionLoginValues {
  const { provider, token, vouchercode } = values;
  const isManual = provider === undefined && token === undefined && !vouchercode;
  return isManual ? { ...values, provider: 'manual' } : values;
}

/**
 * Refuses a login without credentials. The interface marks no field as required, because each
 * provider needs other fields. The row refuses fields that exclude each other.
 */
function requireProof({
  provider,
  token,
  username,
  password,
  vouchercode,
}: SessionLoginValues): void {
  const need = (field: string, value: unknown, why: string): void => {
    if (value === undefined || value === null || value === '') {
      throw new InputError('session/login', field, value, `given ${why}`);
    }
  };
  const when = `when provider is ${provider}`;
  if (provider === 'manual') {
    need('username', username, when);
    need('password', password, when);
  } else if (byToken.includes(provider!)) {
    need('token', token, when);
  } else if (!vouchercode) {
    need('provider', provider, 'unless there is a vouchercode');
    need('token', token, 'unless there is a vouchercode');
  }
}

/**
 * Finds out what a 401 of a login means: wrong credentials, or a lost session. The platform checks
 * the session first. When the hint names the session, a keepalive is sent. It opens a new session
 * if necessary.
 * @throws {UsherError} `session-lost`: the platform did not check the credentials. A change is
 *   never repeated automatically, and a login is a change.
 */
async function askWhich(
  { session, request }: LoginOptions,
  carried: SavedSession | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  syncFromStorage(session.context);
  // The session was renewed already, or ended in another tab: no call may carry it any more.
  if (session.current()?.id !== carried?.id) {
    throw new UsherError('session-lost', 'session/login: the session is gone');
  }
  await request(sessionArea, 'keepalive', {}, { signal, present: async () => carried }).catch(
    (error: unknown) => {
      if (isUsherError(error, 'session-lost')) throw error;
    },
  );
}

/** Logs in within the present session, and takes over the session of the answer. */
export async function login(
  given: LoginOptions,
  credentials: LoginValues,
  options?: RequestOptions,
): Promise<User> {
  const { session, request, settings, dialect, clock, emit } = given;
  const values = withProvider(credentials ?? {});
  requireProof(values);
  let carried: SavedSession | undefined;
  let at = 0;
  const present = async (): Promise<SavedSession | undefined> => {
    carried = await session.ready();
    at = clock.now();
    return carried;
  };
  const { result } = await request(sessionArea, 'login', values, { ...options, present }).catch(
    (error: unknown) => failLogin(given, error, carried, options?.signal),
  );
  const { context } = session;
  syncFromStorage(context);
  const before = session.current();
  // The viewer has logged out meanwhile, perhaps in another tab.
  if (!before || before.id !== carried?.id) throw new AbortedError();
  const opened = sessionOf(result, before.deviceHash, settings, dialect);
  if (!opened?.user) throw new MalformedError('session/login: the answer names no user');
  const now = {
    ...mergeAnswer(before, opened),
    keptAliveAt: Math.max(at, before.keptAliveAt, context.saved?.session?.keptAliveAt ?? 0),
  };
  persist(context, now);
  activate(context, now);
  const user = session.$user.get()!;
  emit('login', user);
  return user;
}

/** Fields that the answer omits keep their values. */
function mergeAnswer(before: SavedSession, opened: OpenedSession): SavedSession {
  const said = JSON.parse(writeJson(opened)) as OpenedSession;
  return {
    ...before,
    ...said,
    geo: { ...before.geo, ...said.geo },
    data: { ...before.data, ...said.data },
  };
}

/**
 * Throws the reason of a failed login.
 * @throws {UsherError} `login-failed`, `session-lost`, or the error as it is.
 */
async function failLogin(
  given: LoginOptions,
  error: unknown,
  carried: SavedSession | undefined,
  signal: AbortSignal | undefined,
): Promise<never> {
  if (!isUsherError(error, 'platform') || !refusals.includes(error.status)) throw error;
  if (error.status === 401 && /\bsession\b/i.test(error.hint ?? '')) {
    await askWhich(given, carried, signal);
  }
  throw new LoginFailedError(error.status, error.hint);
}
