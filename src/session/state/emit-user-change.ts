import type { SessionContext } from './session-context.ts';
import type { User } from './session-state.ts';

/**
 * Emits an event when the viewer has changed. A viewer who becomes known has not changed. `shown`:
 * the value of `$user` before. If it was unknown, the user from before that counts.
 */
export function emitUserChange(
  { $user, hiddenUser, emit }: SessionContext,
  shown: User | null | undefined,
): void {
  const before = shown === undefined ? hiddenUser : shown;
  const now = $user.get();
  if (before === undefined || now === undefined || before?.id === now?.id) return;
  if (before) emit('identity-changed', { before, now });
  else if (now) emit('login', now);
}
