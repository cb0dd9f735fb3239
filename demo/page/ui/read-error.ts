/** What the pages show of an error. The runtime's errors have a code; others have nothing here. */
export interface ErrorReading {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly hint?: string | undefined;
}

/** Reads whatever was thrown. */
export function readError(error: unknown): ErrorReading {
  if (typeof error !== 'object' || error === null) return {};
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    status: 'status' in error && typeof error.status === 'number' ? error.status : undefined,
    hint: 'hint' in error && typeof error.hint === 'string' ? error.hint : undefined,
  };
}
