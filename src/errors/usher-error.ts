/**
 * The literal codes of this library's errors. `docs/errors.md` lists when each occurs and what to
 * do.
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

/** The details of an error, in addition to its code and message. */
export interface ErrorDetails {
  readonly retryable?: boolean | undefined;
  readonly status?: number | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** Further details of one kind of error. */
  readonly [more: string]: unknown;
}

/** Marks the errors of every copy of this code. */
export const brand: symbol = Symbol.for('usher.error');

/**
 * The base of every error that Usher throws or shows. Distinguish errors by `code`, not by class.
 */
export class UsherError<Code extends ErrorCode = ErrorCode> extends Error {
  /** The kind of this error. */
  declare readonly code: Code;
  /** Whether the same call may succeed when it is repeated unchanged. */
  declare readonly retryable: boolean;
  /**
   * The HTTP status, or the answer's `metadata.status` if that is higher. Absent without an answer.
   */
  declare readonly status?: number;
  /** The platform's own text (`metadata.errorhint`), if there is one. */
  declare readonly hint?: string;
  /** The underlying error, if there is one. */
  declare readonly cause?: unknown;
  /**
   * The ID of the call, for example `payment/itemstate`, so that errors can be grouped. A call that
   * finds no session has the error of `session/init`. Absent when no call failed.
   */
  declare readonly endpoint?: string;
  /** The reference of the call in the platform's log (`cfo`), if it was sent with one. */
  declare readonly reference?: string;

  /** Copies all of `details`, further ones included. */
  constructor(code: Code, message: string, details: ErrorDetails = {}) {
    super(message);
    Object.assign(this, { name: 'UsherError', code, retryable: false, ...details, [brand]: true });
  }
}
