import type { EncodedCall } from '../contract/encode-call.ts';
import type { Answer } from '../dialect/envelope.ts';
import { UsherError } from '../errors/usher-error.ts';
import { withDeadline } from '../transport/deadline.ts';
import { open } from './begin.ts';
import { keep, look } from './held.ts';
import type { SavedSession } from './saved-session.ts';
import type { SessionDriver } from './session.ts';

/** How long a read may take, its repeats included. */
const readMs = 30_000;

/**
 * What follows on a call whose session the platform no longer knows: one new session for everybody; a read is repeated once, and nothing
 * that changes anything is. If the new session is somebody else's, nothing is repeated; the driver tells the page.
 */
export async function recover(
  session: SessionDriver,
  call: EncodedCall,
  lost: SavedSession,
  error: UsherError,
  send: (carried: SavedSession) => Promise<Answer>,
  calledAt: number,
): Promise<Answer> {
  const { clock } = session.held.browser;
  const renewed = replace(session, lost, calledAt);
  if (call.effect === 'change') {
    renewed.catch(() => {}); // the session shows it; the caller learns that the change was not made
    throw error;
  }
  return withDeadline(clock, readMs - (clock.monotonic() - calledAt), [], async () => {
    const now = await renewed;
    if (!now) throw error; // only static details are left
    if (now.user?.id === lost.user?.id) return send(now);
    throw new UsherError('identity-changed', `${call.id}: the session came back as somebody else's`);
  });
}

/** A new session in the place of one that the platform no longer knows: one for all calls and tabs. */
async function replace({ held, ready, $user }: SessionDriver, lost: SavedSession, calledAt: number): Promise<SavedSession | undefined> {
  look(held);
  const { current } = held;
  if (held.pending || current?.id !== lost.id || (current.at !== lost.at && held.aliveAt > calledAt)) return ready();
  const before = $user.get();
  held.lost = true;
  // Without its fingerprint the kept session is asked about, not gone on with.
  const { saved } = held;
  const kept = saved?.session;
  if (!saved || (kept?.id === lost.id && kept.at === current.at)) keep(held, { ...current, fingerprint: '' });
  const session = await open(held, 'lost');
  const now = $user.get();
  if (session && before?.id !== now?.id) held.emit('identity-changed', { before, now });
  return session;
}
