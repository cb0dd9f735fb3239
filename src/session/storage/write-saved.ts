import type { TextStore } from '../../browser/storage.ts';
import { writeJson } from '../../browser/write-json.ts';
import type { SessionRecord } from './saved-session.ts';

/** The largest data of the `add…` flags that is stored, in characters. */
const maxDataLength = 32 * 1024;

/**
 * The part of a record that is stored. Data that is too large is left out, together with the
 * fingerprint. So the next page sends init again, for the same session.
 */
export function keepable(saved: SessionRecord): SessionRecord {
  const { session } = saved;
  return session && writeJson(session.data ?? 0).length > maxDataLength
    ? { ...saved, session: { ...session, data: {}, fingerprint: '' } }
    : saved;
}

/**
 * Stores a record. A full store loses the record before it: another tab, or the next page, would go
 * on with that, while IndexedDB may have the new one. Returns the text of the record.
 */
export function writeSaved(store: TextStore, key: string, saved: SessionRecord): string {
  const text = writeJson(keepable(saved));
  store.set(key, text);
  if (store.get(key) !== text) store.set(key, null);
  return text;
}
