import { timingSafeEqual } from 'node:crypto';
import type { Platform } from '../platform.ts';
import type { Domain } from '../tenants/domain.ts';
import { Refusal } from '../wire/refusal.ts';
import { signCall } from './page-secret.ts';
import { findSession } from './session-store.ts';
import { isAlive, type Session } from './session.ts';

/** These open a session or do without one. */
const open: ReadonlySet<string> = new Set(['session/init', 'session/staticdetails']);

/** What a player-only domain answers without a session. */
const withoutViewer = /^(allmedia|system|statistics)\/|^session\/currentweather$/;

export interface Credentials {
  /** What is signed: the second path segment, as it was spelled. */
  readonly operation: string;
  readonly sessionId: string | undefined;
  readonly token: string | undefined;
}

/**
 * The session of a call, its signature checked. None where the call needs none: pages that have
 * only a player read media, lists and statistics on a player-only domain without a session.
 * @throws {Refusal} 401 when the session is missing or gone, 403 when the signature is.
 */
export async function authorize(
  platform: Platform,
  domain: Domain,
  id: string,
  credentials: Credentials,
): Promise<Session | undefined> {
  if (open.has(id)) return undefined;
  if (!credentials.sessionId) {
    if (domain.player_only && withoutViewer.test(id)) return undefined;
    throw new Refusal(401, 'this call needs a session: the header X-Request-CID is missing');
  }
  const session = await findSession(platform.database, domain.id, credentials.sessionId);
  if (!session) throw new Refusal(401, 'the session of X-Request-CID is unknown on this domain');
  if (!isAlive(session, platform.now(), platform.sessionLifetimeSeconds)) {
    throw new Refusal(
      401,
      session.ended_at ? 'the session has ended' : 'the session has expired: it was not kept alive',
    );
  }
  if (platform.signed && domain.signed) {
    checkSignature(domain, session, credentials.operation, credentials.token);
  }
  return session;
}

function checkSignature(
  domain: Domain,
  session: Session,
  operation: string,
  token: string | undefined,
): void {
  if (!token) {
    // A client that gets no token sends no signature. A server signs with the domain's secret.
    if (!session.lasting && session.page_secret === '') return;
    throw new Refusal(403, 'this call must be signed: the header X-Request-Token is missing');
  }
  const secrets = [session.page_secret, domain.secret].filter((secret) => secret !== '');
  if (!secrets.some((secret) => isSame(signCall(operation, domain.id, secret), token))) {
    throw new Refusal(
      403,
      `the signature in X-Request-Token is not that of "${operation}" on domain ${domain.id}`,
    );
  }
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
