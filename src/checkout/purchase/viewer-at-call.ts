import { viewerOf } from '../../session/state/viewer.ts';
import type { SavedSession } from '../../session/storage/saved-session.ts';
import type { Buyer, ViewerSource } from './ownership.ts';

// The viewer who made a call, compared with the present one. Only code for buying and for payment
// calls needs it, so that it is not loaded for a finish.

/**
 * Whether a user is not the viewer who made a call. A call of a viewer without a user is made for
 * the one whom this page itself has logged in since, and not for one whom another tab has logged
 * in. `asked` is `undefined` when it was not known at the call who the viewer was.
 */
function isAnother(
  { session: { context } }: ViewerSource,
  userId: Buyer,
  asked: Buyer | undefined,
): boolean {
  if (asked === undefined || userId === asked) return false;
  if (asked !== null) return true;
  const { pageLogin, record } = context;
  // Two tabs that do not know of each other's login may begin epochs of the same number.
  return pageLogin?.userId !== userId || pageLogin?.epoch !== record?.epoch;
}

/**
 * Whether a session is not that of the viewer who made a call. While a login is unclear, the page
 * shows no viewer, and the session may belong to another one already.
 */
export const isOthersSession = (
  source: ViewerSource,
  { user }: Pick<SavedSession, 'user'>,
  asked: Buyer | undefined,
): boolean => isAnother(source, user ? user.id : null, asked);

/** Whether the viewer is not the one of the session in which a call was sent. */
export const hasChangedSince = (
  source: ViewerSource,
  session: Pick<SavedSession, 'user'> | undefined,
): boolean => !!session && hasChanged(source, session.user ? session.user.id : null);

/** Whether the viewer has changed since a call was made. `false` while the viewer is not known. */
export function hasChanged(source: ViewerSource, asked: Buyer | undefined): boolean {
  const viewer = viewerOf(source.session);
  return !!viewer && isAnother(source, viewer.userId, asked);
}
