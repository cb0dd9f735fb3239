import type { Dialect } from '../dialect/dialect.ts';
import { openEnvelope } from '../dialect/envelope.ts';
import { parseJson } from '../dialect/json.ts';
import { pageSecret } from '../dialect/page-secret.ts';
import { readSession } from '../dialect/readers.ts';
import { isPlayerOnly } from '../dialect/failure.ts';
import type { Answer } from '../dialect/envelope.ts';
import { MalformedError } from '../errors/malformed-error.ts';
import { NetworkError } from '../errors/network-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { UsherError } from '../errors/usher-error.ts';
import type { Opening, Received } from './opening.ts';
import type { SavedSession } from './saved-session.ts';
import type { Settings } from './settings.ts';

/**
 * The session that an init answer opens.
 * @throws {UsherError} `network`, `timeout`, `malformed`, `platform`, or `static-session` where the domain is player-only.
 */
export function readOpening(received: Received, opening: Opening, settings: Settings, dialect: Partial<Dialect>): SavedSession {
  if ('error' in received) throw received.timedOut ? new TimeoutError(10_000) : new NetworkError(received.error);
  const answer = readAnswer(received.status, received.text, dialect);
  if ((dialect.isPlayerOnly ?? isPlayerOnly)(answer)) throw new UsherError('static-session', 'The domain is player-only: it has no sessions', answer);
  if (answer.status >= 400) throw new PlatformError('session/init', answer.status, answer.hint);
  const reference = settings.init['externalUserReference'] as string | undefined;
  const session = sessionOf(answer.result, opening.hash, settings, dialect);
  if (!session) throw new MalformedError('session/init: the answer holds no usable session ID', answer.status);
  return { ...session, at: opening.at, since: opening.at, fingerprint: settings.fingerprint, ...(reference && { reference }) };
}

/** What init and login have in common. */
export type OpenedSession = Pick<SavedSession, 'id' | 'hash' | 'domain' | 'secret' | 'user' | 'language' | 'gateway' | 'geo' | 'data'>;

/** The session in a result of init or login; `undefined` without a usable session ID. */
export function sessionOf(result: unknown, hash: string, settings: Settings, dialect: Partial<Dialect>): OpenedSession | undefined {
  const reading = (dialect.readSession ?? readSession)(result);
  if (!reading) return undefined;
  const { domainToken, domain, ...rest } = reading;
  return {
    ...rest,
    hash,
    domain: settings.domain ?? domain ?? '',
    ...(domainToken && { secret: (dialect.pageSecret ?? pageSecret)(domainToken, hash) }),
  };
}

function readAnswer(status: number, text: string, dialect: Partial<Dialect>): Answer {
  try {
    return (dialect.openEnvelope ?? openEnvelope)(status, (dialect.parse ?? parseJson)(text));
  } catch {
    if (status >= 400) throw new PlatformError('session/init', status);
    throw new MalformedError('session/init: the answer is not JSON', status);
  }
}
