import type { Answer } from './envelope.ts';

/** The call of a failed answer. */
export interface FailedCall {
  readonly id: string;
  /** Whether it carried a session. */
  readonly authorized: boolean;
}

/** Calls for which a 401 is about credentials, codes or an ending session. */
const ownUnauthorized = ['session/login', 'session/logout', 'payment/redeemvoucher'];

/** Whether a failed answer means that the session is lost. */
export function isSessionLost(answer: Answer, call: FailedCall): boolean {
  if (!call.authorized || ownUnauthorized.includes(call.id)) return false;
  // For other calls a 403 is the endpoint's own error, with any hint.
  if (answer.status === 403) return call.id === 'session/keepalive';
  // A failure of the platform (5xx) says nothing about a session, with any hint.
  return answer.status === 401 || (answer.status < 500 && /\bsession\b/i.test(answer.hint ?? ''));
}

/** Whether a failed answer means that the requested object does not exist. */
export function isNotFound(answer: Answer): boolean {
  return answer.status === 404;
}
