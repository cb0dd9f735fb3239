import type { ErrorState } from '../../errors/error-state.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';

/** Why a purchase does not continue, as it is stored. */
export interface StoredError extends Pick<ErrorState, 'code' | 'hint'> {
  /** Default: the hint. */
  readonly message?: string | undefined;
  /** Time of the first of several such errors in a row, in ms since 1970. */
  readonly since?: number | undefined;
}

/** The error of a call, as it is stored. */
export function storedError(error: unknown): StoredError {
  if (!isUsherError(error)) return { code: 'malformed', message: 'the answer cannot be read' };
  const { code, message, hint } = error;
  return { code, message, hint };
}
