import { isUsherError, UsherError } from './usher-error.ts';

/** An answer came that could not be read: cut short, not JSON, or without what it must hold. */
export class MalformedError extends UsherError {
  constructor(message: string, status?: number) {
    super('malformed', message, { status });
  }
}

/** Whether an error says that an answer could not be read. */
export function isMalformedError(value: unknown): value is MalformedError {
  return isUsherError(value, 'malformed');
}
