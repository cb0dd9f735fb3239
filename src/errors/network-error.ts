import { UsherError } from './usher-error.ts';

/**
 * The platform could not be reached, or the connection broke before its answer was read. The
 * outcome of a change is unknown.
 */
export class NetworkError extends UsherError<'network'> {
  /** The part of Usher that could not be loaded. Absent when the platform could not be reached. */
  declare readonly chunk?: string;

  constructor(cause?: unknown) {
    super('network', 'The platform could not be reached', { retryable: true, cause });
  }
}
