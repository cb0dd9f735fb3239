import { UsherError } from './usher-error.ts';

/** No complete answer came within the deadline. The outcome of a change is unknown. */
export class TimeoutError extends UsherError {
  constructor(deadlineMs: number) {
    super('timeout', `No answer within ${deadlineMs} ms`, { retryable: true });
  }
}
