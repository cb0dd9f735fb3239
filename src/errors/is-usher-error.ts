import type { AbortedError } from './aborted-error.ts';
import type { InputError } from './input-error.ts';
import type { LoginFailedError } from './login-failed-error.ts';
import type { MalformedError } from './malformed-error.ts';
import type { NetworkError } from './network-error.ts';
import type { NotFoundError } from './not-found-error.ts';
import type { PlatformError } from './platform-error.ts';
import type { PurchaseInProgressError } from './purchase-in-progress-error.ts';
import type { SessionLostError } from './session-lost-error.ts';
import type { TimeoutError } from './timeout-error.ts';
import { brand, type ErrorCode, type UsherError } from './usher-error.ts';

/** The kind of error of each code. */
export interface ErrorsByCode {
  input: InputError;
  network: NetworkError;
  offline: UsherError<'offline'>;
  timeout: TimeoutError;
  aborted: AbortedError;
  malformed: MalformedError;
  platform: PlatformError;
  'not-found': NotFoundError;
  'session-lost': SessionLostError;
  'login-failed': LoginFailedError;
  'login-required': UsherError<'login-required'>;
  'identity-changed': UsherError<'identity-changed'>;
  'purchase-in-progress': PurchaseInProgressError;
  'provider-unavailable': UsherError<'provider-unavailable'>;
  'journal-unavailable': UsherError<'journal-unavailable'>;
  'unknown-transaction': UsherError<'unknown-transaction'>;
  'static-session': UsherError<'static-session'>;
  unsupported: UsherError<'unsupported'>;
}

/** Any error of Usher. A `switch` over its `code` narrows it to one kind. */
export type AnyUsherError = ErrorsByCode[ErrorCode];

// The code is a rest parameter, because the compiler suggests the right code for a wrong one only
// inside a list of arguments.

/**
 * Whether a value is an error of Usher, and of the given code if there is one. It works for errors
 * of another copy of Usher on the page. It narrows the value to the kind of error of that code, or
 * to `AnyUsherError`.
 * @example if (isUsherError(error, 'input')) console.log(error.field, error.allowed);
 */
export function isUsherError<Code extends ErrorCode = ErrorCode>(
  value: unknown,
  ...code: [] | [code: Code]
): value is ErrorsByCode[Code];
export function isUsherError(value: unknown, code?: ErrorCode): boolean {
  return (
    (value as Record<symbol, unknown> | undefined)?.[brand] === true &&
    (code === undefined || (value as UsherError).code === code)
  );
}

/** Whether a proxy may have sent the answer of an error: the platform has decided nothing then. */
export const mayBeByProxy = (error: unknown): boolean =>
  isUsherError(error, 'platform') && error.lacksEnvelope === true;
