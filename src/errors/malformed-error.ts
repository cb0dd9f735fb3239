import { UsherError } from './usher-error.ts';

/** An answer came that could not be read: cut short, not JSON, or without what it must hold. */
export class MalformedError extends UsherError {
  constructor(message: string, status?: number) {
    super('malformed', message, { status });
  }
}
