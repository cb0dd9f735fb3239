import { nothing } from '../browser/nothing.ts';
import { identityChanged } from '../errors/identity-changed.ts';
import { refuseDuringLogin } from '../session/account/refuse-during-login.ts';
import type { InternalRequestOptions } from '../session/request.ts';
import type { SessionDriver } from '../session/session.ts';
import type { SavedSession } from '../session/storage/saved-session.ts';

/**
 * The ID of the user whom the page shows when it claims. `null`: no user is logged in. `undefined`:
 * not known yet.
 */
export type Claimant = string | null | undefined;

/** The options with which a claim is sent in a session of its viewer only. */
export type ClaimOptions = Required<Pick<InternalRequestOptions, 'findSession' | 'beforeSend'>>;

/**
 * Options with which a claim is sent in a session of its viewer only. The viewer is compared when
 * the session is there, and again when the bytes leave. While the viewer is not known, the first
 * one who is known counts. The call rejects with `identity-changed`, before anything is sent.
 */
export function claimOptions(
  { context, current, ready }: SessionDriver,
  shown: Claimant,
): ClaimOptions {
  let claimant = shown;
  const compare = (session: SavedSession | undefined): void => {
    if (!session) return;
    const userId = session.user?.id ?? null;
    if (claimant === undefined) claimant = userId;
    if (userId !== claimant) throw identityChanged();
  };
  const findSession: ClaimOptions['findSession'] = async () => {
    const session = await ready();
    compare(session);
    return session;
  };
  if (shown === undefined) findSession().catch(nothing); // the state shows the error of the claim
  return {
    findSession,
    beforeSend() {
      refuseDuringLogin(context);
      compare(current());
    },
  };
}
