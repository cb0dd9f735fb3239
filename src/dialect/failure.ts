import type { Answer } from './envelope.ts';

/** The call of a failed answer. */
export interface FailedCall {
  readonly id: string;
  /** Whether it carried a session. */
  readonly authorized: boolean;
}

/** Calls for which a 401 is about credentials, codes or an ending session. */
const ownUnauthorized = ['session/login', 'session/logout', 'payment/redeemvoucher'];

const states = 'unknown|ended|expired|invalid|missing|lost|gone|closed';

/** A clause that begins as `the session has expired` or `session unknown`. */
const sessionIsLost = new RegExp(
  [
    String.raw`(?:^|[^\w\s]\s*|\b(?:because|since|that) )`,
    String.raw`(?:(?:the|this|that|your|user|current) )?session(?: id| of [\w-]+)? `,
    String.raw`(?:(?:is|was|has|has been|does) )?(?:already )?`,
    String.raw`(?:not (?:found|known|valid|exist)|no longer \w+|${states})\b`,
  ].join(''),
  'i',
);

/** As `no such session` or `invalid session ID`, but not `invalid session price`. */
const lostSession = new RegExp(String.raw`\b(?:no such|${states}) session(?: id)?(?! ?\w)`, 'i');

/** Whether a hint says that the session is unknown, ended, expired, invalid or missing. */
export const saysSessionLost = (hint = ''): boolean =>
  sessionIsLost.test(hint) || lostSession.test(hint);

/** Whether a failed answer means that the session is lost. */
export function isSessionLost(answer: Answer, call: FailedCall): boolean {
  if (!call.authorized || ownUnauthorized.includes(call.id)) return false;
  // For other calls a 403 is the endpoint's own error, with any hint.
  if (answer.status === 403) return call.id === 'session/keepalive';
  // A failure of the platform (5xx) says nothing about a session, with any hint.
  return answer.status === 401 || (answer.status < 500 && saysSessionLost(answer.hint));
}

/**
 * Whether a failed answer means that the requested object does not exist. Without an envelope a 404
 * may come from a proxy that does not know the path.
 */
export function isNotFound({ status, lacksEnvelope }: Answer): boolean {
  return status === 404 && !lacksEnvelope;
}
