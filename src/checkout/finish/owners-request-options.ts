import { AbortedError } from '../../errors/aborted-error.ts';
import { identityChanged } from '../../errors/identity-changed.ts';
import { viewerChecks, type ViewerChecks } from '../../session/viewer-checks.ts';
import type { CheckoutContext } from '../context.ts';
import { isOwnersSession, ownershipOf } from '../purchase/ownership.ts';
import { leaseMs, type PurchaseLease, type PurchaseRecord } from '../purchase/purchase-record.ts';

/**
 * A page that was frozen after it took a lease must not send any more: its request must be complete
 * before the lease ends.
 */
const latestSendMs = 15_000;

/**
 * Refuses to send a request whose lease is old.
 * @throws {UsherError} `aborted`: the page was frozen, and another page may have the next lease.
 */
export function ensureYoungLease(
  { browser }: Pick<CheckoutContext, 'browser'>,
  lease: PurchaseLease | undefined,
): void {
  if (lease && browser.clock.now() > lease.expiresAt - leaseMs + latestSendMs) {
    throw new AbortedError('frozen');
  }
}

/**
 * Options with which a request of a purchase is sent only in a session of its owner, and only while
 * its lease is young. Both are checked with the session, and again when the bytes leave: a page may
 * be frozen, or another tab may log somebody in, while the call is signed. The request rejects with
 * `identity-changed` or `aborted`, before anything is sent.
 */
export function ownersRequestOptions(
  context: CheckoutContext,
  purchase: PurchaseRecord,
): ViewerChecks {
  return viewerChecks(context.session, (session) => {
    const isOfOther = session
      ? !isOwnersSession(session, purchase)
      : ownershipOf(context, purchase) === 'other';
    if (isOfOther) throw identityChanged();
    ensureYoungLease(context, purchase.lease);
  });
}
