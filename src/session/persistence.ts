import type { Persistence, TextStore } from '../browser/storage.ts';
import { readSaved } from './saved-session.ts';
import type { Saved, SavedSession } from './saved-session.ts';
import type { BackgroundTasks, SessionOptions } from './session-options.ts';
import { writeSaved } from './write-saved.ts';

/** What is kept of the session, and where. */
export interface SessionPersistence {
  persistence: Persistence;
  store: TextStore;
  /** The record that is kept, and its text in the store. */
  saved?: Saved | undefined;
  text: string | null;
}

/** What the functions of this file need of a session. */
type PersistenceParts = SessionPersistence &
  Pick<SessionOptions, 'browser' | 'settings'> & {
    readonly background: BackgroundTasks;
    readonly disposed?: boolean;
  };

/** Keeps the session in another store from now on. */
export function keepIn(context: PersistenceParts, persistence: Persistence): void {
  context.persistence = persistence;
  context.store = context.browser.textStore(persistence);
}

/** Takes a record as it is: another tab, or an earlier page, has written it. */
export function adoptRecord(context: PersistenceParts, saved: Saved): void {
  context.saved = saved;
}

/** Takes a record, and writes it into the store. */
export function replaceRecord(
  context: PersistenceParts,
  saved: Saved,
  write: typeof writeSaved = writeSaved,
): void {
  context.saved = saved;
  writeRecord(context, saved, write);
}

/** Writes a record into the store, where something else may be written. */
export function writeRecord(
  context: PersistenceParts,
  saved: Saved,
  write: typeof writeSaved = writeSaved,
): void {
  context.text = write(context.store, context.settings.key, saved);
}

/** Notes what another tab has written into the store. */
export function noteText(context: PersistenceParts, text: string | null): void {
  context.text = text;
}

/**
 * What is kept may have changed since: another tab writes it too, and so did the opening that left
 * before this was made.
 */
export function refresh(context: PersistenceParts): void {
  const found = readMirror(context);
  if (found && found.epoch >= (context.saved?.epoch ?? 0)) adoptRecord(context, found);
}

/** The record that stands in the mirror. */
export const readMirror = ({ store, settings }: PersistenceParts): Saved | undefined =>
  readSaved(store, settings.key);

/** Whether two are the same session of the same user. */
export const isSameSession = (one: SavedSession | undefined, other: SavedSession): boolean =>
  one?.id === other.id && one.user?.id === other.user?.id;

/** What tells duplicated tabs of one session apart. */
function markOf({ saved, browser }: PersistenceParts, begins: boolean): string {
  return begins || !saved?.mark ? String(browser.random()).slice(2) : saved.mark;
}

/**
 * Keeps a session, or that there is none. An end and a change of session or user begin an epoch.
 */
export function persist(
  context: PersistenceParts,
  session: SavedSession | undefined,
  changes: Partial<Saved> = {},
  ends = false,
): void {
  const { saved, browser, background } = context;
  if (context.disposed) return;
  const before = saved?.session;
  const begins = ends || (session ? !isSameSession(before, session) : !!before);
  const record = {
    hash: session?.hash ?? '',
    ...saved,
    epoch: (saved?.epoch ?? 0) + (begins ? 1 : 0),
    revision: (saved?.revision ?? 0) + 1,
    // Later than before, also when the clock is set back.
    since: begins || !saved ? Math.max(browser.clock.now(), (saved?.since ?? 0) + 1) : saved.since,
    mark: context.persistence === 'tab' ? markOf(context, begins) : undefined,
    ...changes,
    session,
  };
  replaceRecord(context, record);
  background.kept?.(record, saved);
}
