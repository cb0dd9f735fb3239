import { nothing } from '../../browser/nothing.ts';
import { tabNoticeMs } from '../../browser/storage.ts';
import { loginMs, unclearLogin } from '../account/announced-login.ts';
import { reportEnd, sendLogout } from '../account/send-logout.ts';
import { isOtherUser } from '../opening/can-resume.ts';
import { createDeviceHash } from '../opening/device-hash.ts';
import { openSession, settleLogin } from '../opening/open-session.ts';
import { askWhoItIs } from '../recovery/ask-who-it-is.ts';
import { withEnded } from '../state/ended-sessions.ts';
import { hideUser } from '../state/hide-user.ts';
import { endSession } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import { isUserUnclear, replaceSession, trustSession } from '../state/session-store.ts';
import { isErasedBy, isSameAnswer } from './compare-records.ts';
import { openUnshared } from './open-unshared.ts';
import {
  adoptRecord,
  keepIn,
  noteStoredText,
  persist,
  readMirror,
  writeRecord,
} from './persistence.ts';
import { withRequestedWaits } from './requested-waits.ts';
import { eraseLeftInTab } from './review-erasure.ts';
import { isErasure, readSaved, type SavedSession, type SessionRecord } from './saved-session.ts';
import { showStored } from './show-stored.ts';
import { supersedes } from './supersedes.ts';
import { endErased, logOutErased, ownSessionMissingIn } from './sync-from-storage.ts';
import { withTabEnd } from './tab-ends.ts';
import { isToldAnotherUser } from './told-another-user.ts';
import { areUnaware, eraseBoth } from './unaware-erasures.ts';

/**
 * Adopts changes that other tabs have stored. An older, damaged or cleared record changes nothing.
 */
export function sync(context: SessionContext): void {
  followMove(context);
  const { store, settings, persistence } = context;
  const text = store.get(settings.key);
  if (text === context.storedText && persistence === 'device') return;
  noteStoredText(context, text);
  const saved = readMirror(context);
  if (!saved) return;
  // Not only for this page: the next page of the tab must not find the ended session either.
  if (persistence === 'tab' && !saved.session) writeRecord(context, saved);
  adopt(context, saved);
}

/**
 * Follows a session to the device: a later page of this tab has moved it there, and this page comes
 * out of the back/forward cache. The move has ended the session of the tab. If that goes on, a
 * script of the page has only cleared sessionStorage.
 */
function followMove(context: SessionContext): void {
  const { store, settings, persistence, browser, record } = context;
  if (persistence !== 'tab' || !record || store.get(settings.key) !== null) return;
  if (withTabEnd(context, record) === record) return;
  const device = readSaved(browser.textStore('device'), settings.key);
  if (device && !isErasure(device)) keepIn(context, 'device');
}

/**
 * Adopts the record of another tab. An older record is replaced by the one of this tab. If neither
 * record knows the other's erasure, both sessions end.
 */
export function adopt(context: SessionContext, saved: SessionRecord): void {
  const { record: mine } = context;
  if (context.disposal.aborted) return;
  if (mine && areUnaware(mine, saved)) return adoptErasureOfBoth(context, mine, saved);
  if (!mine || !supersedes(mine, saved)) return adoptNewer(context, saved);
  logOutErased(context, saved);
  if (isToldAnotherUser(mine, saved)) askWhoItIs(context, mine.session!);
  else writeAgain(context, withRequestedWaits(mine, saved));
}

/**
 * Ends both sessions, and logs out the one of the record that is replaced, because the page of the
 * erasure may be gone. A session that this page has opened may be in no store.
 */
function adoptErasureOfBoth(
  context: SessionContext,
  mine: SessionRecord,
  saved: SessionRecord,
): void {
  const { current, lastOpening } = context;
  const opened = current?.keptAliveAt === lastOpening?.startedAt ? current : undefined;
  if (saved.session) void sendLogout(context, saved.session);
  if (opened && opened.id !== saved.session?.id) void sendLogout(context, opened);
  const erasure = eraseBoth(mine, saved);
  adoptNewer(context, erasure);
  writeRecord(context, erasure);
}

/** Adopts a record: its erasure, its session, or the end of that. */
function adoptNewer(context: SessionContext, saved: SessionRecord): void {
  const { $user, current, details, emit, record: mine } = context;
  const isShown = current ?? details?.user; // also while there are only static details
  adoptRecord(context, withRequestedWaits(saved, mine));
  if (!saved.losses) trustSession(context); // A call of another tab has succeeded.
  eraseLeftInTab(context, saved);
  const before = $user.get();
  // A page whose first opening is under way has no record yet, but has stored its device hash.
  const isErased = mine ? isErasedBy(mine, saved) : context.pending !== undefined;
  if (isErasure(saved) && isErased) {
    endErased(context, saved, mine);
    if (isShown) emit('logout', before ?? null);
  } else if (saved.session) {
    adoptSession(context, mine, saved, saved.session);
  } else if (isShown || (context.pending && saved.epoch !== (mine?.epoch ?? 0))) {
    // With the same epoch, an opening from an empty mirror has only written its device hash.
    const unused = ownSessionMissingIn(saved, mine, context);
    endSession(context);
    // What an erasure ends is logged out by its page, and no store may have it again.
    if (unused && saved.epoch !== saved.erasedEpoch) reportUnused(context, saved, unused);
    emit('logout', before ?? null);
  }
}

