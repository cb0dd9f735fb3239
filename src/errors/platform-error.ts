import { UsherError } from './usher-error.ts';

/**
 * Whether the same call may succeed later: the platform, or a proxy before it, is busy or down.
 * Proxies have statuses of their own, for example 520 to 530. 501 and 505 are final.
 */
const isPassing = (status: number): boolean =>
  [408, 425, 429].includes(status) || (status >= 500 && ![501, 505].includes(status));

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
      endpoint,
      status,
      hint,
      retryable: isPassing(status),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(lacksEnvelope && { lacksEnvelope }),
    });
  }
}
