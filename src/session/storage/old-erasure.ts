import { createDurable } from '../../browser/durable.ts';
import type { SessionContext } from '../state/session-context.ts';
import { unfinishedName } from './erasure.ts';
import { isErasure, readSaved, type SessionRecord } from './saved-session.ts';
import { nothing } from '../../browser/nothing.ts';

/**
 * How long an erasure is kept when no session has replaced it. No page that was frozen or cached
 * before the erasure wakes later.
 */
const keptMs = 30 * 86_400_000;

/** Removes an erasure that is complete, and can no longer meet an older record. */
export function dropOldErasure({ browser, settings: { key } }: SessionContext): void {
  const store = browser.textStore('device');
  const saved = readSaved(store, key);
  if (!saved || !isErasure(saved) || store.get(unfinishedName(key)) !== null) return;
  // A time in the future was written by a clock that was ahead.
  if (Math.abs(browser.clock.now() - saved.epochStartedAt) < keptMs) return;
  store.set(key, null);
  const durable = createDurable<SessionRecord>(browser, key);
  durable
    .read()
    .then((record) => (isErasure(record) ? durable.remove() : undefined))
    .catch(nothing);
}
