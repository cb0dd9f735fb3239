import type { Answer } from '../../dialect/envelope.ts';
import { readUser } from '../../dialect/readers.ts';
import { askWhoItIs } from '../recovery/ask-who-it-is.ts';
import type { SessionDriver } from '../session.ts';
import { activate } from '../state/lifetime.ts';
import { persist } from '../storage/persistence.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import { sync } from '../storage/tabs.ts';
import { isSameKeepalive } from './keepalive-schedule.ts';

/**
 * Takes over the answer to a keepalive: the session lives from the time at which it was sent.
 * Another tab may have kept it alive, or ended it, meanwhile.
 */
export function applyKeepalive(
  session: SessionDriver,
  before: SavedSession,
  keptAliveAt: number,
  answer: Answer,
): void {
  const { context } = session;
  sync(context);
  const current = session.current();
  if (!current || !isSameKeepalive(current, before)) return;
  const kept = { ...current, keptAliveAt };
  const named = readUser(answer.result);
  if (named?.id && named.id !== current.user?.id) return askWhoItIs(context, kept);
  persist(context, kept);
  activate(context, kept);
}
