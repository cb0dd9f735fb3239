import { UsherError } from './usher-error.ts';

/** Statuses of a busy or restarting platform: the same call may succeed later. */
const passing = [408, 425, 429, 500, 502, 503, 504];

/** The platform answered, and refused or failed. `status` and `hint` are its own. */
export class PlatformError extends UsherError<'platform'> {
  declare readonly status: number;
  /** The wait that the platform requests, in ms. Absent without one, or when CORS hides it. */
  declare readonly retryAfterMs?: number;

  constructor(endpoint: string, status: number, hint?: string, retryAfterMs?: number) {
    super('platform', `${endpoint}: the platform answered ${status}${hint ? `: ${hint}` : ''}`, {
      status,
      hint,
      retryable: passing.includes(status),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }
}
