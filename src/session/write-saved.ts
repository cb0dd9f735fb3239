import type { TextStore } from '../browser/storage.ts';
import { writeJson } from '../browser/write-json.ts';
import type { Saved } from './saved-session.ts';

/** What the `add…` flags brought is kept up to this size, in characters. */
const largestData = 32 * 1024;

/**
 * The part of a record that is kept. Data that are too large are left out, and the fingerprint with
 * them: so the next page asks again, for the same session.
 */
export function keepable(saved: Saved): Saved {
  const { session } = saved;
  return session && writeJson(session.data ?? 0).length > largestData
    ? { ...saved, session: { ...session, data: {}, fingerprint: '' } }
    : saved;
}

/** Keeps a record. Gives back the text that now stands in the store. */
export function writeSaved(store: TextStore, key: string, saved: Saved): string {
  const text = writeJson(keepable(saved));
  store.set(key, text);
  return text;
}
