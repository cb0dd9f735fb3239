import type { UsherError } from './usher-error.ts';

/**
 * Says which call has failed, if the error does not say it. An error of a part of Usher that could
 * not be loaded may be that of several calls, and stays as it is.
 */
export const withEndpoint = (error: UsherError, endpoint: string): UsherError =>
  error.endpoint || 'chunk' in error ? error : Object.assign(error, { endpoint });
