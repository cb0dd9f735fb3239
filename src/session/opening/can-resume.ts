import type { Settings } from '../settings.ts';
import type { SavedSession } from '../storage/saved-session.ts';

/** After 15 min without keepalive the platform may have ended a session. */
export const maxGapMs = 900_000;

/**
 * Whether a session belongs to another user of the publisher than this page: it was opened with
 * another reference. A page without a reference, after one that had it, is another user too. An
 * empty reference is none.
 */
export const isOtherUser = (
  { reference }: SavedSession,
  { init, isReturnPage }: Settings,
): boolean => !isReturnPage && (reference || '') !== (init['externalUserReference'] || '');

/**
 * Whether this page can use a stored session without a request. A page without init fields uses
 * any of its user. For a session without a fingerprint init is always sent.
 */
export const canResume = (session: SavedSession, settings: Settings, now: number): boolean =>
  settings.mode !== 'static' &&
  !isOtherUser(session, settings) &&
  !!session.fingerprint &&
  (session.fingerprint === settings.fingerprint || !(settings.query || settings.body)) &&
  Math.abs(now - session.keptAliveAt) < maxGapMs;
