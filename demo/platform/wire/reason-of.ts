/** Why something failed. Node hides the reason of a `fetch` that got no answer in its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // A connection that was tried at several addresses has a reason for each, and no message.
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0]);
  return error.message;
}
