import type { PrepareValues } from '../checkout/purchase/purchase-record.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { finishId } from '../transport/call-trace.ts';
import type { AccessTable } from './fake-access.ts';

/** What the platform does with a payment. */
export type Verdict = 'granted' | 'pending' | 'failed' | 'refunded';

/** The transactions of the fake platform. */
export interface Transactions {
  /** The result of `preparetransaction`. */
  readonly prepare: (values: PrepareValues, userId: string | undefined) => object;
  /** The result of `finishtransaction`, by the verdict. */
  readonly finish: (transactionId: string) => object;
  /** How the next finish of a transaction is answered. Default: `granted`. */
  readonly decide: (transactionId: string, verdict: Verdict) => void;
  /** The ID of another transaction. */
  readonly nextId: () => string;
}

interface Transaction {
  readonly values: PrepareValues;
  readonly userId: string | undefined;
  verdict: Verdict;
  /** The result of the first finish that was granted. */
  result?: object;
}

const hourMs = 3_600_000;
/** As long as a subscription of one month lasts. */
const monthMs = 30 * 24 * hourMs;

export function createTransactions(access: AccessTable, now: () => number): Transactions {
  const all = new Map<string, Transaction>();
  let count = 0;
  const nextId = (): string => String(1000 + ++count);
  return {
    nextId,
    prepare(values, userId) {
      if (access.ownsForGood(keyOf(values), userId)) {
        throw new PlatformError('payment/preparetransaction', 409, 'this user owns the item');
      }
      const transactionID = nextId();
      all.set(transactionID, { values, userId, verdict: 'granted' });
      return { general: { transactionID, state: 'prepared' } };
    },
    finish(transactionID) {
      const transaction = all.get(transactionID);
      if (!transaction || transaction.verdict === 'failed') {
        throw new PlatformError(finishId, 402, 'declined');
      }
      if (transaction.verdict === 'refunded') {
        throw new PlatformError(finishId, 402, 'the payment is given back');
      }
      if (transaction.verdict === 'pending') {
        return { general: { transactionID, state: 'pending' } };
      }
      return (transaction.result ??= settle(access, transactionID, transaction, now()));
    },
    decide(transactionId, verdict) {
      const transaction = all.get(transactionId);
      if (transaction) transaction.verdict = verdict;
    },
  };
}

/** The key of the bought item, for example `7/video`. `undefined` for a subscription. */
const keyOf = ({ operation, item, streamtype }: PrepareValues): string | undefined =>
  operation === 'subscription' || item === undefined ? undefined : `${String(item)}/${streamtype}`;

/** Grants what was bought, and returns the result. */
function settle(
  access: AccessTable,
  transactionID: string,
  transaction: Transaction,
  now: number,
): object {
  const { values, userId = '' } = transaction;
  const isSubscription = values.operation === 'subscription';
  const key = keyOf(values);
  const expiresAt = endOf(values, access.offersOf(key), now);
  if (isSubscription || key !== undefined) {
    const reason = isSubscription ? 'subscription' : 'paid';
    access.addGrant({ userId, key, reason, expiresAt });
  }
  const validUntil = expiresAt === null ? 0 : Math.floor(expiresAt / 1000);
  return { general: { transactionID, state: 'finished', validUntil } };
}

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
