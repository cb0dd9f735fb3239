import type { PrepareValues } from '../checkout/purchase/purchase-record.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { finishId } from '../transport/call-trace.ts';
import type { AccessTable } from './fake-access.ts';
import { checkSale, keyOfSold, requireUser } from './fake-sale-rules.ts';

/** What the platform does with a payment. */
export type Verdict = 'granted' | 'pending' | 'failed' | 'refunded';

/** A transaction of the fake platform. */
export interface Transaction {
  readonly id: string;
  readonly userId: string;
  readonly values: PrepareValues;
  /** Why its items are granted. */
  readonly reason: string;
  isPremium: boolean;
  verdict: Verdict;
  /** When what was bought ends. `null`: never. Absent until it is finished. */
  expiresAt?: number | null;
}

/** The transactions of the fake platform. */
export interface Transactions {
  /** The result of `preparetransaction`. */
  readonly prepare: (values: PrepareValues, userId: string | undefined) => object;
  /** The result of `finishtransaction`, by the verdict. */
  readonly finish: (transactionId: string, userId: string | undefined) => object;
  /** How the next finish of a transaction is answered. Default: `granted`. */
  readonly decide: (transactionId: string, verdict: Verdict) => void;
  /** Grants what was bought elsewhere. */
  readonly add: (bought: Bought, expiresAt: number | null) => Transaction;
  /** @throws `not-found`: the user has no such transaction; `platform`: 403 without a user. */
  readonly find: (endpoint: string, id: string, userId: string | undefined) => Transaction;
  /** The transactions of a user whose subscription has not ended. */
  readonly subscriptionsOf: (userId: string) => readonly Transaction[];
  /** The ID of another transaction. */
  readonly nextId: () => string;
}

const hourMs = 3_600_000;
/** As long as a subscription of one month lasts. */
const monthMs = 30 * 24 * hourMs;

/** What is bought, and by whom. */
type Bought = Pick<Transaction, 'userId' | 'values' | 'reason' | 'isPremium'>;

export function createTransactions(access: AccessTable, now: () => number): Transactions {
  const all = new Map<string, Transaction>();
  let count = 0;
  const nextId = (): string => String(1000 + ++count);
  const open = (bought: Bought): Transaction => {
    const transaction: Transaction = { ...bought, id: nextId(), verdict: 'granted' };
    all.set(transaction.id, transaction);
    return transaction;
  };
  const find: Transactions['find'] = (endpoint, id, userId) => {
    const user = requireUser(endpoint, userId);
    const found = all.get(id);
    if (found?.userId === user) return found;
    throw new NotFoundError(endpoint, `there is no transaction ${id} of this user`);
  };
  return {
    nextId,
    find,
    prepare(values, user) {
      const userId = requireUser(prepareId, user);
      checkSale(access, prepareId, values, userId);
      const reason = values.operation === 'subscription' ? 'subscription' : 'paid';
      const isPremium = Boolean(values.subscriptionIsPremium);
      const { id } = open({ userId, values, reason, isPremium });
      return { general: { transactionID: id, state: 'prepared' } };
    },
    finish: (id, userId) => finish(access, find(finishId, id, userId), now()),
    decide(id, verdict) {
      const transaction = all.get(id);
      if (transaction) transaction.verdict = verdict;
    },
    add(bought, expiresAt) {
      const transaction = open(bought);
      settle(access, transaction, expiresAt);
      return transaction;
    },
    subscriptionsOf: (userId) =>
      Array.from(all.values()).filter((each) => each.userId === userId && isRunning(each, now())),
  };
}

const prepareId = 'payment/preparetransaction';

const isRunning = ({ values, expiresAt }: Transaction, now: number): boolean =>
  values.operation === 'subscription' &&
  (expiresAt === null || (expiresAt !== undefined && expiresAt > now));

/** The result of a finish, by the verdict. Again the same, when it was granted before. */
function finish(access: AccessTable, transaction: Transaction, now: number): object {
  const { id: transactionID, values, verdict } = transaction;
  if (verdict === 'failed') throw new PlatformError(finishId, 402, 'declined');
  if (verdict === 'refunded') {
    throw new PlatformError(finishId, 402, 'the payment is given back');
  }
  if (verdict === 'pending') return { general: { transactionID, state: 'pending' } };
  if (transaction.expiresAt === undefined) {
    settle(access, transaction, endOf(values, access.offersOf(keyOfSold(values)), now));
  }
  const validUntil = unixSeconds(transaction.expiresAt ?? null);
  return { general: { transactionID, state: 'finished', validUntil } };
}

/** Grants what was bought. */
function settle(access: AccessTable, transaction: Transaction, expiresAt: number | null): void {
  const { userId, values, reason } = transaction;
  transaction.expiresAt = expiresAt;
  const key = keyOfSold(values);
  // Money on account grants no item.
  if (values.operation === 'subscription' || key !== undefined) {
    access.addGrant({ userId, key, reason, expiresAt });
  }
}

/** The platform's time of an end. 0 without one. */
export const unixSeconds = (endMs: number | null): number =>
  endMs === null ? 0 : Math.floor(endMs / 1000);

/** The end of what was bought, by the offer. `null` when it has none. */
function endOf(
  { operation, amount, currency, subscriptionDuration }: PrepareValues,
  offers: readonly OfferTerms[],
  now: number,
): number | null {
  if (subscriptionDuration) return now + Number(subscriptionDuration) * monthMs;
  const offer = offers.find(
    (each) => each.operation === operation && each.amount === amount && each.currency === currency,
  );
  return offer?.hours ? now + offer.hours * hourMs : null;
}
