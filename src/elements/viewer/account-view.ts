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
  // After a lost session the form stays while a new one is opened.
  return canLogin || (isOpen && status === 'opening')
    ? { kind: 'login', isOpen }
    : { kind: 'status', key: `session.${status}` };
}
