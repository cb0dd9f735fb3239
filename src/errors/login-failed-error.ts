import { UsherError } from './usher-error.ts';

/**
 * The platform refused the login: wrong credentials, or a token that it does not accept. The
 * session continues unchanged.
 */
export class LoginFailedError extends UsherError<'login-failed'> {
  declare readonly status: number;

  constructor(status: number, hint?: string) {
    super('login-failed', `The login was refused${hint ? `: ${hint}` : ''}`, {
      endpoint: 'session/login',
      status,
      hint,
    });
  }
}
