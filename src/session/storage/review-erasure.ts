import { createDurable } from '../../browser/durable.ts';
import { sendLogout } from '../account/send-logout.ts';
import type { SessionContext } from '../state/session-context.ts';
import { isErasedBy, unfinishedName } from './erasure.ts';
import { findDurable } from './find-durable.ts';
import { isErasure, readSaved, type SessionRecord } from './saved-session.ts';
import { writeSaved } from './write-saved.ts';

/**
 * How long an erasure is kept when no session has replaced it. No page that was frozen or cached
 * before the erasure wakes later.
 */
const keptMs = 30 * 86_400_000;

/**
 * Looks after the erasure on the device. Writes one into localStorage again that a killed browser
 * has lost there: a page that keeps its session on the device finds that by itself. Erases what an
 * earlier page of this tab has left in sessionStorage: it was gone before it heard of the erasure.
 * Removes an erasure that is complete, and can no longer meet an older record: from localStorage,
 * and a later page from IndexedDB, because a killed browser may bring back an older record.
 */
export async function reviewErasure(context: SessionContext): Promise<void> {
  const { browser, settings, persistence } = context;
  const { key } = settings;
  const [store, tab] = [browser.textStore('device'), browser.textStore('tab')];
  const record = await findDurable(browser, key);
  const saved = readSaved(store, key);
  // A time in the future was written by a clock that was ahead.
  const isOver = (one: SessionRecord | undefined): boolean =>
    isErasure(one) && Math.abs(browser.clock.now() - one!.epochStartedAt) >= keptMs;
  if (!saved) {
    if (!isOver(record)) return;
    const durable = createDurable<SessionRecord>(browser, key);
    return durable.update((old) => (isErasure(old) ? undefined : old));
  }
  const left = readSaved(tab, key);
  if (persistence !== 'tab' && left && isErasedBy(left, saved)) {
    tab.set(key, null);
    if (left.session) void sendLogout(context, left.session);
  }
  if (record && isErasedBy(saved, record)) {
    if (persistence === 'device') return;
    store.set(key, null); // a full store would keep what is erased
    writeSaved(store, key, record);
    return;
  }
  if (isOver(saved) && store.get(unfinishedName(key)) === null) store.set(key, null);
}
