import { isUsherError, UsherError } from './usher-error.ts';

/** The platform refused the login: wrong credentials, or a token that it does not accept. The session goes on unchanged. */
export class LoginFailedError extends UsherError {
  constructor(status: number, hint?: string) {
    super('login-failed', `The login was refused${hint ? `: ${hint}` : ''}`, { status, hint });
  }
}

/** Whether an error says that a login was refused. */
export function isLoginFailedError(value: unknown): value is LoginFailedError {
  return isUsherError(value, 'login-failed');
}
