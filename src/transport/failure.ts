import type { Dialect } from '../dialect/dialect.ts';
import type { Answer } from '../dialect/envelope.ts';
import { isNotFound, isSessionLost, type FailedCall } from '../dialect/failure.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { SessionLostError } from '../errors/session-lost-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { httpDate } from './http-date.ts';

/**
 * Returns the error of a failed answer. Loaded with the first failure, because most pages have
 * none.
 */
export function failureOf(
  answer: Answer,
  call: FailedCall,
  retryAfter: string | null,
  dialect: Partial<Dialect>,
  now: number,
): UsherError {
  const { status, hint, lacksEnvelope } = answer;
  if ((dialect.isSessionLost ?? isSessionLost)(answer, call)) {
    return new SessionLostError(call.id, status, hint);
  }
  if ((dialect.isNotFound ?? isNotFound)(answer)) {
    return new NotFoundError(call.id, hint, status);
  }
  const waitMs = retryAfterMs(retryAfter, now);
  return new PlatformError(call.id, status, hint, waitMs, lacksEnvelope);
}

/**
 * Returns a Retry-After header in ms: seconds, or a date (RFC 9110, section 10.2.3). `undefined`
 * for another text, without a header, or when CORS hides it.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const waitMs = httpDate(header, now) - now;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
