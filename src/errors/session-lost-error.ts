import { isUsherError, UsherError } from './usher-error.ts';

/** The platform no longer knows the session that the call carried. Reads are repeated once by themselves; a change never is. */
export class SessionLostError extends UsherError {
  constructor(endpoint: string, status: number, hint?: string) {
    super('session-lost', `${endpoint}: the session is gone${hint ? `: ${hint}` : ''}`, { status, hint });
  }
}

/** Whether an error says that the session of the call was gone. */
export function isSessionLostError(value: unknown): value is SessionLostError {
  return isUsherError(value, 'session-lost');
}
