import { pause } from '../../browser/clock.ts';
import { tabNoticeMs } from '../../browser/storage.ts';
import { createDurable } from '../../browser/durable.ts';
import type { Persistence } from '../../browser/storage.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { erasureAfter, writeErasure } from '../end-session.ts';
import { adoptRecord, keepIn, persist, readMirror } from '../persistence.ts';
import type { SessionContext } from '../session-context.ts';
import type { Kept } from '../background/lease.ts';
import { isErasure, readSaved } from '../saved-session.ts';
import type { Saved } from '../saved-session.ts';

/** Keeps the session elsewhere from now on: on the device, or in this tab. */
export async function moveTo(
  context: SessionContext,
  next: Exclude<Persistence, 'none'>,
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
    // What stands there is older: an erasure, or a session that this one takes the place of.
    const { epoch = 0, since = 0, erasedEpoch } = found ?? {};
    adoptRecord(context, {
      ...saved,
      epoch: Math.max(saved.epoch, epoch),
      since: Math.max(saved.since, since),
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
 * @throws {UsherError} `unsupported`, when the browser does not let go of what it keeps.
 */
export async function completeErasure(
  { browser, settings: { key } }: SessionContext,
  persistence: Persistence,
  erasure: Saved,
): Promise<void> {
  if (persistence === 'none') return;
  if (persistence === 'device') {
    const record = createDurable<Kept>(browser, key).update((old) => laterErasure(old, erasure));
    const lists = createDurable(browser, `${key}|system`).remove();
    // Where there is no database, there is nothing in it.
    await Promise.all([record, lists].map((each) => each.catch(() => {})));
  }
  await pause(browser.clock, tabNoticeMs);
  const store = browser.textStore(persistence);
  const isOlder = (left = readSaved(store, key)): boolean => !!left && left.epoch < erasure.epoch;
  // Another tab wrote in the same moment, before it could know.
  if (isOlder()) writeErasure(store, key, erasure);
  if (isOlder()) throw new UsherError('unsupported', 'The browser does not erase what it keeps');
}

/**
 * The erasure, above a record whose number was lost with its mirror. A record that came after the
 * erasure stays.
 */
function laterErasure(old: Kept | undefined, erasure: Saved): Kept {
  if (!old) return erasure;
  if (old.since > erasure.since || (isErasure(old) && old.epoch >= erasure.epoch)) return old;
  const epoch = Math.max(erasure.epoch, old.epoch + 1);
  return { ...erasure, epoch, erasedEpoch: epoch };
}
