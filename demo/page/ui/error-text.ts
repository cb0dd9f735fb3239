import type { ErrorCode } from 'usher-runtime';
import { readError } from './read-error.ts';

const texts: Readonly<Record<ErrorCode, string>> = {
  network: 'The platform did not answer. Check the connection and try again.',
  offline: 'You are offline. Try again when the connection is back.',
  timeout: 'The platform took too long to answer. Try again.',
  malformed: 'The answer of the platform could not be read. Try again later.',
  platform: 'The platform could not do this right now.',
  'not-found': 'This is not in the programme.',
  'session-lost': 'The session has ended. Try again to open a new one.',
  'login-failed': 'User name or password is wrong.',
  'login-required': 'Log in to see this.',
  'identity-changed': 'Somebody else is logged in now. Reload the page.',
  'static-session': 'This needs a personal session, which the platform does not offer here.',
  aborted: 'That was interrupted. Try again.',
  'purchase-in-progress': 'You are already paying for this in another way.',
  'provider-unavailable':
    'This way of paying does not work at the moment. Nothing was charged; try another one.',
  'journal-unavailable':
    'This browser stores nothing for this page, so no payment was started. Nothing was charged.',
  'unknown-transaction': 'This payment was not started in this browser.',
  unsupported: 'This browser is too old for this.',
  input: 'This request is not valid.',
};

/** The codes of errors where the platform's own hint helps. */
const hinted: readonly string[] = ['platform', 'not-found', 'input'] satisfies ErrorCode[];

/** What a viewer is told of an error: our text for its code, then the platform's hint. */
export function errorText(error: unknown): string {
  const { code = '', hint } = readError(error);
  const text = isKnown(code) ? texts[code] : 'Something went wrong. Try again.';
  return hint && hinted.includes(code) ? `${text} (${hint})` : text;
}

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(texts, code);
