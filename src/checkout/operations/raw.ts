import type { Values } from '../../contract/encode-fields.ts';
import { payment } from '../../contract/payment.ts';
import { purchaseArea } from '../../contract/purchase.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { UsherError } from '../../errors/usher-error.ts';
import type { RequestOptions } from '../../session/calls/request.ts';
import { randomToken } from '../../browser/random-token.ts';
import { callForViewer } from './call-for-viewer.ts';
import { check } from '../check.ts';
import { claim } from '../claim.ts';
import type { Context } from '../context.ts';
import { intentOf, isOpen } from '../purchase/purchase-record.ts';
import type { PurchaseRecord, FinishValues, PrepareValues } from '../purchase/purchase-record.ts';
import { sendFinish } from '../finish.ts';
import { hasChanged, identityChanged, ownershipOf } from '../purchase/ownership.ts';
import { presentBuyer, sendPrepare } from '../buying/prepare.ts';
import { refuseUnlessFailed } from './delete-failed.ts';

/**
 * Sends the payment calls of `usher.call`. Prepare and finish go through the journal, and an open
 * purchase is not deleted.
 */
export async function callRaw(
  context: Context,
  name: string,
  values: Values,
  options?: RequestOptions,
): Promise<Answer> {
  const asked = context.session.$user.get()?.id;
  if (name === 'preparetransaction' || name === 'finishtransaction') {
    const release = await context.leases.hold();
    return (
      name === 'preparetransaction'
        ? prepareRaw(context, values, asked, options)
        : finishRaw(context, values as FinishValues, asked)
    ).finally(release);
  }
  if (
    name === 'cancelsubscription' &&
    (values['cancelTransaction'] === true || values['cancelTransaction'] === 1)
  ) {
    check(payment, name, values, ['transactionID']);
    await refuseUnlessFailed(context, values['transactionID']);
  }
  const { answer, session } = await callForViewer(context, name, values, options);
  if (name !== 'itemstate') context.opened();
  if (hasChanged(context, session?.user?.id)) throw identityChanged();
  return answer;
}

/** Prepares a transaction. A raw call cannot join the open purchase of the same intent. */
async function prepareRaw(
  context: Context,
  values: PrepareValues,
  asked: string | undefined,
  options?: RequestOptions,
): Promise<Answer> {
  const { purchases, leases } = context;
  check(purchaseArea, 'preparetransaction', values, []);
  const owner = await presentBuyer(context, asked);
  const now = context.browser.clock.now();
  const entry: PurchaseRecord = {
    id: randomToken(),
    step: 'preparing',
    owner,
    values: { ...values },
    startedAt: now,
    changedAt: now,
    triedAt: now,
    tries: 1,
    lease: leases.create(),
  };
  await purchases.change((all) => {
    const same = all.find(
      (each) => isOpen(each) && each.owner === owner && intentOf(each.values) === intentOf(values),
    );
    if (same) {
      throw new UsherError('purchase-in-progress', 'This is being bought already', {
        transactionID: same.transactionID,
      });
    }
    return [...all, entry];
  });
  const answer = await sendPrepare(context, entry, options);
  // The page handles the payment itself.
  await purchases.record(entry.id, { type: 'provider-opened' });
  if (ownershipOf(context, entry) === 'other') throw identityChanged();
  return answer;
}

/**
 * Finishes a transaction that was prepared here, or elsewhere. Without an answer the same bytes are
 * sent again automatically.
 */
async function finishRaw(
  context: Context,
  values: FinishValues,
  asked: string | undefined,
): Promise<Answer> {
  const { purchases, attempts } = context;
  check(purchaseArea, 'finishtransaction', values, ['transactionID']);
  const owner = await presentBuyer(context, asked);
  const finish = { ...values, transactionID: String(values.transactionID) };
  let id = '';
  try {
    await purchases.change((all) => {
      const known = all.find(
        (each) => each.transactionID === finish.transactionID && each.owner === owner,
      );
      if (known?.finish || known?.step === 'unknown') throw beingFinished(finish);
      id = known?.id ?? randomToken();
      attempts.begin(id); // Only this call sends it now.
      const entry = finishingEntry(context, finish, known ?? { id, owner, values: {} });
      return known ? all.map((each) => (each === known ? entry : each)) : [...all, entry];
    });
    const claimed = await claim(context, id);
    if (!claimed) throw beingFinished(finish);
    const answer = await sendFinish(context, claimed);
    if (ownershipOf(context, claimed) === 'other') throw identityChanged();
    return answer;
  } finally {
    attempts.end(id);
    context.schedule();
  }
}

type Finish = FinishValues & { readonly transactionID: string };

const beingFinished = ({ transactionID }: Finish): UsherError =>
  new UsherError('purchase-in-progress', 'The transaction is being finished', {
    transactionId: transactionID,
  });

function finishingEntry(
  { browser }: Context,
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
