import { createDurable } from '../../browser/durable.ts';
import { nothing } from '../../browser/nothing.ts';
import { sendLogout } from '../account/send-logout.ts';
import type { SessionContext } from '../state/session-context.ts';
import { isErasedBy } from './compare-records.ts';
import { isErasure, parseRecord, readSaved, type SessionRecord } from './saved-session.ts';
import { unfinishedName } from './stored-names.ts';
import { isFromBeforeErasure } from './supersedes.ts';
import { writeSaved } from './write-saved.ts';

/**
 * How long an erasure is kept if no session has replaced it. A page that was frozen or cached
 * before the erasure does not wake after that time.
 */
const keptMs = 30 * 86_400_000;

/**
 * Erases what an earlier page of this tab has left in sessionStorage, if the given record knows an
 * erasure that it does not know. A page may adopt that record late, out of a database that did not
 * answer before.
 */
export function eraseLeftInTab(context: SessionContext, record: SessionRecord): void {
  const { browser, settings, persistence } = context;
  const tab = browser.textStore('tab');
  const left = readSaved(tab, settings.key);
  if (persistence === 'tab' || !left || !isErasedBy(left, record)) return;
  tab.set(settings.key, null);
  if (left.session) void sendLogout(context, left.session);
}

/** The wait before IndexedDB is read again, in ms. */
const readAgainMs = 60_000;

/** The reviews of the erasure by one page. */
export interface ErasureReviews {
  /**
   * Reviews the erasure now. While IndexedDB cannot be read, and the tab has a record that may be
   * older than the one there, it does so again each minute.
   */
  readonly review: () => void;
  readonly stop: () => void;
}

export function createErasureReviews(context: SessionContext): ErasureReviews {
  const { browser, settings } = context;
  let cancel = nothing;
  const review = (): void => {
    cancel();
    reviewErasure(context).catch(() => {
      if (context.disposal.aborted || !readSaved(browser.textStore('tab'), settings.key)) return;
      cancel();
      cancel = browser.clock.after(readAgainMs, review);
    });
  };
  return { review, stop: () => cancel() };
}

/**
 * Keeps the erasure of the device in order:
 * - Restores an erasure that localStorage has lost in a killed browser, while the browser may have
 *   restored the sessionStorage of the tab. Under `device` the lease does that.
 * - Erases what an earlier page of this tab has left in sessionStorage, because that page was
 *   closed before it could read the erasure.
 * - Removes an erasure that is complete and old, first from localStorage. IndexedDB keeps it as
 *   long again, because a killed browser may bring back an older record, and a clock that was set
 *   forward makes an erasure look old. A page that wakes from a cache reads it there.
 *
 * Rejects when IndexedDB cannot be read or written. What does not need it is done.
 */
export async function reviewErasure(context: SessionContext): Promise<void> {
  const { browser, settings, persistence } = context;
  const { key } = settings;
  const store = browser.textStore('device');
  const before = readSaved(store, key);
  if (before) eraseLeftInTab(context, before);
  const durable = createDurable<SessionRecord>(browser, key);
  const record = parseRecord(await durable.read());
  if (record) eraseLeftInTab(context, record); // localStorage may have lost its erasure
  const saved = readSaved(store, key);
  const { clock } = browser;
  // A time in the future was written by a clock that was ahead.
  const isOver = (one: SessionRecord | undefined): boolean =>
    isErasure(one) && Math.abs(clock.now() - one.epochStartedAt) >= keptMs;
  if (!saved) {
    const mine = context.record ?? readSaved(browser.textStore('tab'), key);
    if (persistence !== 'device' && record && mine && isFromBeforeErasure(mine, record)) {
      writeSaved(store, key, record);
      context.background?.sync();
    } else if (isOver(record)) {
      await durable.update((old) => (isErasure(old) ? undefined : old));
    }
    return;
  }
  eraseLeftInTab(context, saved);
  if (record && isErasedBy(saved, record)) {
    if (persistence === 'device') return;
    store.set(key, null); // a full store would keep what is erased
    writeSaved(store, key, record);
    return;
  }
  if (!isOver(saved) || store.get(unfinishedName(key)) !== null) return;
  await durable.update((old) => (isErasure(old) ? { ...old, epochStartedAt: clock.now() } : old));
  if (isOver(readSaved(store, key))) store.set(key, null);
}
