import type { Settings } from '../settings.ts';
import { isSameSession } from './compare-records.ts';
import type { SavedSession } from './saved-session.ts';

/**
 * A session that another page has stored, with the data that this page's own init fields have
 * brought. The other page may have other fields, and data that is too large is not stored: in both
 * cases the stored session has another fingerprint. `own`: what this page knows. Its data is not
 * kept for another session or user.
 */
export function withOwnData(
  stored: SavedSession,
  own: SavedSession | undefined,
  { fingerprint }: Settings,
): SavedSession {
  const isOfOtherFields = stored.fingerprint !== fingerprint;
  return own && isOfOtherFields && isSameSession(own, stored)
    ? { ...stored, data: { ...own.data, ...stored.data } }
    : stored;
}
