import { UsherError } from '../../errors/usher-error.ts';
import { withDeadline } from '../../transport/deadline.ts';
import type { SessionDriver } from '../session.ts';
import { viewerOf } from '../state/viewer.ts';
import type { SavedSession } from '../storage/saved-session.ts';

/** The deadline of a call with all its repeats. */
const callMs = 30_000;

/**
 * Holds an answer back until a login has ended, because it may be meant for another user.
 * @throws {UsherError} `identity-changed`: the session belongs to another user now; `timeout`,
 *   `aborted`.
 */
export async function checkOwner(
  session: SessionDriver,
  carried: SavedSession,
  calledAt: number,
  signals: readonly AbortSignal[],
): Promise<void> {
  const { context, ready } = session;
  const { clock } = context.browser;
  await withDeadline(clock, calledAt + callMs - clock.monotonic(), signals, ready);
  if (carried.user && viewerOf(session)?.userId !== carried.user.id) {
    throw new UsherError('identity-changed', 'The answer may be meant for another viewer');
  }
}
