import { UsherError } from './usher-error.ts';

/**
 * The platform no longer knows the session of the call. A read is repeated once automatically, a
 * change never.
 */
export class SessionLostError extends UsherError<'session-lost'> {
  constructor(endpoint: string, status: number, hint?: string) {
    super('session-lost', `${endpoint}: the session is gone${hint ? `: ${hint}` : ''}`, {
      endpoint,
      status,
      hint,
    });
  }
}
