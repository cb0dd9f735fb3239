import { abortReason, type AbortReason } from './abort-reason.ts';
import { UsherError } from './usher-error.ts';

/**
 * The caller's signal was aborted, the session or its viewer changed, a later call replaced this
 * one, the page was frozen, or the runtime was disposed of: `reason` says which. The outcome of a
 * change may be unknown.
 * @example if (isUsherError(error, 'aborted') && error.reason === 'viewer-changed') askAgain();
 */
export class AbortedError extends UsherError<'aborted'> {
  /** Why the call was aborted. */
  declare readonly reason: AbortReason;

  /** `by`: the reason, or the signals of the call, of which one is aborted. */
  constructor(by: AbortReason | readonly (AbortSignal | undefined)[], endpoint?: string) {
    const reason = typeof by === 'string' ? by : abortReason(by);
    super('aborted', `The call was aborted: ${reason}`, { reason, ...(endpoint && { endpoint }) });
  }
}
