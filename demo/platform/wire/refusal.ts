/** A call that is answered with an error; `hint` is for the caller's eyes and becomes `metadata.errorhint`. */
export class Refusal extends Error {
  readonly status: number;
  readonly hint: string;

  constructor(status: number, hint: string) {
    super(hint);
    this.name = 'Refusal';
    this.status = status;
    this.hint = hint;
  }
}

/** An error as a refusal, when it is one: of the platform, or of the contract, which names the field. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return error instanceof Error && 'code' in error && error.code === 'input' ? new Refusal(400, error.message) : undefined;
}
