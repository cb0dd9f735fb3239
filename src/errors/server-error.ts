import { UsherError } from './usher-error.ts';

/** A server has no viewer: a session and all calls need a page. */
export const serverError = (): UsherError =>
  new UsherError('unsupported', 'This needs a browser. On a server the stores have idle values');
