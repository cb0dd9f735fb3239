import { nothing } from '../../browser/nothing.ts';
import { randomToken } from '../../browser/random-token.ts';
import { identityChanged } from '../../errors/identity-changed.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { userKey } from '../../session/state/session-state.ts';
import { viewerOf } from '../../session/state/viewer.ts';
import { withDeadline } from '../../transport/deadline.ts';
import type { CheckoutContext } from '../context.ts';
import { journalUnavailable } from '../purchase/journal.ts';
import { isAnotherViewer, ownerNameOf, ownershipOf, type Buyer } from '../purchase/ownership.ts';
import {
  boughtItemText,
  isKept,
  type PrepareValues,
  type PurchaseRecord,
} from '../purchase/purchase-record.ts';
import type { Receipt } from '../selling.ts';
import { termsOf, type SubscriptionTerms } from '../subscription-terms.ts';

/**
 * The granted purchases of this device and viewer, from the journal.
 * @throws {UsherError} `static-session`: it is not known who the viewer is. `journal-unavailable`:
 *   it cannot be read.
 */
export async function listReceipts(context: CheckoutContext): Promise<readonly Receipt[]> {
  const { session, purchases } = context;
  if (!(await session.ready())) throw noSession();
  const records = await purchases.read();
  if (!records) throw journalUnavailable('read');
  // The session may have been lost meanwhile.
  if (!viewerOf(session) && !(await session.ready())) throw noSession();
  return records.flatMap((record) => {
    const { step, transactionID } = record;
    const isOwn = step === 'granted' && transactionID && ownershipOf(context, record) === 'own';
    return isOwn ? [receiptOf(record, transactionID)] : [];
  });
}

const noSession = (): UsherError => new UsherError('static-session', 'Receipts need a session');

/** The receipt of a purchase. Terms that are not known are absent. */
function receiptOf(record: PurchaseRecord, transactionId: string): Receipt {
  const { names, values, expiresAt = null } = record;
  const { operation = '' } = values;
  const known = Object.entries(termsOf(record)).filter(([, term]) => term !== undefined);
  return {
    transactionId,
    operation,
    item: boughtItemText(values),
    globalId: names?.globalId ?? null,
    title: names?.title ?? null,
    expiresAt,
    ...Object.fromEntries(known),
  };
}

/** The deadline of `listSubscriptions`, in ms: that of a read with its repeats. */
const listMs = 30_000;

/**
 * The viewer's subscriptions: the publisher's list, else those among the receipts that last or
 * renew themselves, the newest first.
 * @throws {UsherError} `identity-changed`: the publisher's list is that of another viewer, or was
 *   requested without a user. `timeout`: there is none after 30 s.
 */
export async function listSubscriptions(context: CheckoutContext): Promise<readonly Receipt[]> {
  const { selling, session, browser } = context;
  if (!selling.listSubscriptions) {
    const now = browser.clock.now();
    return (await listReceipts(context))
      .filter(({ operation }) => operation === 'subscription')
      .filter(({ expiresAt, willRenew }) => expiresAt === null || expiresAt > now || willRenew)
      .reverse();
  }
  const asked = userKey(session.$user.get());
  const list = async (): Promise<readonly Receipt[]> => selling.listSubscriptions!();
  const listed = await withDeadline(browser.clock, listMs, [], list);
  if (asked !== undefined && isAnotherViewer(context, asked)) throw identityChanged();
  return listed;
}

/** For whom and when a call was made that brings a receipt. */
interface ReceiptCall {
  readonly buyer: Buyer | undefined;
  /** Wall time in ms. An erasure after the call erases the receipt too. */
  readonly calledAt: number;
  /** Whether the viewer has been forgotten since. */
  readonly isErased: () => boolean;
}

/** What a call has sold, or changed. */
interface ReceiptChange {
  /** What was sold. `undefined`: the call has changed a subscription. */
  readonly values: PrepareValues | undefined;
  readonly transactionId: string | null;
  readonly expiresAt: number | null;
  readonly terms: SubscriptionTerms;
}

/**
 * Keeps the receipt of a call without a purchase, or updates that of a subscription. A receipt that
 * is known already is updated in its place, also when the same transaction is restored. The call
 * has succeeded even if the journal cannot be written.
 */
export async function updateReceipts(
  { purchases, selling, browser }: CheckoutContext,
  { buyer, calledAt, isErased }: ReceiptCall,
  { values, transactionId, expiresAt, terms }: ReceiptChange,
): Promise<void> {
  if (buyer === undefined || !transactionId || selling.journal === false) return;
  const now = browser.clock.now();
  const update = (receipt: PurchaseRecord): PurchaseRecord => {
    const updated = {
      ...receipt,
      expiresAt: expiresAt ?? receipt.expiresAt ?? null,
      terms: { ...receipt.terms, ...terms },
    };
    // What is granted again is kept, although the time of its record may be over.
    return values && !isKept(updated, now) ? { ...updated, changedAt: now } : updated;
  };
  await purchases
    .change((all) => {
      if (isErased()) return all;
      const owner = ownerNameOf(buyer, all);
      const known = all.find(
        (each) =>
          (each.step === 'granted' || each.step === 'verifying') &&
          each.owner === owner &&
          each.transactionID === transactionId,
      );
      if (known) return all.map((each) => (each === known ? update(each) : each));
      if (!values) return all;
      const times = { startedAt: calledAt, changedAt: now };
      const identity = { id: randomToken(), owner, transactionID: transactionId };
      return [...all, update({ ...identity, step: 'granted', values, ...times })];
    })
    .catch(nothing);
}
