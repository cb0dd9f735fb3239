import type { Browser } from '../../browser/browser.ts';
import { changeDurable } from '../../browser/change-durable.ts';
import { pause, type Clock } from '../../browser/clock.ts';
import { createDurable } from '../../browser/durable.ts';
import { hasNoDatabase } from '../../browser/has-no-database.ts';
import { nothing } from '../../browser/nothing.ts';
import { tabNoticeMs, type TextStore } from '../../browser/storage.ts';
import { UsherError } from '../../errors/usher-error.ts';
import type { SessionContext } from '../state/session-context.ts';
import { isErasedBy } from '../storage/compare-records.ts';
import { eraseDurable, withErasuresOf } from '../storage/erasure.ts';
import { readSaved, type SessionRecord } from '../storage/saved-session.ts';
import { unfinishedName } from '../storage/stored-names.ts';
import { writeSaved } from '../storage/write-saved.ts';

/** How long a database may take to answer. */
const timeoutMs = 2000;

const secondMs = 1000;

/** How often localStorage is read again. One more time is enough for each tab that writes. */
const maxLooks = 4;

const notErased = (cause?: unknown): UsherError =>
  new UsherError('unsupported', 'The browser does not erase what it stores', {
    cause,
    retryable: true,
  });

/** Records that an erasure has replaced. */
export interface Replaced {
  /** Those that other tabs had written into localStorage at the same moment. */
  readonly left: readonly SessionRecord[];
  /** The one in IndexedDB. localStorage may have lost it. */
  readonly durable: SessionRecord | undefined;
}

/**
 * Waits until an erasure is complete in all stores of the session.
 * @throws {UsherError} `unsupported` when the browser does not delete the stored data, or when that
 *   cannot be confirmed.
 */
export async function completeErasure(
  { browser, settings: { key } }: Pick<SessionContext, 'browser' | 'settings'>,
  erasure: SessionRecord,
  durable: Promise<SessionRecord | undefined> = eraseDurable(browser, key, erasure),
  scope: ErasureScope = 'all',
): Promise<Replaced> {
  const { clock } = browser;
  let hasDatabase = true;
  // A connection that was closing, or an aborted transaction, succeeds when it is tried again.
  const erased = within(clock, durable).catch((error: unknown) => {
    if (hasNoDatabase(error)) {
      hasDatabase = false;
      return undefined;
    }
    return within(clock, eraseDurable(browser, key, erasure));
  });
  const [left, old] = await Promise.all([
    eraseUntilNothingIsLeft(browser, key, erasure, scope),
    erased.catch((error: unknown) => {
      throw notErased(error);
    }),
  ]);
  // A store that is full has no erasure, so other tabs cannot learn of it.
  const stored = readSaved(browser.textStore('device'), key);
  if (hasDatabase && isErasedBy(stored, erasure)) throw notErased();
  return { left, durable: old };
}

const within = <T>(clock: Clock, write: Promise<T>): Promise<T> =>
  Promise.race([
    write,
    pause(clock, timeoutMs).then((): never => {
      throw new UsherError('timeout', 'The database does not answer');
    }),
  ]);

/**
 * Erases what other tabs write at the same moment, until nothing is left. A tab whose record is
 * replaced may be writing it again, and does not see the erasure until it has done so.
 */
async function eraseUntilNothingIsLeft(
  browser: Browser,
  key: string,
  erasure: SessionRecord,
  scope: ErasureScope,
): Promise<readonly SessionRecord[]> {
  const left: SessionRecord[] = [];
  while (left.length < maxLooks) {
    await pause(browser.clock, tabNoticeMs);
    const found = eraseLeftTexts(browser, key, erasure, scope);
    if (!found) break;
    left.push(found);
  }
  return left;
}

/**
 * Erases what another tab wrote at the same moment, before it could see the erasure, and returns
 * it. An erasure of everything comes after one of a session that only moves: the moved session is
 * erased too.
 */
function eraseLeftTexts(
  browser: Browser,
  key: string,
  erasure: SessionRecord,
  scope: ErasureScope,
): SessionRecord | undefined {
  const [device, tab] = [browser.textStore('device'), browser.textStore('tab')];
  const leftIn = (store: TextStore): SessionRecord | undefined => {
    const found = readSaved(store, key);
    return found && isErasedBy(found, erasure) ? found : undefined;
  };
  const left = leftIn(device);
  const last = scope === 'all' ? 'this' : 'other';
  if (left) writeSaved(device, key, withErasuresOf(erasure, left, last));
  if (leftIn(tab)) tab.set(key, null);
  if (leftIn(device) || leftIn(tab)) throw notErased();
  return left;
}

