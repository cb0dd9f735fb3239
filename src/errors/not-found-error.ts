import { UsherError } from './usher-error.ts';

/** The requested object does not exist, or not for this domain. */
export class NotFoundError extends UsherError<'not-found'> {
  /** `status`: that of the answer. A dialect may read another one than 404 as "not found". */
  constructor(endpoint: string, hint?: string, status = 404) {
    super('not-found', `${endpoint}: not found${hint ? `: ${hint}` : ''}`, {
      endpoint,
      status,
      hint,
    });
  }
}
