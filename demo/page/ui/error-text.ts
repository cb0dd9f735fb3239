import type { ErrorCode } from 'usher-runtime';
import { readError } from './read-error.ts';

const texts: Readonly<Record<ErrorCode, string>> = {
  network: 'The platform did not answer. Check the connection and try again.',
  offline: 'You are offline. Try again when the connection is back.',
  timeout: 'The platform took too long to answer. Try again.',
  malformed: 'The platform answered in a way that could not be read. Try again in a while.',
  platform: 'The platform could not do this right now.',
  'not-found': 'This is not in the programme.',
  'session-lost': 'The session has ended. Try again to open a new one.',
  'login-failed': 'User name or password is not right.',
  'login-required': 'Log in to see this.',
  'identity-changed': 'Somebody else is logged in now. Reload the page.',
  'static-session': 'This needs a personal session, which the platform does not offer here.',
  aborted: 'That was cut short. Try again.',
  'purchase-in-progress': 'You have begun to pay for this already, in another way.',
  'provider-unavailable':
    'This way of paying does not work at the moment. Nothing was charged; try another one.',
  'journal-unavailable':
    'This browser lets the page write nothing down, and so no payment is begun. Nothing was charged.',
  'unknown-transaction': 'This payment was not begun in this browser.',
  unsupported: 'This browser is too old for it.',
  input: 'This cannot be asked like that.',
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
