import { nothing } from '../../browser/nothing.ts';
import type { StorageScope } from '../../browser/storage.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { canResume, isOtherUser } from '../opening/can-resume.ts';
import { createDeviceHash } from '../opening/device-hash.ts';
import { openSession, settleLogin } from '../opening/open-session.ts';
import { emitUserChange } from '../state/emit-user-change.ts';
import { withEnded } from '../state/ended-sessions.ts';
import { activate, endSession } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import type { User } from '../state/session-state.ts';
import { adoptIfBehind } from '../storage/adopt-durable.ts';
import { compareRecords, isErasedBy, isSameSession } from '../storage/compare-records.ts';
import { createErasure, writeErasure } from '../storage/erasure.ts';
import { findDurable } from '../storage/find-durable.ts';
import {
  adoptRecord,
  keepIn,
  persist,
  persistNewEpoch,
  readMirror,
  refresh,
} from '../storage/persistence.ts';
import {
  isErasure,
  readSaved,
  type SavedSession,
  type SessionRecord,
} from '../storage/saved-session.ts';
import { erasedBy } from '../storage/stored-record.ts';
import { isFromBeforeErasure } from '../storage/supersedes.ts';
import { endErased, logOutUnshared, syncFromStorage } from '../storage/sync-from-storage.ts';
import { writeSaved } from '../storage/write-saved.ts';
import type { AnnouncedLogin } from './announced-login.ts';
import { completeErasure, noteFinished, noteSessionOnly, storedNote } from './complete-erasure.ts';
import { reportEnd, sendLogout } from './send-logout.ts';

/**
 * Moves the session to another store: the device, or this tab. `isLatestChoice`: the
 * page has not made a later one.
 * @throws {AbortedError} `aborted` after a later choice, or when the runtime is disposed of.
 */
export async function moveTo(
  context: SessionContext,
  next: Exclude<StorageScope, 'none'>,
  isLatestChoice: () => boolean,
): Promise<void> {
  // The session that is being opened moves too.
  if (context.persistence !== 'device' && !context.current) await context.pending?.catch(nothing);
  // A killed browser may have lost an erasure in the mirror.
  await adoptIfBehind(context);
  const { browser, settings } = context;
  // It may also have lost the mirror of the device, or its last writes.
  const found = next === 'device' ? await findDurable(browser, settings.key) : undefined;
  if (context.disposal.aborted) throw new AbortedError('disposed');
  if (!isLatestChoice()) throw new AbortedError('replaced');
  // Another tab may have erased everything meanwhile.
  syncFromStorage(context);
  refresh(context);
  const { persistence: before } = context;
  // A page that has not begun has to notice later erasures.
  void context.startBackground();
  if (next === 'tab') noteMoved(context);
  if (next === before) return;
  if (before === 'device') return moveFromDevice(context, next);
  if (isErasure(context.record)) logOutUnshared(context, context.record);
  const { record: mine } = context;
  // An erasure of this page may not be in IndexedDB yet.
  const durable = isErasedBy(found, mine) ? undefined : found;
  // A full localStorage has no erasure.
  if (mine && durable && isFromBeforeErasure(mine, durable)) {
    endByErasure(context, erasedBy(mine, durable, browser.clock.now()), mine);
  }
  const own = movingSession(context);
  const login = context.record?.login; // it moves with the session in which it was sent
  // Duplicates of this tab learn of the end of its own session.
  if (before === 'tab' && own) persistNewEpoch(context, undefined);
  if (before === 'tab') context.store.set(settings.key, null);
  const { record } = context;
  keepIn(context, next);
  const mirror = readMirror(context);
  const isMirrorBehind = !mirror || (!!durable && compareRecords(durable, mirror) > 0);
  const stored = isMirrorBehind ? durable : mirror;
  if (stored) moveOnto(context, stored, own, login);
  else persistNewEpoch(context, own, { login, deviceHash: hashFrom(context, record) });
}

/** The session that moves. The record of a lost one says that the next page must not resume it. */
function movingSession({ current, lost, record }: SessionContext): SavedSession | undefined {
  const session = lost ? record?.session : (current ?? record?.session);
  return session && { ...session, isLeft: undefined };
}

/** The device hash of a record. A new one says that the viewer has consented. */
const hashFrom = ({ browser }: SessionContext, record: SessionRecord | undefined): string =>
  record?.deviceHash || createDeviceHash(browser.clock.now(), browser.random);

/** Notes on the device that a tab keeps a session: a later withdrawal has to erase that. */
function noteMoved({ browser, settings: { key } }: SessionContext): void {
  const store = browser.textStore('device');
  const device = readSaved(store, key);
  if (device && isErasure(device)) writeSaved(store, key, { ...device, isMoved: true });
}

/**
 * Merges the session of this page into the stored record. One of the two sessions is used from now
 * on, and the other one is logged out.
 */
