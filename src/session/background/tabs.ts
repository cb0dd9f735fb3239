import { tabNoticeMs } from '../../browser/storage.ts';
import { activate, endSession } from '../lifetime.ts';
import {
  adoptRecord,
  isSameSession,
  keepIn,
  noteText,
  readMirror,
  writeRecord,
} from '../persistence.ts';
import { setDegradedBy } from '../session-store.ts';
import type { SessionContext } from '../session-context.ts';
import { afterTabEnd } from './tab-ends.ts';
import { isErasure } from '../saved-session.ts';
import type { SessionRecord } from '../saved-session.ts';
import type { User } from '../session-state.ts';

/**
 * Adopts changes that other tabs have stored. An older, damaged or cleared record changes nothing.
 */
export function sync(context: SessionContext): void {
  const { store, settings, persistence } = context;
  const text = store.get(settings.key);
  if (text === context.text && persistence !== 'tab') return;
  noteText(context, text);
  const saved = readMirror(context);
  const record = saved && (afterTabEnd(context, saved) ?? saved);
  if (!record) return;
  adopt(context, record);
  if (record !== saved) writeRecord(context, record);
}

/** Adopts the record of another tab. An older record is replaced by the one of this tab. */
export function adopt(context: SessionContext, saved: SessionRecord): void {
  const { $session, $user, current, emit, saved: mine, store, settings, browser } = context;
  if (context.disposed) return;
  if (mine && supersedes(mine, saved)) {
    const text = store.get(settings.key);
    // Not at once: that would overwrite a record that another tab has just written and this tab has
    // not read yet.
    browser.clock.after(tabNoticeMs, () => {
      if (context.saved === mine && store.get(settings.key) === text) {
        writeRecord(context, mine);
      }
    });
    return;
  }
  adoptRecord(context, saved);
  if (!saved.losses) setDegradedBy(context, undefined); // A call of another tab has succeeded.
  const { session } = saved;
  const before = $user.get();
  if (!session) {
    if (!current && (saved.epoch === mine?.epoch || !context.pending)) return;
    if (isErasure(saved) && saved.isWithdrawn) keepIn(context, 'none');
    endSession(context);
    emit('logout', before ?? null);
  } else if (
    $session.get().status !== 'idle' &&
    !(isSameSession(current, session) && current!.keptAliveAt === session.keptAliveAt)
  ) {
    activate(context, session, 'adopted');
    emitUserChange(context, before);
  }
}

/** Emits an event when the viewer has changed. A viewer who becomes known has not changed. */
export function emitUserChange(
  { $user, emit }: SessionContext,
  before: User | null | undefined,
): void {
  const now = $user.get() ?? null;
  if (before === undefined || before?.id === now?.id) return;
  if (before) emit('identity-changed', { before, now });
  else emit('login', now!);
}

/**
 * Sessions of one epoch that began further apart were not opened together: the epoch number of the
 * later one was lost with its mirror.
 */
export const togetherMs = 15_000;

/**
 * Whether one record supersedes another. The later epoch wins. Of two sessions that tabs opened
 * together in one epoch, the earlier one wins, the same in every tab. Otherwise the higher revision
 * wins. The current time is not used: a clock may be set back.
 */
export function supersedes(one: SessionRecord, other: SessionRecord): boolean {
  if (one.epoch !== other.epoch) return one.epoch > other.epoch;
  const [mineErased, theirsErased] = [one.erasedEpoch ?? 0, other.erasedEpoch ?? 0];
  // Of two ends at the same moment the erasure wins.
  if (mineErased !== theirsErased) return mineErased > theirsErased;
  const [mine, theirs] = [one.session?.id, other.session?.id];
  if (mine === theirs) return one.revision > other.revision;
  if (Math.abs(one.epochStartedAt - other.epochStartedAt) > togetherMs) {
    return one.epochStartedAt > other.epochStartedAt;
  }
  // An end supersedes a session that was opened at the same time.
  if (!mine || !theirs) return one.epoch ? !mine : !!mine;
  return (
    one.epochStartedAt < other.epochStartedAt ||
    (one.epochStartedAt === other.epochStartedAt && mine < theirs)
  );
}
