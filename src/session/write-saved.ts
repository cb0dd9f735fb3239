import type { TextStore } from '../browser/storage.ts';
import type { Saved } from './saved-session.ts';

/** What the `add…` flags brought is kept up to this size, in characters. */
const largestData = 32 * 1024;

/** What of it is kept. Data that is too large is left out, and the fingerprint with it: so the next page asks again, for the same session. */
export function keepable(saved: Saved): Saved {
  const { session } = saved;
  return session && JSON.stringify(session.data ?? 0).length > largestData ? { ...saved, session: { ...session, data: {}, fingerprint: '' } } : saved;
}

/** Keeps it. Gives back the text that now stands there. */
export function writeSaved(store: TextStore, key: string, saved: Saved): string {
  const text = JSON.stringify(keepable(saved));
  store.set(key, text);
  return text;
}
