import type { Browser } from '../../browser/browser.ts';
import { changeDurable } from '../../browser/change-durable.ts';
import { isErasedBy, otherErasureDigit, withdrawalDigit } from './compare-records.ts';
import { parseRecord, type SessionRecord } from './saved-session.ts';
import { claimName, systemListsName, tabEndsName, unfinishedName } from './stored-names.ts';
import { writeSaved } from './write-saved.ts';

/** How much an erasure raises the epoch: more than other tabs can raise it at the same moment. */
const erasureStep = 1000;
const secondMs = 1000;
/** How many erasures a record names: more than a frozen page can miss. */
const maxErasures = 20;

/**
 * An erasure that names those of another record too: two tabs may have erased at the same moment.
 * It has the later epoch of both, the same in localStorage and in IndexedDB. `last`: the one that
 * counts as the last.
 */
export function withErasuresOf(
  erasure: SessionRecord,
  { erasures: others = [], epoch = 0 }: Partial<SessionRecord> = {},
  last: 'this' | 'other' = 'this',
): SessionRecord {
  const own = erasure.erasures ?? [];
  return {
    ...erasure,
    epoch: Math.max(erasure.epoch, epoch),
    erasures: last === 'this' ? uniteNames(own, others) : uniteNames(others, own),
  };
}

/**
 * The names of erasures, each once, the latest first. `undefined` without any. The last one of each
 * list comes before all others, so that none of them is cut off.
 */
export const uniteNames = (
  ...lists: (readonly string[] | undefined)[]
): readonly string[] | undefined => {
  const first = (count: number): string[] => lists.flatMap((names) => names?.slice(0, count) ?? []);
  const all = new Set([...first(1), ...first(maxErasures)]);
  return all.size ? Array.from(all).slice(0, maxErasures) : undefined;
};

/** Why everything is erased. Without a reason it was `forget()`. */
export type ErasureReason = Pick<SessionRecord, 'isWithdrawn' | 'isMoved'>;

/** Creates the erasure of the given records. Its record has the reason. */
export function createErasure(
  records: readonly SessionRecord[],
  { clock, random }: Pick<Browser, 'clock' | 'random'>,
  reason: ErasureReason,
): SessionRecord {
  const now = clock.now();
  // The clock counts too: a later erasure has a higher epoch than one whose number was lost.
  const epoch = Math.max(
    Math.floor(now / secondMs),
    ...records.map((record) => record.epoch + erasureStep),
  );
  const firstDigit = reason.isWithdrawn ? withdrawalDigit : otherErasureDigit;
  return {
    deviceHash: '',
    epoch,
    epochStartedAt: now,
    revision: 0,
    erasedEpoch: epoch,
    erasures: uniteNames(
      [firstDigit + String(random()).slice(2)],
      ...records.map((record) => record.erasures ?? []),
    ),
    ...reason,
  };
}

/** The name of an erasure, its wall time in ms, and whether consent was withdrawn. */
const noteOf = ({ erasures, epochStartedAt, isWithdrawn }: SessionRecord): string =>
  `${erasures![0]} ${epochStartedAt} ${!!isWithdrawn}`;

/**
 * Writes an erasure into localStorage, and clears sessionStorage: pages of a tab find the erasure
 * of the device. A store that is full, or read-only, at least removes its entry. Returns the text
 * of the record.
 */
export function writeErasure(
  { textStore }: Pick<Browser, 'textStore'>,
  key: string,
  erasure: SessionRecord,
): string {
  const device = textStore('device');
  for (const store of [device, textStore('tab')]) {
    for (const name of [key, claimName(key), tabEndsName(key)]) store.set(name, null);
  }
  device.set(unfinishedName(key), noteOf(erasure));
  return writeSaved(device, key, erasure);
}

/**
 * Erases the durable record, and the lists that were read in its session, and notes that the
 * journal is not erased yet. It begins in the present task. A record that knows the erasure is
 * newer, and stays. Resolves with the erased record.
 */
export async function eraseDurable(
  { sessions }: Pick<Browser, 'sessions'>,
  key: string,
  erasure: SessionRecord,
): Promise<SessionRecord | undefined> {
  let erased: SessionRecord | undefined;
  await changeDurable(sessions, key, (record, store) => {
    const old = parseRecord(record);
    if (isErasedBy(old, erasure)) {
      erased = old;
      store.put(withErasuresOf(erasure, old), key);
    }
    store.delete(systemListsName(key));
    if (!erasure.isMoved) store.put(noteOf(erasure), unfinishedName(key));
  });
  return erased;
}
