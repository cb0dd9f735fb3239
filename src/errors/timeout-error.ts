import { UsherError } from './usher-error.ts';

/** No complete answer came within the deadline. The outcome of a change is unknown. */
export class TimeoutError extends UsherError<'timeout'> {
  /** The part of Usher that could not be loaded. Absent when the platform did not answer. */
  declare readonly chunk?: string;

  constructor(deadlineMs: number, endpoint?: string) {
    super('timeout', `No answer within ${deadlineMs} ms`, {
      retryable: true,
      ...(endpoint && { endpoint }),
    });
  }
}
