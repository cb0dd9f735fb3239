import type { StorageScope, TextStore } from '../../browser/storage.ts';
import type { AnnouncedLogin } from '../account/announced-login.ts';
import type { BackgroundTasks, SessionOptions } from '../session-options.ts';
import type { Writable } from '../state/writable.ts';
import { isErasedBy, isOutdated, isSameSession } from './compare-records.ts';
import type { SavedSession, SessionRecord } from './saved-session.ts';
import { readStored } from './stored-record.ts';
import { noteTabEnd } from './tab-ends.ts';
import { writeSaved } from './write-saved.ts';

/** The stored record of the session, and its store. Only the functions of this file change it. */
export interface SessionPersistence {
  readonly persistence: StorageScope;
  readonly store: TextStore;
  /** The record that this page works with. */
  readonly record?: SessionRecord | undefined;
  /** The text in the store, as this page has last read or written it. */
  readonly storedText: string | null;
}

type PersistenceParts = Writable<SessionPersistence> &
  Pick<SessionOptions, 'browser' | 'settings' | 'disposal'> & {
    readonly background?: BackgroundTasks | undefined;
  };

/** Switches to another store. */
export function keepIn(context: PersistenceParts, persistence: StorageScope): void {
  context.persistence = persistence;
  context.store = context.browser.textStore(persistence);
}

/** Adopts a record as it is, or that there is none. Another tab, or an earlier page, wrote it. */
export function adoptRecord(context: PersistenceParts, record: SessionRecord | undefined): void {
  context.record = record;
}

/** Sets a record, and writes it into the store. */
export function replaceRecord(context: PersistenceParts, record: SessionRecord): void {
  context.record = record;
  writeRecord(context, record);
}

/**
 * Writes a record into the store. An erasure of another tab that this page has not read yet is
 * never overwritten.
 */
export function writeRecord(
  context: PersistenceParts,
  record: SessionRecord,
  store: TextStore = context.store,
): void {
  if (isErasedBy(record, readMirror(context))) return;
  context.storedText = writeSaved(store, context.settings.key, record);
}

/** Notes the text that another tab has written. */
export function noteStoredText(context: PersistenceParts, text: string | null): void {
  context.storedText = text;
}

/**
 * Reads the record again. Another tab may have changed it, or the opening that was sent before this
 * session was created.
 */
export function refresh(context: PersistenceParts): void {
  const found = readMirror(context);
  if (found && !isOutdated(found, context.record)) adoptRecord(context, found);
}

/** Reads the record again. Acts on the changes of other tabs when the code for that is loaded. */
export function followMirror(context: PersistenceParts): void {
  const { background } = context;
  if (background) background.sync();
  else refresh(context);
}

/** The stored record, or the erasure of the device that this page does not know. */
export const readMirror = ({
  persistence,
  settings: { key },
  browser,
  record,
}: PersistenceParts): SessionRecord | undefined =>
  readStored({ key, persistence }, browser, record);

/** The announced login. Another tab may have announced or settled it since this tab last read. */
export function presentLogin(context: PersistenceParts): AnnouncedLogin | undefined {
  const { record } = context;
  const stored = readMirror(context);
  const isCurrent = stored && stored.epoch === record?.epoch && !isOutdated(stored, record);
  return (isCurrent ? stored : record)?.login;
}

/** The ID that distinguishes duplicated tabs of one session. */
function epochIdOf({ record, browser }: PersistenceParts, epoch: 'new' | 'same'): string {
  return epoch === 'same' && record?.epochId ? record.epochId : String(browser.random()).slice(2);
}

/** Keeps the signature of a logout that another tab has added to the record of a session. */
function withTokenOf(session: SavedSession, stored: SavedSession | undefined): SavedSession {
  if (session.logoutToken || stored?.id !== session.id || stored.secret !== session.secret) {
    return session;
  }
  return { ...session, logoutToken: stored.logoutToken };
}

/** Stores a session, or that there is none. A change of session or user begins an epoch. */
export function persist(
  context: PersistenceParts,
  session: SavedSession | undefined,
  changes: Partial<SessionRecord> = {},
): void {
  const before = context.record?.session;
  const hasChanged = session ? !isSameSession(before, session) : !!before;
  write(context, session, changes, hasChanged ? 'new' : 'same');
}

/** Stores a session, or that there is none, and begins an epoch even if nothing has changed. */
export function persistNewEpoch(
  context: PersistenceParts,
  session: SavedSession | undefined,
  changes: Partial<SessionRecord> = {},
): void {
  write(context, session, changes, 'new');
}

function write(
  context: PersistenceParts,
  session: SavedSession | undefined,
  changes: Partial<SessionRecord>,
  epoch: 'new' | 'same',
): void {
  const { record: before, browser, background } = context;
  if (context.disposal.aborted) return;
  const begins = epoch === 'new';
  const login = presentLogin(context);
  const unclear = login && { ...login, isUnclear: true };
  const record = {
    deviceHash: session?.deviceHash ?? '',
    ...before,
    epoch: (before?.epoch ?? 0) + (begins ? 1 : 0),
    revision: (before?.revision ?? 0) + 1,
    // Later than before, even when the clock is set back.
    epochStartedAt:
      begins || !before
        ? Math.max(browser.clock.now(), (before?.epochStartedAt ?? 0) + 1)
        : before.epochStartedAt,
    epochId: context.persistence === 'tab' ? epochIdOf(context, epoch) : undefined,
    login: login?.session === session?.id ? login : undefined,
    endedLogin: session ? undefined : (unclear ?? before?.endedLogin),
    ...changes,
    session: session && withTokenOf(session, before?.session),
  };
  noteTabEnd(context, before, record);
  replaceRecord(context, record);
  background?.onPersisted();
}
