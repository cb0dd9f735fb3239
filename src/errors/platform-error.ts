import { UsherError } from './usher-error.ts';

/** Statuses of a busy or restarting platform: the same call may succeed later. */
const passing = [408, 425, 429, 500, 502, 503, 504];

/** The platform or a proxy before it answered, and refused or failed. */
export class PlatformError extends UsherError<'platform'> {
  declare readonly status: number;
  /** The wait that the platform requests, in ms. Absent without one, or when CORS hides it. */
  declare readonly retryAfterMs?: number;

  /** `true` if the answer has no envelope: a proxy may have sent it. Absent otherwise. */
  declare readonly lacksEnvelope?: boolean;

  constructor(
    endpoint: string,
    status: number,
    hint?: string,
    retryAfterMs?: number,
    lacksEnvelope?: boolean,
  ) {
    super('platform', `${endpoint}: the platform answered ${status}${hint ? `: ${hint}` : ''}`, {
      status,
      hint,
      retryable: passing.includes(status),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(lacksEnvelope && { lacksEnvelope }),
    });
  }
}
