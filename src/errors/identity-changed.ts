import { UsherError } from './usher-error.ts';

/** The error of a call that was made for another viewer than the present one. */
export const identityChanged = (): UsherError =>
  new UsherError('identity-changed', 'Another viewer is logged in now');
