import { NotFoundError } from '../errors/not-found-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { requireUser } from './fake-sale-rules.ts';
import { unixSeconds, type Transaction } from './fake-transactions.ts';
import type { FakeRow, PlatformState } from './platform-state.ts';

const cancelId = 'payment/cancelsubscription';
const upgradeId = 'payment/upgradesubscription';

/** The rows that change a subscription, or delete a failed transaction. */
export function createSubscriptionRows(
  platform: Pick<PlatformState, 'transactions' | 'user'>,
): Readonly<Record<string, FakeRow>> {
  const { transactions } = platform;
  /** By the reference of the payment: the same one again is answered in the same way. */
  const upgraded = new Map<string, Transaction>();
  return {
    [cancelId]({ transactionID, cancelTransaction }) {
      const found = transactions.find(cancelId, String(transactionID), platform.user?.id);
      return cancelTransaction ? deleteFailed(found) : stopRenewal(found);
    },
    [upgradeId]({ transactionID }) {
      const userId = requireUser(upgradeId, platform.user?.id);
      const reference = String(transactionID);
      const before = upgraded.get(reference);
      if (before?.userId === userId) return resultOf(before, 'finished');
      const found = findDefault(transactions.subscriptionsOf(userId));
      found.isPremium = true;
      upgraded.set(reference, found);
      return resultOf(found, 'finished');
    },
  };
}

/** @throws `platform`: 409 for what was granted, and while the provider has not decided. */
function deleteFailed(transaction: Transaction): object {
  if (transaction.expiresAt !== undefined) {
    const hint = 'the transaction was processed: it can only be kept from extending';
    throw new PlatformError(cancelId, 409, hint);
  }
  if (transaction.verdict === 'pending') {
    const hint = 'the provider has not decided about the payment yet';
    throw new PlatformError(cancelId, 409, hint);
  }
  transaction.verdict = 'failed';
  return { general: { transactionID: transaction.id, state: 'deleted' } };
}

/** @throws `not-found`, for what is no subscription; `platform`: 409 before it is paid. */
function stopRenewal(transaction: Transaction): object {
  if (transaction.values.operation !== 'subscription') {
    const hint = `there is no subscription of the transaction ${transaction.id}`;
    throw new NotFoundError(cancelId, hint);
  }
  if (transaction.expiresAt === undefined) {
    const hint = 'the transaction is not finished: there is no subscription yet';
    throw new PlatformError(cancelId, 409, hint);
  }
  return resultOf(transaction, 'ending');
}

/** @throws `not-found`: no subscription of this platform; `platform`: 409, all are premium. */
function findDefault(all: readonly Transaction[]): Transaction {
  const own = all.filter(({ reason }) => reason !== 'external');
  if (!own.length) {
    const hint = 'this user has no subscription that could be upgraded';
    throw new NotFoundError(upgradeId, hint);
  }
  const found = own.find(({ isPremium }) => !isPremium);
  if (found) return found;
  const hint = 'the subscription of this user is premium already';
  throw new PlatformError(upgradeId, 409, hint);
}

function resultOf(
  { id, isPremium, expiresAt = null }: Transaction,
  state: 'finished' | 'ending',
): object {
  return {
    general: {
      transactionID: id,
      state,
      operation: 'subscription',
      isPremium: isPremium ? 1 : 0,
      validUntil: unixSeconds(expiresAt),
    },
  };
}
