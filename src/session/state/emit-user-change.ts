import type { SessionContext } from './session-context.ts';
import type { User } from './session-state.ts';

/** Emits an event when the viewer has changed. A viewer who becomes known has not changed. */
export function emitUserChange(
  { $user, emit }: SessionContext,
  before: User | null | undefined,
): void {
  const now = $user.get() ?? null;
  if (before === undefined || before?.id === now?.id) return;
  if (before) emit('identity-changed', { before, now });
  else if (now) emit('login', now);
}
