import type { SessionContext } from '../state/session-context.ts';
import { compareRecords } from './compare-records.ts';
import { findDurable } from './find-durable.ts';
import { readMirror } from './persistence.ts';

/**
 * Creates the function that compares the record of the mirror with the one in IndexedDB before a
 * call. A newer record has been adopted when it resolves. Reads are compared once on a page: a
 * killed browser may have lost what the mirror said last, for example that a login was sent. When
 * localStorage is full or blocked, or right after a long task of the page, only IndexedDB has the
 * login of another tab. So what changes something for a viewer is compared each time, and while
 * there is no mirror each read is too.
 */
export function createDurableCheck(
  context: SessionContext,
): (effect: 'read' | 'change') => Promise<void> {
  let checking: Promise<void> | undefined;
  return (effect) => {
    const { store, settings } = context;
    if (effect === 'change' || store.get(settings.key) === null) return adoptIfBehind(context);
    return (checking ??= adoptIfBehind(context));
  };
}

/** Adopts the record in IndexedDB, if that is newer. */
export async function adoptIfBehind(context: SessionContext): Promise<void> {
  const { persistence, browser, settings } = context;
  if (persistence !== 'device') return;
  const found = await findDurable(browser, settings.key);
  const mine = context.record ?? readMirror(context);
  if (!found || !mine) return;
  // It may be newer. The code for the lease decides that.
  if ((compareRecords(found, mine) || found.revision - mine.revision) <= 0) return;
  await context.startBackground();
  await context.background?.lease.commit();
}
