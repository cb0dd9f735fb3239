import { nothing } from '../../browser/nothing.ts';
import { randomToken } from '../../browser/random-token.ts';
import type { Values } from '../../contract/encode-fields.ts';
import { isSet } from '../../contract/field.ts';
import { performsTransaction } from '../../contract/item-state.ts';
import { payment } from '../../contract/payment.ts';
import { purchaseArea } from '../../contract/purchase.ts';
import type { Answer } from '../../dialect/envelope.ts';
import type { AbortReason } from '../../errors/abort-reason.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { identityChanged } from '../../errors/identity-changed.ts';
import { purchaseInProgress } from '../../errors/purchase-in-progress-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { abandonAll, chooseOpen, ensureNoneUnread, newPurchase } from '../buy/find-or-add.ts';
import { presentBuyer, sendPrepare } from '../buy/prepare.ts';
import { checkValues } from '../check-values.ts';
import type { CheckoutContext } from '../context.ts';
import { sendFinish } from '../finish/finish.ts';
import { takeLease } from '../finish/take-lease.ts';
import { isSameDeal } from '../purchase/deal.ts';
import { advance } from '../purchase/machine.ts';
import { isOwnerOf, ownerNameOf, ownershipOf, type Buyer } from '../purchase/ownership.ts';
import {
  isGivenUp,
  isSameIntent,
  isUnsettled,
  withoutLeadingZeros,
  type FinishValues,
  type PrepareValues,
  type PurchaseLease,
  type PurchaseRecord,
} from '../purchase/purchase-record.ts';
import { hasChangedSince } from '../purchase/viewer-at-call.ts';
import { collectLostReturns } from '../return/handle-returns.ts';
import { untilEnded } from '../until-ended.ts';
import { callForViewer, type ViewerCall, type ViewerOptions } from './call-for-viewer.ts';
import { deleteOnce } from './delete-failed.ts';

/**
 * Sends the payment calls of `usher.call`. Prepare and finish go through the journal, and an open
 * purchase is not deleted.
 */
export async function callRaw(
  context: CheckoutContext,
  name: string,
  values: Values,
  options: ViewerOptions,
): Promise<Answer> {
  if (name === 'preparetransaction' || name === 'finishtransaction') {
    const release = await context.leases.hold();
    const run = name === 'preparetransaction' ? prepareRaw : finishRaw;
    const answer = run(context, values, options).finally(release);
    // A finish goes on without its caller, because it is in the journal.
    return options.signal ? untilEnded(options.signal, answer) : answer;
  }
  const send = (lease?: PurchaseLease): Promise<Answer> =>
    sendOther(context, { name, values, lease }, options);
  if (name !== 'cancelsubscription' || !isSet(values['cancelTransaction'])) {
    return send();
  }
  checkValues(payment, name, values, { required: ['transactionID'] });
  return deleteOnce(context, idIn(values), send, options);
}

/** Sends a call that is neither a prepare nor a finish. */
async function sendOther(
  context: CheckoutContext,
  call: ViewerCall,
  options: ViewerOptions,
): Promise<Answer> {
  const { name, values } = call;
  const { answer, session } = await callForViewer(context, call, options);
  if (name !== 'itemstate' || performsTransaction(values)) context.recheckAccessEverywhere();
  if (hasChangedSince(context, session)) throw identityChanged();
  return answer;
}

/**
 * Prepares a transaction. A raw call cannot join the open purchase of the same intent, because its
 * answer has to name a transaction.
 */
async function prepareRaw(
  context: CheckoutContext,
  values: PrepareValues,
  options: ViewerOptions,
): Promise<Answer> {
  const { purchases, attempts } = context;
  checkValues(purchaseArea, 'preparetransaction', values);
  const buyer = await buyerOf(context, options);
  await collectLostReturns(context);
  let record!: PurchaseRecord;
  await purchases.change((all) => {
    record = newPurchase(context, randomToken(), { ...values }, ownerNameOf(buyer, all));
    const open = all.filter(
      (each) => isUnsettled(each) && isOwnerOf(buyer, each) && isSameIntent(each, { values }),
    );
    const same = chooseOpen(open, values);
    ensureNoneUnread(context, all, record, same);
    if (same && isSameDeal(same.values, values)) {
      throw purchaseInProgress('This is being bought already', same);
    }
    return [...abandonAll(context, all, open), record];
  });
  attempts.begin(record.id); // a click on the same does not send it too
  const answer = await sendPrepare(context, record, options).finally(() => {
    attempts.end(record.id);
    context.schedule();
  });
  // The page handles the payment itself.
  const opened = await purchases.apply(record.id, { type: 'provider-opened' });
  if (ownershipOf(context, record) === 'other') throw identityChanged();
  if (opened?.step !== 'awaiting-provider') throw replaced();
  return answer;
}

