import { pause } from '../../browser/clock.ts';
import { heardMs } from '../../browser/storage.ts';
import { createDurable } from '../../browser/durable.ts';
import type { Persistence } from '../../browser/storage.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { erasureAfter, writeErasure } from '../end-session.ts';
import { persist, readMirror } from '../held.ts';
import type { Held } from '../held.ts';
import type { Kept } from '../background/lease.ts';
import { isErasure, readSaved } from '../saved-session.ts';
import type { Saved } from '../saved-session.ts';

/** Keeps the session elsewhere from now on: on the device, or in this tab. */
export async function moveTo(held: Held, next: Exclude<Persistence, 'none'>): Promise<void> {
  const {
    persistence: before,
    store,
    saved,
    browser,
    settings: { key },
  } = held;
  if (next === before) return;
  held.persistence = next;
  held.store = browser.textStore(next);
  const found = readMirror(held);
  if (saved) {
    // What stands there is older: an erasure, or a session that this one takes the place of.
    const { epoch = 0, since = 0, erasedEpoch } = found ?? {};
    held.saved = {
      ...saved,
      epoch: Math.max(saved.epoch, epoch),
      since: Math.max(saved.since, since),
      erasedEpoch,
    };
    persist(held, saved.session, {}, epoch >= saved.epoch);
  }
  if (before === 'tab') store.set(key, null);
  if (before !== 'device') return;
  const erasure = erasureAfter(saved, browser.clock.now(), true);
  writeErasure(store, key, erasure);
  await completeErasure(held, before, erasure);
}

/**
 * Erases the durable copies too, and waits for that.
 * @throws {UsherError} `unsupported`, when the browser does not let go of what it keeps.
 */
export async function completeErasure(
  { browser, settings: { key } }: Held,
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
  await pause(browser.clock, heardMs);
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
