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
 * a lost session is replaced, while the next one is opened. After an end it is known that no user
 * is logged in.
 */
export function viewerOf({ context }: Pick<SessionDriver, 'context'>): Viewer | undefined {
  const { current, record, $session } = context;
  const isKnown = current ? isTrusted(context) : $session.value.status === 'ended';
  return isKnown ? { userId: current?.user?.id ?? null, epoch: record?.epoch ?? 0 } : undefined;
}
