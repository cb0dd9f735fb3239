import { UsherError } from './usher-error.ts';

/**
 * The platform no longer knows the session that the call carried. Reads are repeated once by
 * themselves; a change never is.
 */
export class SessionLostError extends UsherError {
  constructor(endpoint: string, status: number, hint?: string) {
    super('session-lost', `${endpoint}: the session is gone${hint ? `: ${hint}` : ''}`, {
      status,
      hint,
    });
  }
}
