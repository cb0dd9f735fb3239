import { UsherError } from './usher-error.ts';

/**
 * The platform could not be reached, or the connection broke before its answer was read. For a
 * change the outcome is unknown.
 */
export class NetworkError extends UsherError {
  constructor(cause?: unknown) {
    super('network', 'The platform could not be reached', { retryable: true, cause });
  }
}
