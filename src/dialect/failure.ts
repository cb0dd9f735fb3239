import type { Answer } from './envelope.ts';

/** The call that an answer belongs to, as far as reading its failure needs it. */
export interface FailedCall {
  readonly id: string;
  /** It carried a session. */
  readonly authorized: boolean;
}

/** Calls where a 401 speaks of credentials, codes or a session that was to end anyway. */
const ownUnauthorized = ['session/login', 'session/logout', 'payment/redeemvoucher'];

/** Whether a failed answer means that the session is gone. */
export function isSessionLost(answer: Answer, call: FailedCall): boolean {
  if (!call.authorized || ownUnauthorized.includes(call.id)) return false;
  // Elsewhere the endpoint's own error, whatever its hint.
  if (answer.status === 403) return call.id === 'session/keepalive';
  // A platform in trouble (5xx) says nothing about a session, whatever its hint.
  return answer.status === 401 || (answer.status < 500 && /\bsession\b/i.test(answer.hint ?? ''));
}

/** Whether a failed answer means that what was asked for does not exist. */
export function isNotFound(answer: Answer): boolean {
  return answer.status === 404;
}
