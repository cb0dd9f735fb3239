import { pause } from '../../browser/clock.ts';
import { tabNoticeMs } from '../../browser/storage.ts';
import { createDurable } from '../../browser/durable.ts';
import type { StorageScope } from '../../browser/storage.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { erasureAfter, writeErasure } from '../end-session.ts';
import { adoptRecord, keepIn, persist, readMirror } from '../persistence.ts';
import type { SessionContext } from '../session-context.ts';
import type { DurableRecord } from '../background/lease.ts';
import { isErasure, readSaved } from '../saved-session.ts';
import type { SessionRecord } from '../saved-session.ts';
import { nothing } from '../../browser/nothing.ts';

/** Moves the session to another store: the device, or this tab. */
export async function moveTo(
  context: SessionContext,
  next: Exclude<StorageScope, 'none'>,
): Promise<void> {
  const {
    persistence: before,
    store,
    saved,
    browser,
    settings: { key },
  } = context;
  if (next === before) return;
  keepIn(context, next);
  const found = readMirror(context);
  if (saved) {
    // The record found there is older: an erasure, or a session that this one replaces.
    const { epoch = 0, epochStartedAt = 0, erasedEpoch } = found ?? {};
    adoptRecord(context, {
      ...saved,
      epoch: Math.max(saved.epoch, epoch),
      epochStartedAt: Math.max(saved.epochStartedAt, epochStartedAt),
      erasedEpoch,
    });
    persist(context, saved.session, {}, epoch >= saved.epoch);
  }
  if (before === 'tab') store.set(key, null);
  if (before !== 'device') return;
  const erasure = erasureAfter(saved, browser.clock.now(), true);
  writeErasure(store, key, erasure);
  await completeErasure(context, before, erasure);
}

/**
 * Erases the durable copies too, and waits for that.
 * @throws {UsherError} `unsupported` when the browser does not delete the stored data.
 */
export async function completeErasure(
  { browser, settings: { key } }: SessionContext,
  persistence: StorageScope,
  erasure: SessionRecord,
): Promise<void> {
  if (persistence === 'none') return;
  if (persistence === 'device') {
    const record = createDurable<DurableRecord>(browser, key).update((old) =>
      laterErasure(old, erasure),
    );
    const lists = createDurable(browser, `${key}|system`).remove();
    // Without a database there is nothing to erase.
    await Promise.all([record, lists].map((each) => each.catch(nothing)));
  }
  await pause(browser.clock, tabNoticeMs);
  const store = browser.textStore(persistence);
  const isOlder = (left = readSaved(store, key)): boolean => !!left && left.epoch < erasure.epoch;
  // Another tab wrote at the same moment, before it could see the erasure.
  if (isOlder()) writeErasure(store, key, erasure);
  if (isOlder()) throw new UsherError('unsupported', 'The browser does not erase what it keeps');
}

/**
 * Returns the erasure. It supersedes a record whose epoch was lost with its mirror. A record newer
 * than the erasure stays.
 */
function laterErasure(old: DurableRecord | undefined, erasure: SessionRecord): DurableRecord {
  if (!old) return erasure;
  if (
    old.epochStartedAt > erasure.epochStartedAt ||
    (isErasure(old) && old.epoch >= erasure.epoch)
  ) {
    return old;
  }
  const epoch = Math.max(erasure.epoch, old.epoch + 1);
  return { ...erasure, epoch, erasedEpoch: epoch };
}
