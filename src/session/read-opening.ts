import type { Dialect } from '../dialect/dialect.ts';
import { pageSecret } from '../dialect/page-secret.ts';
import { isPlayerOnly } from '../dialect/player-only.ts';
import { readAnswer } from '../dialect/read-answer.ts';
import { readSession } from '../dialect/readers.ts';
import { MalformedError } from '../errors/malformed-error.ts';
import { NetworkError } from '../errors/network-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { UsherError } from '../errors/usher-error.ts';
import type { Opening, Received } from './opening.ts';
import type { SavedSession } from './saved-session.ts';
import type { EmitSession } from './session-events.ts';
import type { Settings } from './settings.ts';

/**
 * The session that an init answer opens.
 * @throws {UsherError} `network`, `timeout`, `malformed`, `platform`, or `static-session` where the domain is player-only.
 */
export function readOpening(received: Received, opening: Opening, settings: Settings, dialect: Partial<Dialect>, emit: EmitSession): SavedSession {
  if ('error' in received) throw received.timedOut ? new TimeoutError(10_000) : new NetworkError(received.error);
  const answer = readAnswer('session/init', received.status, received.text, dialect);
  if (answer.notice) emit('warning', answer.notice);
  if ((dialect.isPlayerOnly ?? isPlayerOnly)(answer)) throw new UsherError('static-session', 'The domain is player-only: it has no sessions', answer);
  if (answer.status >= 400) throw new PlatformError('session/init', answer.status, answer.hint);
  const session = sessionOf(answer.result, opening.hash, settings, dialect);
  if (!session) throw new MalformedError('session/init: the answer holds no usable session ID', answer.status);
  return { ...session, at: opening.at, fingerprint: settings.fingerprint, reference: settings.init['externalUserReference'] };
}

/** What init and login have in common. */
export type OpenedSession = Omit<SavedSession, 'at' | 'fingerprint' | 'reference'>;

/** The session in a result of init or login; `undefined` without a usable session ID. */
export function sessionOf(result: unknown, hash: string, settings: Settings, dialect: Partial<Dialect>): OpenedSession | undefined {
  const reading = (dialect.readSession ?? readSession)(result);
  if (!reading) return reading;
  const { domainToken, ...rest } = reading;
  return {
    ...rest,
    hash,
    domain: settings.domain ?? rest.domain ?? '',
    secret: domainToken && (dialect.pageSecret ?? pageSecret)(domainToken, hash),
  };
}
