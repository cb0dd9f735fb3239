import { UsherError } from './usher-error.ts';

/** The requested object does not exist, or not for this domain. */
export class NotFoundError extends UsherError<'not-found'> {
  constructor(endpoint: string, hint?: string) {
    super('not-found', `${endpoint}: not found${hint ? `: ${hint}` : ''}`, { status: 404, hint });
  }
}
