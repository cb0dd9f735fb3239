import type { SessionLoginValues } from '../../contract/call-values/session.ts';
import { session as sessionArea } from '../../contract/session.ts';
import { InputError } from '../../errors/input-error.ts';
import { isUsherError, mayBeByProxy } from '../../errors/is-usher-error.ts';
import { LoginFailedError } from '../../errors/login-failed-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { applyKeepalive } from '../keepalive/apply-keepalive.ts';
import type { User } from '../state/session-state.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import { syncFromStorage } from '../storage/sync-from-storage.ts';
import type { LoginValues } from './login-values.ts';
import { sendLogin, type LoginOptions, type LoginParts } from './send-login.ts';

/** The statuses with which a platform refuses credentials. */
const refusals = [400, 401, 403, 404, 410, 422];

/**
 * Providers whose credential is a token: the user hash of an earlier login, or a code that was
 * shown to the viewer.
 */
const byToken: readonly (string | undefined)[] = ['hash', 'broadcast', 'secondscreen'];

/** Without a provider and a token, a login is manual, unless there is only a voucher code. */
function withProvider(values: SessionLoginValues): SessionLoginValues {
  const { provider, token, username, vouchercode } = values;
  const isManual =
    provider === undefined && token === undefined && (username !== undefined || !vouchercode);
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
  if (provider !== undefined && typeof provider !== 'string') {
    throw new InputError('session/login', 'provider', provider, 'a text');
  }
  const need = (field: string, value: unknown, why: string): void => {
    if (value === undefined || value === null || value === '') {
      throw new InputError('session/login', field, value, `given ${why}`);
    }
  };
  const when = `when provider is ${provider}`;
  if (provider === 'manual') {
    need('username', username, when);
    need('password', password, when);
  } else if (byToken.includes(provider)) {
    need('token', token, when);
  } else if (!vouchercode) {
    need('provider', provider, 'unless there is a vouchercode');
    need('token', token, 'unless there is a vouchercode');
  }
}

/**
 * Finds out what a 401 of a login means: wrong credentials, or a lost session. The platform checks
 * the session first. When the hint says that it is lost, a keepalive is sent, which opens a new one
 * if necessary.
 * @throws {UsherError} `session-lost`: the platform did not check the credentials. A change is
 *   never repeated automatically, and a login is a change. Or another error of the keepalive: it is
 *   not known whether the platform checked them.
 */
async function checkSessionAfter401(
  { session, request }: LoginParts,
  carried: SavedSession,
  signal: AbortSignal | undefined,
): Promise<void> {
  syncFromStorage(session.context);
  // The session was renewed already, or ended in another tab: no call may carry it any more.
  if (session.current()?.id !== carried.id) {
    throw new UsherError('session-lost', 'session/login: the session is gone');
  }
  const sentAt = session.context.browser.clock.now();
  const options = { signal, findSession: async () => carried };
  applyKeepalive(session, carried, sentAt, await request(sessionArea, 'keepalive', {}, options));
}

/** Logs in within the present session, and takes over the session of the answer. */
export async function login(
  given: LoginParts,
  credentials: LoginValues,
  options?: LoginOptions,
): Promise<User> {
  const values = withProvider(credentials ?? {});
  requireProof(values);
  let refusedIn: SavedSession | undefined;
  const onRefused = (session: SavedSession): void => {
    refusedIn = session;
  };
  // A listener may have logged the user out by the time this resolves.
  const { user } = await sendLogin(given, values, { ...options, onRefused }).catch(
    (error: unknown) => failLogin(given, error, refusedIn, options?.signal),
  );
  return user;
}

/**
 * Throws the reason of a failed login. `refusedIn`: the session in which it was sent and refused.
 * @throws {UsherError} `login-failed`, `session-lost`, or the error as it is: also one of the
 *   opening before the login, or of the question who it is after it.
 */
async function failLogin(
  given: LoginParts,
  error: unknown,
  refusedIn: SavedSession | undefined,
  signal: AbortSignal | undefined,
): Promise<never> {
  const isAnswer = isUsherError(error, 'platform') || isUsherError(error, 'not-found');
  if (!refusedIn || !isAnswer) throw error;
  const { status = 0, hint } = error;
  if (mayBeByProxy(error)) throw error;
  if (!refusals.includes(status)) throw error;
  // The code for refusals, which has read this one.
  const { saysSessionLost } = await given.session.context.loadChunk(
    'recovery',
    () => import('../../dialect/failure.ts'),
  );
  if (status === 401 && saysSessionLost(hint)) await checkSessionAfter401(given, refusedIn, signal);
  throw new LoginFailedError(status, hint);
}
