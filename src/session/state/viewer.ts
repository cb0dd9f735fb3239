import type { SessionDriver } from '../session.ts';
import { isTrusted } from './session-store.ts';

/** The viewer in one epoch of the session. Another user, or a new session, is another epoch. */
export interface Viewer {
  /** The user ID. `null` while no user is logged in. */
  readonly userId: string | null;
  readonly epoch: number;
}

/**
 * The viewer. `undefined` while no session identifies them: at the start of a page, offline, while
 * a lost session is replaced. After an end it is known that no user is logged in, also while the
 * next session is opened.
 */
export function viewerOf({ context }: Pick<SessionDriver, 'context'>): Viewer | undefined {
  const { current, saved, details, $session } = context;
  const { status, user } = $session.value!;
  const isEnded = status === 'ended' || (!details && user === null);
  const isKnown = current ? isTrusted(context) : isEnded;
  return isKnown ? { userId: current?.user?.id ?? null, epoch: saved?.epoch ?? 0 } : undefined;
}
