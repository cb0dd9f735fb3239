import { isUsherError, UsherError } from './usher-error.ts';

/** What was asked for does not exist, or not for this domain. */
export class NotFoundError extends UsherError {
  constructor(endpoint: string, hint?: string) {
    super('not-found', `${endpoint}: not found${hint ? `: ${hint}` : ''}`, { status: 404, hint });
  }
}

/** Whether an error says that what was asked for does not exist. */
export function isNotFoundError(value: unknown): value is NotFoundError {
  return isUsherError(value, 'not-found');
}