function moveOnto(
  context: SessionContext,
  stored: SessionRecord,
  own: SavedSession | undefined,
  login: AnnouncedLogin | undefined,
): void {
  const { record, browser, $user } = context;
  const userBefore = $user.get();
  const theirs = stored.session;
  const isLoggingIn = !!login && login.session === own?.id;
  const adopts = !!theirs && !isLoggingIn && adoptsStored(context, theirs, own);
  const dropped = adopts ? own : theirs;
  const isDropped = !!dropped && dropped.id !== (adopts ? theirs : own)?.id;
  const pending = [...(stored.ended ?? []), ...(record?.ended ?? [])];
  const ended = withEnded(pending, isDropped ? dropped : undefined, browser.clock.now());
  adoptRecord(context, {
    ...stored,
    deviceHash: stored.deviceHash || hashFrom(context, record),
    epoch: Math.max(stored.epoch, record?.epoch ?? 0),
    isWithdrawn: undefined,
    isMoved: undefined,
  });
  const used = adopts ? theirs : own;
  const moved = login?.session === used?.id ? { login } : undefined;
  const write = adopts ? persist : persistNewEpoch;
  write(context, used, { ended, losses: undefined, ...moved });
  if (adopts) useStored(context, theirs, userBefore);
  if (isDropped) reportEnd(context);
  if (adopts) emitUserChange(context, userBefore);
}

/**
 * Whether to use the stored session instead of the one of this page, in which no login is
 * announced. A viewer who is logged in stays logged in. The viewer of this page comes first, as
 * with a login. If both sessions have the same viewer, or none, the stored one is used while it is
 * valid: other tabs share it.
 */
function adoptsStored(
  { settings, browser }: SessionContext,
  stored: SavedSession,
  own: SavedSession | undefined,
): boolean {
  if (isOtherUser(stored, settings)) return false;
  if (!own) return true;
  if (!own.user && stored.user) return true;
  const isSameViewer = stored.user?.id === own.user?.id;
  return isSameViewer && canResume(stored, settings, browser.clock.now());
}

/**
 * Shows the stored session, or asks the platform first whether it still lives. `userBefore`: whom
 * the page showed.
 */
function useStored(
  context: SessionContext,
  stored: SavedSession,
  userBefore: User | null | undefined,
): void {
  const { settings, browser, current } = context;
  if (isSameSession(current, stored)) return;
  if (canResume(stored, settings, browser.clock.now())) {
    activate(context, stored, 'adopted');
    return;
  }
  if (current) endSession(context);
  openSession(context, 'open')
    .then(() => emitUserChange(context, userBefore))
    .catch(nothing); // the state shows the error
}

/** Moves the session to this tab, and erases it on the device. */
async function moveFromDevice(context: SessionContext, next: 'device' | 'tab'): Promise<void> {
  const { record, browser, settings } = context;
  const erasure = createErasure(record ? [record] : [], browser, {
    isWithdrawn: true,
    isMoved: true,
  });
  const note = storedNote(context);
  // An earlier page of this tab may have left a session, which no page can use any more.
  const earlier = readSaved(browser.textStore('tab'), settings.key)?.session;
  if (earlier && earlier.id !== record?.session?.id) void sendLogout(context, earlier);
  writeErasure(browser, settings.key, erasure);
  noteSessionOnly(context, note);
  keepIn(context, next);
  if (record) {
    const { epoch, erasedEpoch, erasures } = erasure;
    adoptRecord(context, { ...record, epoch, erasedEpoch, erasures });
    persist(context, record.session);
    askAfterLogin(context, record.login);
  }
  const { left, durable } = await completeErasure(context, erasure, undefined, 'session');
  for (const { login } of left) askAfterLogin(context, login); // announced at the same moment
  noteFinished(context, erasure);
  endIfErased(context, record, durable);
}

/** Ends a session that has moved, if another tab had erased it, and localStorage had lost that. */
function endIfErased(
  context: SessionContext,
  moved: SessionRecord | undefined,
  durable: SessionRecord | undefined,
): void {
  const isForgotten = durable && isErasure(durable) && !durable.isMoved;
  if (isForgotten && isErasedBy(moved, durable)) endByErasure(context, durable, moved);
}

/** Ends the session of this page, and tells the page. */
function endByErasure(
  context: SessionContext,
  erasure: SessionRecord,
  before: SessionRecord | undefined,
): void {
  const { current, $user } = context;
  const user = $user.get();
  endErased(context, erasure, before);
  if (current) context.emit('logout', user ?? null);
}

/**
 * Asks the platform whose session it is, after a login that another tab has announced: that tab
 * shares no record with this one any more.
 */
function askAfterLogin(context: SessionContext, login: AnnouncedLogin | undefined): void {
  const { announcedId, record } = context;
  const session = record?.session;
  const isOwn = login?.id === announcedId && !login?.isUnclear;
  if (!login || isOwn || login.session !== session?.id) return;
  persist(context, session, { login: { ...login, isUnclear: true } });
  settleLogin(context).catch(nothing); // the state shows the error
}
