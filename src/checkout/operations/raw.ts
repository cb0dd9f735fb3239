import type { Values } from '../../contract/encode-fields.ts';
import { payment } from '../../contract/payment.ts';
import { purchaseArea } from '../../contract/purchase.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { UsherError } from '../../errors/usher-error.ts';
import type { RequestOptions } from '../../session/calls/request.ts';
import { randomToken } from '../../browser/random-token.ts';
import { callForViewer } from './call-for-viewer.ts';
import { check } from '../check.ts';
import { claim, hold, leaseOf, record } from '../context.ts';
import type { Context } from '../context.ts';
import { intentOf, isOpen } from '../purchase/purchase-record.ts';
import type { PurchaseRecord, FinishValues, PrepareValues } from '../purchase/purchase-record.ts';
import { sendFinish } from '../finish.ts';
import { hasChanged, identityChanged, ownershipOf } from '../purchase/ownership.ts';
import { presentBuyer, sendPrepare } from '../prepare.ts';
import { refuseUnlessFailed } from './operations.ts';

/**
 * What `usher.call` sends of payment: prepare and finish go through the journal, and a purchase
 * that is open is not deleted.
 */
export async function callRaw(
  context: Context,
  name: string,
  values: Values,
  options?: RequestOptions,
): Promise<Answer> {
  const asked = context.session.$user.get()?.id;
  if (name === 'preparetransaction' || name === 'finishtransaction') {
    const release = await hold(context);
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

/** One open purchase of an intent: there is no other answer to join. */
async function prepareRaw(
  context: Context,
  values: PrepareValues,
  asked: string | undefined,
  options?: RequestOptions,
): Promise<Answer> {
  const {
    journal,
    browser: { clock },
  } = context;
  check(purchaseArea, 'preparetransaction', values, []);
  const owner = await presentBuyer(context, asked);
  const now = clock.now();
  const entry: PurchaseRecord = {
    id: randomToken(),
    step: 'preparing',
    owner,
    values: { ...values },
    startedAt: now,
    changedAt: now,
    triedAt: now,
    tries: 1,
    lease: leaseOf(context),
  };
  await journal.change((all) => {
    const same = all.find(
      (each) => isOpen(each) && each.owner === owner && intentOf(each.values) === intentOf(values),
    );
    if (same) {
      throw new UsherError('purchase-in-progress', 'The same is being bought', {
        transactionID: same.transactionID,
      });
    }
    return [...all, entry];
  });
  const answer = await sendPrepare(context, entry, options);
  await record(context, entry.id, { type: 'left' }); // the page takes the payment itself
  if (ownershipOf(context, entry) === 'other') throw identityChanged();
  return answer;
}

/**
 * Finishes what was prepared here, or elsewhere. Without an answer it is sent again by itself, the
 * same bytes.
 */
async function finishRaw(
  context: Context,
  values: FinishValues,
  asked: string | undefined,
): Promise<Answer> {
  const {
    journal,
    browser: { clock },
    inFlight,
  } = context;
  check(purchaseArea, 'finishtransaction', values, ['transactionID']);
  const owner = await presentBuyer(context, asked);
  const transactionID = String(values.transactionID);
  const now = clock.now();
  let id = '';
  try {
    await journal.change((all) => {
      const known = all.find(
        (each) => each.transactionID === transactionID && each.owner === owner,
      );
      if (known?.finish || known?.step === 'unknown') {
        throw new UsherError('purchase-in-progress', 'The transaction is being finished', {
          transactionID,
        });
      }
      id = known?.id ?? randomToken();
      inFlight.add(id); // only this call sends it now
      const entry = {
        ...(known ?? { id, owner, values: {}, startedAt: now, transactionID }),
        step: 'finishing',
        changedAt: now,
        finish: { ...values, transactionID },
        tries: 0,
        triedAt: 0,
        trouble: undefined,
      } satisfies PurchaseRecord;
      return known ? all.map((each) => (each === known ? entry : each)) : [...all, entry];
    });
    const claimed = await claim(context, id);
    if (!claimed) {
      throw new UsherError('purchase-in-progress', 'The transaction is being finished', {
        transactionID,
      });
    }
    const answer = await sendFinish(context, claimed);
    if (ownershipOf(context, claimed) === 'other') throw identityChanged();
    return answer;
  } finally {
    inFlight.delete(id);
    context.schedule();
  }
}
