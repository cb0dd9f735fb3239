import { nothing } from '../browser/nothing.ts';
import { identityChanged } from '../errors/identity-changed.ts';
import type { SessionDriver } from '../session/session.ts';
import { viewerChecks, type ViewerChecks } from '../session/viewer-checks.ts';

/**
 * The ID of the user whom the page shows when it claims. `null`: no user is logged in. `undefined`:
 * not known yet.
 */
export type Claimant = string | null | undefined;

/**
 * Options with which a claim is sent in a session of its viewer only. The viewer is compared when
 * the session is there, and again when the bytes leave. While the viewer is not known, the first
 * one who is known counts. The call rejects with `identity-changed`, before anything is sent.
 */
export function claimOptions(session: SessionDriver, shown: Claimant): ViewerChecks {
  let claimant = shown;
  const checks = viewerChecks(session, (found) => {
    if (!found) return;
    const userId = found.user?.id ?? null;
    if (claimant === undefined) claimant = userId;
    if (userId !== claimant) throw identityChanged();
  });
  // The state shows the error of the claim.
  if (shown === undefined) checks.findSession().catch(nothing);
  return checks;
}
