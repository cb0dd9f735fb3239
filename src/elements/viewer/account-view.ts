import type { SessionState } from '../../session/state/session-state.ts';
import type { WordKey } from '../texts/word-keys.ts';

/** What `usher-account` shows. */
export type AccountView =
  | { readonly kind: 'user'; readonly name: string | undefined }
  | { readonly kind: 'login'; readonly isOpen: boolean }
  | { readonly kind: 'status'; readonly key: Extract<WordKey, `session.${string}`> };

/** Decides what `usher-account` shows. `isOpen`: the viewer has asked for the login form. */
export function accountView(
  { user, status }: Pick<SessionState, 'user' | 'status'>,
  isOpen: boolean,
): AccountView {
  if (user) return { kind: 'user', name: user.name };
  const canLogin = user === null && (status === 'ready' || status === 'ended');
  // A new session is opened after a logout, and after a lost one. The button and the form stay.
  const staysOpen = status === 'opening' && user === null;
  // Nor does what was typed get lost without a network.
  const keepsForm = isOpen && status !== 'static';
  return canLogin || staysOpen || keepsForm
    ? { kind: 'login', isOpen }
    : { kind: 'status', key: `session.${status}` };
}
