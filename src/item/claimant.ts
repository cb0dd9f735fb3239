import { nothing } from '../browser/nothing.ts';
import { identityChanged } from '../errors/identity-changed.ts';
import type { SessionDriver } from '../session/session.ts';
import type { SavedSession } from '../session/storage/saved-session.ts';

/** Returns the session that a call carries. */
export type FindSession = () => Promise<SavedSession | undefined>;

/**
 * The ID of the user whom the page shows when it claims. `null`: no user is logged in. `undefined`:
 * not known yet.
 */
export type Claimant = string | null | undefined;

/**
 * Returns the session for the claim of a viewer, at the moment of sending. While the viewer is not
 * known, the first one who is known counts.
 * @throws {UsherError} `identity-changed` when the session belongs to another viewer.
 */
export function sessionForClaim({ ready }: SessionDriver, shown: Claimant): FindSession {
  let claimant = shown;
  const findSession: FindSession = async () => {
    const session = await ready();
    if (!session) return session;
    const userId = session.user?.id ?? null;
    if (claimant === undefined) claimant = userId;
    if (userId !== claimant) throw identityChanged();
    return session;
  };
  if (shown === undefined) findSession().catch(nothing); // the state shows the error of the claim
  return findSession;
}