/**
 * The buyer of a call that is not aborted.
 * @throws {UsherError} `aborted`: nothing was written or sent; those of `presentBuyer`.
 */
async function buyerOf(
  context: CheckoutContext,
  { askedBy, signal }: ViewerOptions,
): Promise<Buyer> {
  const buyer = await presentBuyer(context, askedBy);
  if (signal?.aborted) throw new AbortedError('signal');
  return buyer;
}

/** Another click, on other terms, came before the provider was recorded as open. */
const replaced = (): UsherError =>
  new UsherError('aborted', 'The purchase was replaced or abandoned before its payment', {
    reason: 'replaced' satisfies AbortReason,
  });

/**
 * Finishes a transaction that was prepared here, or elsewhere. Without an answer the same bytes are
 * sent again automatically. A purchase that is granted stays granted, whatever the answer is.
 */
async function finishRaw(
  context: CheckoutContext,
  values: Values,
  options: ViewerOptions,
): Promise<Answer> {
  const { purchases, attempts, browser } = context;
  checkValues(purchaseArea, 'finishtransaction', values, { required: ['transactionID'] });
  const buyer = await buyerOf(context, options);
  const finish: Finish = { ...values, transactionID: idIn(values) };
  let id = '';
  let isGranted = false;
  try {
    await purchases.change((all) => {
      const known = purchaseOf(buyer, all, finish);
      isGranted = known?.step === 'granted';
      if (isGranted) return all;
      const nextId = known?.id ?? (id || randomToken());
      const isOpen = known?.finish !== undefined || known?.step === 'unknown';
      // Only this call sends it now. While this page deletes the transaction, none does. A browser
      // that aborts the write makes this run a second time.
      if (isOpen || (id !== nextId && !attempts.begin(nextId))) throw beingFinished(finish);
      id = nextId;
      const owner = ownerNameOf(buyer, all);
      const record =
        known && isGivenUp(known)
          ? advance(known, { type: 'returned', finish }, browser.clock.now()) // as a late return
          : finishingRecord(context, finish, known ?? { id, owner, values: {} });
      return known ? all.map((each) => (each === known ? record : each)) : [...all, record];
    });
    if (isGranted) return await sendOther(context, { name: 'finishtransaction', values }, options);
    return await sendUnderLease(context, id, finish);
  } finally {
    if (id) attempts.end(id);
    context.schedule();
  }
}

/** Sends a finish that is in the journal. Without the lease it is sent later. */
async function sendUnderLease(
  context: CheckoutContext,
  id: string,
  finish: Finish,
): Promise<Answer> {
  const leased = await takeLease(context, id).catch(nothing);
  if (!leased) throw beingFinished(finish);
  const answer = await sendFinish(context, leased);
  if (ownershipOf(context, leased) === 'other') throw identityChanged();
  return answer;
}

type Finish = FinishValues & { readonly transactionID: string };

/** The transaction of a call whose values are checked. */
const idIn = ({ transactionID }: Values): string => withoutLeadingZeros(transactionID as string);

/**
 * The buyer's purchase of a transaction. `undefined` if it was not prepared here.
 * @throws {UsherError} `identity-changed`: it is the purchase of another viewer.
 */
function purchaseOf(
  buyer: Buyer,
  all: readonly PurchaseRecord[],
  { transactionID }: Finish,
): PurchaseRecord | undefined {
  const prepared = all.filter((each) => each.transactionID === transactionID);
  const known = prepared.find((each) => isOwnerOf(buyer, each));
  if (!known && prepared.length) throw identityChanged();
  return known;
}

const beingFinished = (finish: Finish): UsherError =>
  purchaseInProgress('The transaction is being finished', finish);

function finishingRecord(
  { browser }: CheckoutContext,
  finish: Finish,
  known: Pick<PurchaseRecord, 'id' | 'owner' | 'values'>,
): PurchaseRecord {
  const now = browser.clock.now();
  return {
    transactionID: finish.transactionID,
    startedAt: now,
    ...known,
    step: 'finishing',
    changedAt: now,
    finish,
    tries: 0,
    triedAt: 0,
    error: undefined,
  };
}
