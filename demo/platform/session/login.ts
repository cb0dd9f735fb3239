import { textOf, type Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import { redeemToken } from '../directory/directory-store.ts';
import { redeemFor } from '../payment/redeem-voucher.ts';
import { hasSecondFactor } from '../tenants/domain.ts';
import { isPassword } from '../tenants/password.ts';
import type { Answer } from '../wire/envelope.ts';
import { Refusal } from '../wire/refusal.ts';
import { userData } from './init.ts';
import { createPageSecret } from './page-secret.ts';
import { createSessionId } from './session-id.ts';
import { sessionResult } from './session-result.ts';
import { findSession, holdSession, renewSession, setSessionUser } from './session-store.ts';
import type { Session } from './session.ts';

interface UserRow {
  readonly id: string;
}

/**
 * Logs a user in to the session, by password, token, user hash, code or voucher. A voucher beside
 * another credential is redeemed. If it cannot be, the login is refused.
 */
export async function login(call: Call): Promise<Answer> {
  const provider = providerOf(call);
  if (hasSecondFactor(call.domain.id)) requireHost(call);
  const attempt = beginAttempt(call, provider);
  // Before anything is locked: a password takes long to check.
  const known = provider === 'manual' ? requireUser(await byPassword(call)) : undefined;
  // All of it or nothing: a code or token is used up only by a login that the viewer gets.
  const session = await call.database.transaction(async (within) => {
    // Another login or a logout of the session may have come first.
    if (!(await holdSession(within, call.session!.id))) {
      throw new Refusal(401, 'the session of X-Request-CID has ended');
    }
    const inLogin = { ...call, database: within };
    const user = known ?? requireUser(await findUser(inLogin, provider));
    const isBeside = textOf(call, 'vouchercode') && !isByVoucher(call, provider);
    if (isBeside) await redeemFor(user.id, inLogin);
    return storeLogin(inLogin, provider, user.id);
  });
  attempt?.();
  return {
    result: { ...(await sessionResult(call, call.domain, session, false)), ...userData(session) },
  };
}

function requireUser(user: UserRow | undefined): UserRow {
  if (!user) throw new Refusal(401, 'username or password wrong');
  return user;
}

/** Gives the user a session. */
async function storeLogin(call: Call, provider: string, user: string): Promise<Session> {
  const id = await sessionOfLogin(call);
  await setSessionUser(call.database, id, user, call.now());
  await call.database.query(
    'insert into logins (domain, session_id, user_id, provider, at) values ($1, $2, $3, $4, $5)',
    [call.domain.id, id, user, provider, call.now()],
  );
  return (await findSession(call.database, call.domain.id, id))!;
}

/** The session that the user gets: the caller's, renewed where the platform does so. */
async function sessionOfLogin({ session, renewSessions, database }: Call): Promise<string> {
  const { id, lasting, device } = session!;
  if (!renewSessions || lasting) return id;
  const renewed = { id: createSessionId(), ...createPageSecret(device) };
  await renewSession(database, id, renewed);
  return renewed.id;
}

function providerOf(call: Call): string {
  const provider = textOf(call, 'provider') ?? (textOf(call, 'vouchercode') && 'voucher');
  if (!provider) throw new Refusal(400, 'provider must be given');
  return provider;
}

/**
 * Counts attempts by what could be guessed: the password of a name, or a code that people type.
 * Tokens and hashes are too long for that. @throws {Refusal} 429 after too many.
 */
function beginAttempt(call: Call, provider: string): (() => void) | undefined {
  const isGuessable =
    ['manual', 'broadcast', 'secondscreen'].includes(provider) || textOf(call, 'vouchercode');
  if (!isGuessable) return undefined;
  const name = provider === 'manual' ? (textOf(call, 'username') ?? '').toLowerCase() : '';
  const attempt = call.loginAttempts.begin(`${call.domain.id} ${provider} ${name}`, call.now());
  if (typeof attempt === 'function') return attempt;
  const { waitSeconds } = attempt;
  throw new Refusal(
    429,
    `there were too many attempts to log in: try again in ${waitSeconds} seconds`,
    waitSeconds,
  );
}

/** A second factor is bound to the host of the page that asks for it. */
function requireHost(call: Call): void {
  if (!call.callbackHosts.find(required(call, 'host'))) {
    throw new Refusal(400, 'host must be that of a page which this platform knows');
  }
}

/** The user of a user hash, token, code or voucher. Tokens and vouchers are used up. */
function findUser(call: Call, provider: string): Promise<UserRow | undefined> {
  if (provider === 'hash') return byHash(call, required(call, 'token'));
  return isByVoucher(call, provider)
    ? byVoucher(call, required(call, 'vouchercode'))
    : byToken(call, provider, required(call, 'token'));
}

/** Whether the voucher is the credential. Beside a password or a token it is redeemed. */
function isByVoucher(call: Call, provider: string): boolean {
  if (provider === 'manual' || provider === 'hash') return false;
  return !!textOf(call, 'vouchercode') && !textOf(call, 'token');
}

function required(call: Call, field: string): string {
  const value = textOf(call, field);
  if (!value) throw new Refusal(400, `${field} must be given`);
  return value;
}

async function byPassword(call: Call): Promise<UserRow | undefined> {
  const [username, password] = [required(call, 'username'), required(call, 'password')];
  const user = await queryOne<UserRow & { password: string }>(
    call.database,
    'select id, password from users where domain = $1 and lower(username) = lower($2)',
    [call.domain.id, username],
  );
  // An unknown user takes as long as a wrong password, so that nobody learns who exists.
  const matches = await isPassword(password, user?.password ?? `none:${'0'.repeat(64)}`);
  return matches ? user : undefined;
}

function byHash(call: Call, hash: string): Promise<UserRow | undefined> {
  return queryOne<UserRow>(call.database, 'select id from users where domain = $1 and hash = $2', [
    call.domain.id,
    hash,
  ]);
}

/**
 * Tokens of identity providers, broadcast and second-screen codes. What came back from the
 * directory serves once.
 */
async function byToken(call: Call, provider: string, token: string): Promise<UserRow | undefined> {
  if (provider === 'directory') {
    const user = await redeemToken(
      call.database,
      call.domain.id,
      token,
      textOf(call, 'host')?.toLowerCase(),
      call.now(),
    );
    if (user) return user;
  }
  const isCode = provider === 'broadcast' || provider === 'secondscreen';
  return queryOne<UserRow>(
    call.database,
    'select user_id as id from login_tokens where domain = $1 and provider = any($2) and token = $3',
    [call.domain.id, isCode ? [provider] : [provider, '*'], token],
  );
}

/** Takes one use of the voucher. Of two logins at the same moment only one gets the last use. */
function byVoucher(call: Call, code: string): Promise<UserRow | undefined> {
  return queryOne<UserRow>(
    call.database,
    `update vouchers set uses_left = uses_left - 1
     where domain = $1 and code = $2 and operation = 'login' and uses_left > 0 and (expires_at is null or expires_at > $3)
     returning user_id as id`,
    [call.domain.id, code, call.now()],
  );
}
