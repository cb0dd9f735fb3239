import { UsherError } from './usher-error.ts';

/**
 * The platform could not be reached, or the connection broke before its answer was read. The
 * outcome of a change is unknown.
 */
export class NetworkError extends UsherError {
  constructor(cause?: unknown) {
    super('network', 'The platform could not be reached', { retryable: true, cause });
  }
}
