import { nothing } from '../../browser/nothing.ts';
import type { Values } from '../../contract/encode-fields.ts';
import { payment } from '../../contract/payment.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { identityChanged } from '../../errors/identity-changed.ts';
import { claimOptions } from '../../item/claimant.ts';
import type { RequestOptions } from '../../session/request.ts';
import type { SavedSession } from '../../session/storage/saved-session.ts';
import { viewerChecks } from '../../session/viewer-checks.ts';
import type { CheckoutContext } from '../context.ts';
import { ensureYoungLease } from '../finish/owners-request-options.ts';
import { isForgotten, type Buyer } from '../purchase/ownership.ts';
import type { PurchaseLease } from '../purchase/purchase-record.ts';
import { hasChanged, isOthersSession } from '../purchase/viewer-at-call.ts';

/** An answer, and the session of its call. */
export interface ViewerAnswer {
  readonly answer: Answer;
  readonly session: SavedSession | undefined;
}

/** The options of `usher.call('payment/cancelsubscription')`. */
export interface CancelOptions extends RequestOptions {
  /**
   * `true`: with `cancelTransaction`, the call also deletes a transaction that this device does not
   * know, because another device of the viewer began it. The platform decides alone whether it has
   * failed. Default: such a call rejects with `unknown-transaction`, and nothing is sent.
   */
  readonly ofAnotherDevice?: boolean | undefined;
}

/** A payment call. */
export interface ViewerCall {
  readonly name: string;
  readonly values: Values;
  /** The lease of the purchase, for a call that needs one: it is sent only while that is young. */
  readonly lease?: PurchaseLease | undefined;
}

/** The options of a call, and the user at the page's call, before any code was loaded for it. */
export interface ViewerOptions extends CancelOptions {
  readonly askedBy: Buyer | undefined;
}

/**
 * Makes a payment call for the viewer at the time of the call, whatever it has to wait for: code,
 * a session, a signature. Without a user, it is made for one whom this page logs in meanwhile, but
 * a claim is not: it would use that user's subscription.
 * @throws {UsherError} Before anything is sent: `identity-changed` if the session belongs to
 *   another viewer by then, `aborted` if the lease is old.
 */
export async function callForViewer(
  context: CheckoutContext,
  { name, values, lease }: ViewerCall,
  options: ViewerOptions,
): Promise<ViewerAnswer> {
  let session: SavedSession | undefined;
  const { askedBy } = options;
  const checks =
    name === 'itemstate'
      ? claimOptions(context.session, askedBy)
      : viewerChecks(context.session, nothing);
  const findSession = async (): Promise<SavedSession | undefined> => {
    if (isForgotten(context, askedBy)) throw identityChanged();
    session = await checks.findSession();
    if (session && isOthersSession(context, session, askedBy)) throw identityChanged();
    return session;
  };
  const beforeSend = (): void => {
    checks.beforeSend();
    if (hasChanged(context, askedBy)) throw identityChanged();
    ensureYoungLease(context, lease);
  };
  const answer = await context.request(payment, name, values, {
    ...options,
    findSession,
    beforeSend,
  });
  return { answer, session };
}
