import { errorState, type ErrorState } from '../../errors/error-state.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';

/** Why a purchase does not continue, as it is stored. */
export interface StoredError extends Omit<ErrorState, 'message' | 'retryable'> {
  /** Default: the hint. */
  readonly message?: string | undefined;
  /** Default: `false`. */
  readonly retryable?: boolean | undefined;
  /** Time of the finish that failed, in ms since 1970. */
  readonly failedAt?: number | undefined;
  /** How long every finish has failed like this, in ms. */
  readonly lastedMs?: number | undefined;
}

/** The error of a call, as it is stored. */
export function storedError(error: unknown): StoredError {
  if (!isUsherError(error)) return { code: 'malformed', message: 'the answer cannot be read' };
  return errorState(error);
}

/**
 * The longest time between two equal answers that counts. A clock that is set ahead once therefore
 * does not make an answer a day old.
 */
const maxGapMs = 6 * 3_600_000;

/**
 * The error of a finish, as it is stored. `before`: the error of the finish before. Its `lastedMs`
 * is the sum of the times between equal answers. A clock that is set back counts as no time.
 */
export function finishError(
  error: unknown,
  before: StoredError | undefined,
  now: number,
): StoredError {
  const stored = { ...storedError(error), failedAt: now };
  if (before?.failedAt === undefined || before.code !== stored.code) return stored;
  const gapMs = Math.min(Math.max(now - before.failedAt, 0), maxGapMs);
  return { ...stored, lastedMs: (before.lastedMs ?? 0) + gapMs };
}
