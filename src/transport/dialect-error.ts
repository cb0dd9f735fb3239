import { reportError } from '../browser/report-error.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import { MalformedError } from '../errors/malformed-error.ts';
import type { UsherError } from '../errors/usher-error.ts';

/**
 * Reports an error of the page's dialect as the page's own error. The call could not be made, or
 * its answer is unreadable.
 */
export function dialectError(id: string, error: unknown): UsherError {
  if (isUsherError(error)) return error;
  reportError(error);
  return new MalformedError(id, 'a function of the option dialect threw an error');
}
