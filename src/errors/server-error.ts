import { UsherError } from './usher-error.ts';

/** A server has no viewer: a session and all calls need a page. */
export const serverError = (): UsherError =>
  new UsherError('unsupported', 'A server has no viewer: call this in a browser');
