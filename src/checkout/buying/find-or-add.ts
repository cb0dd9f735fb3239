import { randomToken } from '../../browser/random-token.ts';
import { UsherError } from '../../errors/usher-error.ts';
import type { Context } from '../context.ts';
import { intentOf, isOpen, isSameDeal } from '../purchase/purchase-record.ts';
import type { PrepareValues, PurchaseRecord } from '../purchase/purchase-record.ts';
import { advance } from '../purchase/purchase.ts';

/** A second click so soon after the grant does not mean a second payment. */
const impatientMs = 5000;
const isJustGranted = ({ step, changedAt }: PurchaseRecord, now: number): boolean =>
  step === 'granted' && Math.abs(now - changedAt) < impatientMs;

/**
 * Returns the open purchase of the same intent, or adds a new one. `isOurs`: this tab has to
 * prepare it.
 * @throws {UsherError} `purchase-in-progress`, `journal-unavailable`.
 */
export async function findOrAdd(
  context: Context,
  values: PrepareValues,
  owner: string,
): Promise<{ id: string; isOurs: boolean }> {
  const { purchases, leases, browser } = context;
  let id = '';
  let isOurs = false;
  await purchases.change((all) => {
    const now = browser.clock.now();
    const same = findSame(all, values, owner, now);
    if (same?.step === 'unknown') throw inProgress(same);
    if (same && isSameDeal(same.values, values)) {
      id = same.id;
      isOurs = false;
      return all;
    }
    if (same && isOpen(same) && !leases.isUnpaid(same)) throw inProgress(same);
    id = randomToken();
    isOurs = true;
    const replaced = all.map((each) =>
      each === same ? advance(each, { type: 'abandoned' }, now) : each,
    );
    return [...replaced, newPurchase(context, id, values, owner)];
  });
  return { id, isOurs };
}

/**
 * Finds the purchase of the same intent: one of a newer build, an open one, or one just granted.
 */
function findSame(
  all: readonly PurchaseRecord[],
  values: PrepareValues,
  owner: string,
  now: number,
): PurchaseRecord | undefined {
  const alike = all.filter(
    (entry) => entry.owner === owner && intentOf(entry.values) === intentOf(values),
  );
  return (
    alike.find((entry) => entry.step === 'unknown') ??
    alike.find((entry) => isOpen(entry)) ??
    alike.find((entry) => isJustGranted(entry, now))
  );
}

function inProgress({ step, transactionID }: PurchaseRecord): UsherError {
  const how =
    step === 'unknown'
      ? ', by a newer build of Usher'
      : ', with another amount, currency or provider';
  return new UsherError('purchase-in-progress', `This is being bought already${how}`, {
    transactionId: transactionID,
  });
}

function newPurchase(
  { leases, page, browser }: Context,
  id: string,
  values: PrepareValues,
  owner: string,
): PurchaseRecord {
  const now = browser.clock.now();
  return {
    id,
    step: 'preparing',
    owner,
    values,
    startedAt: now,
    changedAt: now,
    triedAt: now,
    tries: 1,
    lease: leases.create(),
    page: page.href(),
  };
}
