import { UsherError } from './usher-error.ts';

/**
 * The caller's signal was aborted, the session or its viewer changed, a later call replaced this
 * one, or the runtime was disposed of. The outcome of a change may be unknown.
 */
export class AbortedError extends UsherError<'aborted'> {
  constructor(endpoint?: string) {
    super('aborted', 'The call was aborted', endpoint ? { endpoint } : {});
  }
}
