// Checked by the compiler, never run: what the guard of errors narrows to.
import {
  isUsherError,
  type AbortReason,
  type AnyUsherError,
  type ErrorCode,
  type InputError,
  type PlatformError,
} from '../../src/index.ts';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <_Same extends true>(): void => undefined;
declare const error: unknown;

// Every code has a kind of error, and each kind has its own code.
yes<Same<AnyUsherError['code'], ErrorCode>>();
yes<Same<Extract<AnyUsherError, { code: 'input' }>, InputError>>();
yes<Same<Extract<AnyUsherError, { code: 'platform' }>, PlatformError>>();

// With a code the guard gives the members of that kind.
if (isUsherError(error, 'input')) {
  yes<Same<typeof error, InputError>>();
  error.field.trim();
}
if (isUsherError(error, 'platform')) error.retryAfterMs?.toFixed();
if (isUsherError(error, 'aborted')) yes<Same<typeof error.reason, AbortReason>>();
if (isUsherError(error, 'session-lost')) error.status?.toFixed();
if (isUsherError(error, 'login-failed')) error.status.toFixed();
if (isUsherError(error, 'network') || isUsherError(error, 'timeout')) error.chunk?.trim();
if (isUsherError(error, 'purchase-in-progress')) error.transactionId?.trim();
if (isUsherError(error, 'unsupported')) yes<Same<typeof error.code, 'unsupported'>>();

// Without a code a `switch` narrows.
if (isUsherError(error)) {
  yes<Same<typeof error, AnyUsherError>>();
  switch (error.code) {
    case 'input':
      error.allowed.trim();
      break;
    case 'platform':
      error.status.toFixed();
      // @ts-expect-error: that is a member of an input error
      error.allowed.trim();
      break;
    // @ts-expect-error: there is no such code
    case 'login-faild':
    case 'network':
    case 'offline':
    case 'timeout':
    case 'aborted':
    case 'malformed':
    case 'not-found':
    case 'session-lost':
    case 'login-failed':
    case 'login-required':
    case 'identity-changed':
    case 'purchase-in-progress':
    case 'provider-unavailable':
    case 'journal-unavailable':
    case 'unknown-transaction':
    case 'static-session':
    case 'unsupported':
      error.hint?.trim();
  }
}

// A code that is known later is one of several.
declare const either: 'input' | 'platform';
if (isUsherError(error, either)) {
  // @ts-expect-error: it may be a platform error
  error.field.trim();
  if (error.code === 'input') error.field.trim();
}

// @ts-expect-error: a guard takes one code
isUsherError(error, 'network', 'timeout');
// @ts-expect-error: a code is a text
isUsherError(error, 404);
