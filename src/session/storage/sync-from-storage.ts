import { sendLogout } from '../account/send-logout.ts';
import { isOtherUser } from '../opening/can-resume.ts';
import { endSession, forgetLastViewer } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import { isErasedBy, isOutdated, isSameSession, withdrawsConsent } from './compare-records.ts';
import { adoptRecord, keepIn, readMirror, refresh } from './persistence.ts';
import { isErasure, type SavedSession, type SessionRecord } from './saved-session.ts';
import { showStored } from './show-stored.ts';

/**
 * Reads changes of other tabs. Before the background tasks run, it only checks whether the session
 * is still the same. If not, it shows the one that another tab has stored, or ends its own.
 */
export function syncFromStorage(context: SessionContext): void {
  const { background, current, record: before, settings, $user, emit } = context;
  if (background) return background.sync();
  if (!current || context.lost) return;
  refresh(context);
  const { record } = context;
  if (
    !record ||
    isSameSession(record.session, current) ||
    (record.session && record.epoch === before?.epoch)
  ) {
    return;
  }
  const user = $user.get();
  const { session } = record;
  const unused = ownSessionMissingIn(record, before, context);
  if (session && !isOtherUser(session, settings)) showStored(context, session);
  else endAfterOtherTab(context, record, before);
  if (unused) void sendLogout(context, unused);
  if (!session) emit('logout', user ?? null);
}

/**
 * Reads the record again before a request. When another tab has withdrawn consent since this page
 * first read it, this page stores nothing any more, although it had no session to end, and maybe no
 * record.
 */
export function refreshForOpening(context: SessionContext): void {
  const before = context.record;
  const found = readMirror(context);
  if (found && isOutdated(found, before)) logOutErased(context, found);
  // The store has lost what this page read when it was created. Since then another tab may have
  // logged in, or erased everything: IndexedDB may know it.
  if (!found && !context.lastOpening) adoptRecord(context, undefined);
  refresh(context);
  const { record } = context;
  if (!record || !isErasure(record) || !isErasedBy(before, record)) return;
  if (withdrawsConsent(record, before)) keepIn(context, 'none');
}

/**
 * Logs out the session of another tab that did not know the last erasure of this page, because no
 * store had taken it. Its record is about to be replaced. Only the page of the erasure does this:
 * the others would log it out too.
 */
export function logOutErased(context: SessionContext, { session, ...rest }: SessionRecord): void {
  const { hasEnded, record } = context;
  if (hasEnded && session && isErasedBy(rest, record)) void sendLogout(context, session);
}

/**
 * Ends the session of this page, because another tab has ended or erased it. `before`: the record
 * that this page knew. A logout after an erasure leaves a record that looks like that erasure.
 */
export function endAfterOtherTab(
  context: SessionContext,
  saved: SessionRecord | undefined,
  before: SessionRecord | undefined,
): void {
  if (saved && isErasure(saved) && isErasedBy(before, saved)) endErased(context, saved, before);
  else endSession(context);
}

/**
 * Ends the session of this page after an erasure in another tab. A session that only this page uses
 * is logged out here: the other tab does not know it. `before`: the record that this page knew.
 */
export function endErased(
  context: SessionContext,
  erasure: SessionRecord,
  before: SessionRecord | undefined,
): void {
  const { persistence, browser, settings } = context;
  browser.textStore('tab').set(settings.key, null); // an earlier page of this tab may have left it
  if (persistence !== 'device') logOutUnshared(context, erasure);
  if (withdrawsConsent(erasure, before)) keepIn(context, 'none');
  endSession(context);
  forgetLastViewer(context);
}

/**
 * Logs out what an erasure of the device has ended on this page, which shares its session with no
 * other page. No store may hold that.
 */
export function logOutUnshared(
  context: SessionContext,
  { ended, ...erasure }: SessionRecord,
): void {
  adoptRecord(context, erasure);
  for (const session of ended ?? []) void sendLogout(context, session);
}

/**
 * The session of this page, if a record does not know it: two tabs have opened one each at the same
 * moment, or this page has opened it after that record began.
 */
export function ownSessionMissingIn(
  { session, epoch, epochStartedAt }: SessionRecord,
  mine: SessionRecord | undefined,
  { current, lastOpening }: SessionContext,
): SavedSession | undefined {
  if (!mine || !current || current.id === session?.id) return undefined;
  const isOpenedHere = current.keptAliveAt === lastOpening?.startedAt;
  const isOlder = isOpenedHere && epochStartedAt < mine.epochStartedAt;
  return epoch === mine.epoch || isOlder ? current : undefined;
}
