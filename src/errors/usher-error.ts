/**
 * The literal codes that an error of this library carries; `docs/errors.md` lists when each occurs
 * and what to do.
 */
export type ErrorCode =
  | 'input'
  | 'network'
  | 'offline'
  | 'timeout'
  | 'aborted'
  | 'malformed'
  | 'platform'
  | 'not-found'
  | 'session-lost'
  | 'login-failed'
  | 'login-required'
  | 'identity-changed'
  | 'purchase-in-progress'
  | 'provider-unavailable'
  | 'journal-unavailable'
  | 'unknown-transaction'
  | 'static-session'
  | 'unsupported';

/** What an error may carry beside its code and message. */
export interface ErrorDetails {
  readonly retryable?: boolean | undefined;
  readonly status?: number | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** What a kind has beside these. */
  readonly [more: string]: unknown;
}

const brand: symbol = Symbol.for('usher.error');

/** The base of every error that Usher throws or shows. Tell kinds apart by `code`, not by class. */
export class UsherError extends Error {
  /** Which kind of error this is. */
  declare readonly code: ErrorCode;
  /** Whether the same call may succeed when it is made again, unchanged. */
  declare readonly retryable: boolean;
  /**
   * The HTTP status, or the worse one of the answer's `metadata.status`; absent when there was no
   * answer.
   */
  declare readonly status?: number;
  /** The platform's own words (`metadata.errorhint`), where it gave any. */
  declare readonly hint?: string;
  /** The error underneath, where there is one. */
  declare readonly cause?: unknown;

  /** Takes over all of `details`: what a kind has beside these too. */
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    Object.assign(this, { name: 'UsherError', code, retryable: false, ...details, [brand]: true });
  }
}

/** Whether a value is an error of Usher, from this copy of the code or another one on the page. */
export function isUsherError(value: unknown, code?: ErrorCode): value is UsherError {
  return (
    (value as Record<symbol, unknown> | undefined)?.[brand] === true &&
    (code === undefined || (value as UsherError).code === code)
  );
}
