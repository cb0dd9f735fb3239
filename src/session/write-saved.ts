import type { TextStore } from '../browser/storage.ts';
import type { Saved } from './saved-session.ts';

/** What the `add…` flags brought is kept up to this size, in characters. */
const largestData = 32 * 1024;

/** Keeps it. Data that is too large is left out, and the fingerprint with it: so the next page asks again, for the same session. */
export function writeSaved(store: TextStore, key: string, { hash, session }: Saved): void {
  const small = session && JSON.stringify(session.data).length > largestData ? { ...session, data: {}, fingerprint: '' } : session;
  store.set(key, JSON.stringify({ hash, session: small }));
}
