import type { ErrorCode } from './usher-error.ts';

/** An error in a state: plain data, the same in every store. */
export interface ErrorState {
  /** The kind of the error. `docs/errors.md` lists when each occurs and what to do. */
  readonly code: ErrorCode;
  /** A text for developers. */
  readonly message: string;
  /** The text of the platform (`metadata.errorhint`) or of the provider, if there is one. */
  readonly hint?: string | undefined;
}

export const errorState = ({ code, message, hint }: ErrorState): ErrorState => ({
  code,
  message,
  hint,
});
