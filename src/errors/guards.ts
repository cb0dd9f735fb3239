import type { AbortedError } from './aborted-error.ts';
import type { InputError } from './input-error.ts';
import type { LoginFailedError } from './login-failed-error.ts';
import type { MalformedError } from './malformed-error.ts';
import type { NetworkError } from './network-error.ts';
import type { NotFoundError } from './not-found-error.ts';
import type { PlatformError } from './platform-error.ts';
import type { SessionLostError } from './session-lost-error.ts';
import type { TimeoutError } from './timeout-error.ts';
import { isUsherError } from './usher-error.ts';

// The guards work for two copies of the code: they check a brand and the code, never the class.

/** Whether an error says that the call was aborted. */
export function isAbortedError(value: unknown): value is AbortedError {
  return isUsherError(value, 'aborted');
}

/** Whether an error says that a value was refused before anything was sent. */
export function isInputError(value: unknown): value is InputError {
  return isUsherError(value, 'input');
}

/** Whether an error says that a login was refused. */
export function isLoginFailedError(value: unknown): value is LoginFailedError {
  return isUsherError(value, 'login-failed');
}

/** Whether an error says that an answer could not be read. */
export function isMalformedError(value: unknown): value is MalformedError {
  return isUsherError(value, 'malformed');
}

/** Whether an error says that the platform could not be reached. */
export function isNetworkError(value: unknown): value is NetworkError {
  return isUsherError(value, 'network');
}

/** Whether an error says that the requested object does not exist. */
export function isNotFoundError(value: unknown): value is NotFoundError {
  return isUsherError(value, 'not-found');
}

/** Whether an error says that the platform refused or failed. */
export function isPlatformError(value: unknown): value is PlatformError {
  return isUsherError(value, 'platform');
}

/** Whether an error says that the session of the call was lost. */
export function isSessionLostError(value: unknown): value is SessionLostError {
  return isUsherError(value, 'session-lost');
}

/** Whether an error says that a deadline passed. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return isUsherError(value, 'timeout');
}
