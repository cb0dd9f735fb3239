import { UsherError } from './usher-error.ts';

/** An answer could not be read: truncated, not JSON, or without a required part. */
export class MalformedError extends UsherError<'malformed'> {
  constructor(message: string, status?: number) {
    super('malformed', message, { status });
  }
}
