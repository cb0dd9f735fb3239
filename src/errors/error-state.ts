import type { ErrorCode } from './usher-error.ts';

/** An error in a state: plain data, the same in every store. */
export interface ErrorState {
  /** The kind of the error. `docs/errors.md` lists when each occurs and what to do. */
  readonly code: ErrorCode;
  /** A text for developers. */
  readonly message: string;
  /** The text of the platform (`metadata.errorhint`) or of the provider, if there is one. */
  readonly hint?: string | undefined;
  /**
   * The HTTP status, or that of the answer's envelope if it is higher. Absent without an answer.
   */
  readonly status?: number | undefined;
  /** Whether the same may succeed later, unchanged. A status 503 passes, a 403 does not. */
  readonly retryable: boolean;
  /** The reference of the call in the platform's log (`cfo`), if it was sent with one. */
  readonly reference?: string | undefined;
}

export const errorState = ({
  code,
  message,
  hint,
  status,
  retryable,
  reference,
}: ErrorState): ErrorState => ({
  code,
  message,
  hint,
  status,
  retryable,
  reference,
});