/** What an erasure includes: everything, or the session alone when it moves to another store. */
export type ErasureScope = 'all' | 'session';

/** An erasure that an earlier page began, and that is not confirmed. */
export interface UnfinishedErasure {
  /** Its `epochStartedAt` is the time of the call. */
  readonly erasure: SessionRecord;
  readonly scope: ErasureScope;
}

/** Comes before the note of an erasure when it includes the session alone. */
const sessionMark = 'session ';

type Place = Pick<SessionContext, 'browser' | 'settings'>;

/** What a note says: the name of the erasure, the wall time of the call in ms, what is erased. */
interface ErasureNote {
  readonly name: string;
  /** Absent in the note of an earlier version. */
  readonly calledAt: string | undefined;
  readonly isWithdrawn: boolean;
  readonly scope: ErasureScope;
}

function readNote(note: string): ErasureNote {
  const text = note.replace(sessionMark, '');
  const [name = '', calledAt, isWithdrawn] = text.split(' ');
  const scope = note === text ? 'all' : 'session';
  return { name, calledAt, isWithdrawn: isWithdrawn === 'true', scope };
}

/** Reads the note of an unconfirmed erasure. */
export function readUnfinished({
  browser: { textStore, clock },
  settings: { key },
}: Place): UnfinishedErasure | undefined {
  const store = textStore('device');
  const note = store.get(unfinishedName(key));
  if (!note) return undefined;
  const saved = readSaved(store, key);
  const { name, calledAt, isWithdrawn, scope } = readNote(note);
  // Another tab may have replaced the record of the erasure by an older one, which may have the
  // reason of an earlier erasure.
  const { epoch = 0, erasedEpoch = 1, erasures = [] } = saved ?? {};
  const epochStartedAt = Number(calledAt ?? clock.now());
  const erasure: SessionRecord = {
    deviceHash: '',
    // The erasure had at least the epoch of its time.
    epoch: Math.max(epoch, Math.floor(epochStartedAt / secondMs)),
    epochStartedAt,
    revision: 0,
    erasedEpoch,
    // A full store has the note only.
    erasures: [name, ...erasures.filter((each) => each !== name)],
    isWithdrawn,
    isMoved: scope === 'session',
  };
  return { erasure, scope };
}

/**
 * Reads the note of an erasure in IndexedDB, for a page whose localStorage has none: a killed
 * browser may have lost it. The session is erased, but the journal may not be.
 */
export async function readLostNote({
  browser,
  settings: { key },
}: Place): Promise<SessionRecord | undefined> {
  const note = await createDurable<string>(browser, unfinishedName(key)).read();
  if (!note) return undefined;
  const { name, calledAt } = readNote(note);
  return {
    deviceHash: '',
    epoch: 0,
    epochStartedAt: Number(calledAt),
    revision: 0,
    erasures: [name],
  };
}

/** The note of an unconfirmed erasure, as it is stored. */
export const storedNote = ({ browser, settings }: Place): string | null =>
  browser.textStore('device').get(unfinishedName(settings.key));

/**
 * Notes that the session alone is erased. `before`: the note before that. If it is of an erasure of
 * everything, it stays: the next page still has to complete that.
 */
export function noteSessionOnly(place: Place, before: string | null): void {
  const note = storedNote(place);
  if (note === null) return;
  const isAll = before !== null && readNote(before).scope === 'all';
  const { browser, settings } = place;
  const left = isAll ? before : sessionMark + note;
  browser.textStore('device').set(unfinishedName(settings.key), left);
}

/** Removes the notes of an erasure that is confirmed. A later erasure keeps its own. */
export function noteFinished({ browser, settings }: Place, erasure: SessionRecord): void {
  const store = browser.textStore('device');
  const name = unfinishedName(settings.key);
  const isOfThis = (note: unknown): boolean =>
    typeof note === 'string' && readNote(note).name === erasure.erasures?.[0];
  if (isOfThis(store.get(name))) store.set(name, null);
  changeDurable(browser.sessions, name, (note, durable) => {
    if (isOfThis(note)) durable.delete(name);
  }).catch(nothing); // the next page completes it again
}
