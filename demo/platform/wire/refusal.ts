/**
 * A call that is answered with an error; `hint` is for the caller's eyes and becomes
 * `metadata.errorhint`.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly hint: string;
  /** When a further call may do better, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, hint: string, retryAfter?: number) {
    super(hint);
    this.name = 'Refusal';
    this.status = status;
    this.hint = hint;
    this.retryAfter = retryAfter;
  }
}

/**
 * An error as a refusal, when it is one: of the platform, or of the contract, which names the
 * field. The endpoint's id stays out of the hint: clients take a hint that names the session for
 * its end, and all of `session/…` would.
 */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return isInputError(error)
    ? new Refusal(400, `${error.field} must be ${error.allowed}`)
    : undefined;
}

/**
 * The contract's errors are told by their code: `src/errors` is none of the platform's business.
 */
function isInputError(error: unknown): error is Error & { field: string; allowed: string } {
  return error instanceof Error && 'code' in error && error.code === 'input';
}
