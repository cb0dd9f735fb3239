import type { Dialect } from '../../dialect/dialect.ts';
import { readAnswer } from '../../dialect/read-answer.ts';
import { readSession, textOf, type UserReading } from '../../dialect/readers.ts';
import { signatureSecret } from '../../dialect/signature-secret.ts';
import type { CallEvent } from '../../transport/call-event.ts';
import type { Received } from '../post.ts';
import type { Settings } from '../settings.ts';
import type { EmitSession } from '../state/session-events.ts';
import { isSessionId, type SavedSession } from '../storage/saved-session.ts';
import type { OpeningRequest } from './opening.ts';

/** The session of an init answer. `undefined` when the answer has none. */
export function readOpening(
  received: Received,
  opening: OpeningRequest,
  settings: Settings,
  dialect: Partial<Dialect>,
  emit: EmitSession,
): SavedSession | undefined {
  if ('error' in received) return undefined;
  try {
    const { status, notice, result } = readAnswer(
      'session/init',
      received.status,
      received.text,
      dialect,
    );
    if (notice) emit('warning', notice);
    const session =
      status < 400 ? openedSessionIn(result, opening.deviceHash, settings, dialect) : undefined;
    if (!session) return session; // the code for failures reports the call
    emit('call', callOf(opening, received.endedAt, status));
    const last = opening.before?.session;
    return {
      ...session,
      user: withKnown(session.user, last?.user),
      // The same secret signs the same. A page that is left at once can still log out.
      logoutToken: last?.secret === session.secret ? last?.logoutToken : undefined,
      keptAliveAt: opening.startedAt,
      fingerprint: settings.fingerprint,
      reference: opening.reference,
    };
  } catch {
    return undefined; // unreadable
  }
}

/** The event of an opening. */
export const callOf = (
  { startedAt, callReference }: OpeningRequest,
  endedAt: number,
  status: number,
  code?: string,
): CallEvent => ({
  id: 'session/init',
  startedAt,
  attempt: 1,
  status,
  durationMs: endedAt - startedAt,
  code,
  reference: callReference,
});

/**
 * The user of an answer. Only a login has to give the name and the hash of its user: another answer
 * that lacks them keeps those that are known of the same user.
 */
export function withKnown(
  user: UserReading | null,
  known: UserReading | null | undefined,
): UserReading | null {
  if (!user || user.id !== known?.id) return user;
  const { name = known.name, hash = known.hash } = user;
  return { ...user, name, hash };
}

/** The common part of init and login. */
export type OpenedSession = Omit<SavedSession, 'keptAliveAt' | 'fingerprint' | 'reference'>;

/**
 * The session in a result of init or login. `undefined` without a usable session ID, or with a user
 * whose ID cannot be used. A dialect may give numbers: the stored session has texts.
 */
export function openedSessionIn(
  result: unknown,
  deviceHash: string,
  settings: Settings,
  dialect: Partial<Dialect>,
): OpenedSession | undefined {
  const reading = (dialect.readSession ?? readSession)(result);
  if (!reading || !isSessionId(reading.id)) return undefined;
  const { domainToken, user, ...rest } = reading;
  const userId = textOf(user?.id);
  if (user && !userId) return undefined;
  return {
    ...rest,
    user: user && { ...user, id: userId! },
    deviceHash,
    domain: settings.domain ?? textOf(rest.domain) ?? '',
    secret: domainToken && (dialect.signatureSecret ?? signatureSecret)(domainToken, deviceHash),
  };
}
