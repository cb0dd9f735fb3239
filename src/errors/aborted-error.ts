import { isUsherError, UsherError } from './usher-error.ts';

/** The caller's signal was aborted, the session ended meanwhile, or the runtime was disposed. */
export class AbortedError extends UsherError {
  constructor(cause?: unknown) {
    super('aborted', 'The call was aborted', { cause });
  }
}

/** Whether an error says that the call was aborted. */
export function isAbortedError(value: unknown): value is AbortedError {
  return isUsherError(value, 'aborted');
}
