import { isSessionLost } from '../../dialect/failure.ts';
import { readAnswer } from '../../dialect/read-answer.ts';
import { isOtherUser } from '../opening/can-resume.ts';
import type { OpeningResult } from '../opening/opening.ts';
import type { Received } from '../post.ts';
import type { SessionContext } from '../state/session-context.ts';
import { persist } from '../storage/persistence.ts';

/** The end of an opening that the platform has refused or not answered. */
interface FailedEnd {
  readonly code: string;
  readonly status?: number | undefined;
}

/**
 * Makes the next opening leave out the stored session, if the platform has refused that twice in a
 * row. The record keeps it until another one is opened, and it is left out only once: a platform
 * that refuses every opening logs nobody out. `last`: the failed opening before this one.
 */
export function leaveOutRefused(
  context: SessionContext,
  { before, received }: OpeningResult,
  end: FailedEnd,
  last: FailedEnd | undefined,
): void {
  const session = context.record?.session;
  const sent = before?.session;
  if (!session || session.id !== sent?.id || isOtherUser(session, context.settings)) return;
  if (!received || 'error' in received) return;
  if (sent.isRefused) {
    persist(context, { ...session, isRefused: false });
  } else if (
    sent.isRefused === undefined &&
    end.code === 'platform' &&
    end.status === last?.status &&
    saysLost(context, received)
  ) {
    persist(context, { ...session, isRefused: true });
  }
}

/**
 * Whether a refusal says that the session of the request is lost. A proxy that asks for a login
 * says nothing about a session.
 */
function saysLost(
  { dialect }: SessionContext,
  { status, text }: Exclude<Received, { readonly error: unknown }>,
): boolean {
  const id = 'session/init';
  const answer = readAnswer(id, status, text, dialect);
  const call = { id, authorized: true };
  return !answer.lacksEnvelope && (dialect.isSessionLost ?? isSessionLost)(answer, call);
}