/** Adopts the session of a newer record, unless the page has to ask the platform first. */
function adoptSession(
  context: SessionContext,
  mine: SessionRecord | undefined,
  saved: SessionRecord,
  session: SavedSession,
): void {
  const { current, settings } = context;
  if (settings.mode === 'static') return;
  const before = context.$user.get();
  const { status } = context.$session.get();
  // The first opening of a page says what the page shows: the record may hold a lost session.
  if (status === 'idle' || (status === 'opening' && !current && before === undefined)) return;
  if (mine && isOtherUser(session, settings)) return leaveDevice(context, mine, saved, session);
  if (mine && lacksLogin(saved, mine)) persist(context, session, { login: mine.login });
  // A page that does not use the session of its record knows that it is another user's.
  const known = current ?? mine?.session;
  if (mine && isToldAnotherUser(mine, saved)) {
    const now = context.browser.clock.now();
    askWhoItIs(context, session, unclearLogin(session.id, now, saved.login ?? mine.login));
  } else if (isUserUnclear(context)) {
    hideUser(context);
  } else if (!isSameAnswer(known, session)) {
    const unused = context.lost ? undefined : ownSessionMissingIn(saved, mine, context);
    if (unused) reportUnused(context, saved, unused);
    showStored(context, session);
  }
  // Wait for the end of an announced login, even if no call does.
  if (context.record?.login && !context.pending) settleLogin(context).catch(nothing);
}

/**
 * Whether the tab that wrote the record of a session did not know the login of another record. What
 * settles a login begins a later record. If the mirror was lost, IndexedDB may have a record that
 * began later too, but before the login.
 */
function lacksLogin(
  { login, session, epochStartedAt }: SessionRecord,
  { login: known, epochStartedAt: startedAt }: SessionRecord,
): boolean {
  if (login || !known || session?.id !== known.session) return false;
  const isBeforeLogin = known.waitsForEnd && epochStartedAt < known.endsAt - loginMs;
  return isBeforeLogin || epochStartedAt === startedAt;
}

/**
 * Goes on in memory: the session of the device is that of another user of the publisher now. If
 * this page took it back, the pages of both users would do so in turn. Erasures of the device still
 * end the session. A platform may give one session to each device hash, so the next one has a new
 * hash. If it has given the session of this page to the other user, or that record knows an erasure
 * that this page has missed, the session of this page ends.
 */
function leaveDevice(
  context: SessionContext,
  mine: SessionRecord,
  saved: SessionRecord,
  theirs: SavedSession,
): void {
  const { browser, settings, $user, emit, current, pending } = context;
  // This page has no session yet, and is about to replace that one.
  if (!current && mine.session && isOtherUser(mine.session, settings)) return;
  const deviceHash = createDeviceHash(browser.clock.now(), browser.random);
  const isTaken = theirs.id === mine.session?.id;
  const isOver = isTaken || isErasedBy(mine, saved);
  const session = isOver ? undefined : mine.session && { ...mine.session, deviceHash };
  // No store tells this page how a login of another page ends.
  const login = isOver ? undefined : mine.login && { ...mine.login, isUnclear: true };
  const { erasures } = saved;
  adoptRecord(context, { ...mine, deviceHash, session, login, ended: undefined, erasures });
  if (current) replaceSession(context, { ...current, deviceHash });
  keepIn(context, 'none');
  sync(context);
  if (session) {
    const settling = pending ?? (login && settleLogin(context));
    // In the same epoch, the other page did not know this session, so it does not report its end.
    const isUnused = saved.epoch === mine.epoch;
    void Promise.resolve(settling)
      .catch(nothing)
      .then(() => openUnshared(context, session.id, isUnused));
  }
  // Both openings were under way together: the platform may have given it to this page's user last.
  if (isTaken && mine.epochStartedAt >= theirs.keptAliveAt) void sendLogout(context, theirs);
  if (!isOver || !context.current) return;
  const user = $user.get();
  endSession(context);
  emit('logout', user ?? null);
  if (!context.pending) openSession(context, 'open').catch(nothing); // a listener may have
}

/** Replaces an older record of another tab by the one of this tab. */
function writeAgain(context: SessionContext, mine: SessionRecord): void {
  const { store, settings, browser } = context;
  const text = store.get(settings.key);
  adoptRecord(context, mine);
  // Not at once: that would overwrite a record that another tab has just written and this tab has
  // not read yet.
  browser.clock.after(tabNoticeMs, () => {
    if (context.record === mine && store.get(settings.key) === text) writeRecord(context, mine);
  });
}

/**
 * Reports to the platform that no tab uses a session. Several tabs may have used it, so its end is
 * in the record, and one of them reports it.
 */
function reportUnused(
  context: SessionContext,
  { session, ended }: SessionRecord,
  unused: SavedSession,
): void {
  persist(context, session, { ended: withEnded(ended, unused, context.browser.clock.now()) });
  reportEnd(context);
}
