import { UsherError } from './usher-error.ts';

/** An answer could not be read: truncated, not JSON, or without a required part. */
export class MalformedError extends UsherError<'malformed'> {
  constructor(endpoint: string, reason: string, status?: number) {
    super('malformed', `${endpoint}: ${reason}`, { endpoint, status });
  }
}
