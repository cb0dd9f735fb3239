import { itemNamed } from './film.ts';
import type { PaymentProvider } from './provider.ts';
import { startMs } from './start-ms.ts';
import {
  refuse,
  reply,
  type AnswerInSession,
  type PlatformHabits,
  type PlatformSession,
  type Reply,
} from './wire.ts';

/** A transaction, as the platform's own record has it. */
export interface PlatformTransaction {
  readonly id: string;
  /** The user of the session that prepared it. `null`: no user was logged in. */
  readonly user: string | null;
  /** The session that prepared it. */
  readonly session: string;
  /** By its own ID. */
  readonly item: string | null;
  readonly operation: string | null;
  /** All fields of the prepare. */
  readonly terms: Readonly<Record<string, string>>;
  readonly at: number;
  /** When it was granted; absent when it was not. */
  grantedAt?: number;
  /** When the grant ends; absent when it has no end. */
  endsAt?: number;
  isDeleted?: boolean;
}

/** What a call without a purchase gave to a user. */
export interface DirectGrant {
  readonly kind: 'voucher' | 'in-app' | 'external' | 'claim';
  readonly user: string | null;
  /** The code, the receipt or the item that was sent. */
  readonly mark: string;
  readonly transactionId?: string;
}

/** The platform's rules of payment, and its record. */
export interface Payments {
  readonly answers: Readonly<Record<string, AnswerInSession>>;
  readonly transactions: ReadonlyMap<string, PlatformTransaction>;
  readonly grants: readonly DirectGrant[];
  /** From now on an item costs so much. */
  readonly setPrice: (amount: number) => void;
}

/** The first transaction ID: longer than a JavaScript number holds. */
const firstId = 9007199254740993001n;

/** On the wire a transaction ID is a number. */
function about(id: string, more: object): Reply {
  const { status, text } = reply({ general: { transactionID: 'ID', ...more } });
  return { status, text: text.replace('"ID"', id) };
}

/** The end of grants on the wire, in seconds since 1970. 0: none. */
function endOf(grants: readonly PlatformTransaction[]): number {
  const endsAt = Math.max(0, ...grants.map((each) => each.endsAt ?? Infinity));
  return endsAt > 0 && endsAt < Infinity ? Math.floor((startMs + endsAt) / 1000) : 0;
}

const finished = (grants: readonly PlatformTransaction[]): object => ({
  state: 'finished',
  validUntil: endOf(grants),
});

export function createPayments(provider: PaymentProvider, habits: PlatformHabits): Payments {
  const transactions = new Map<string, PlatformTransaction>();
  const grants: DirectGrant[] = [];
  let ids = 0;
  let price = 499;
  const nextId = (): string => String(firstId + BigInt(ids++));
  const grantsOf = (
    session: PlatformSession,
    item: string | null,
    now: number,
  ): PlatformTransaction[] =>
    [...transactions.values()].filter(
      (each) =>
        each.grantedAt !== undefined &&
        (each.endsAt ?? Infinity) > now &&
        (each.user ?? each.session) === (session.user ?? session.id) &&
        (each.item === item || each.operation === 'subscription'),
    );
  /** A player claims what a subscription grants. */
  const reasonFor = (grants: readonly PlatformTransaction[], item: string | null): string => {
    if (!grants.length) return 'not-paid';
    return grants.some((grant) => grant.item === item) ? 'paid' : 'subscription';
  };

  const finish = (transaction: PlatformTransaction, token: string | null, now: number): Reply => {
    const { id } = transaction;
    if (transaction.grantedAt !== undefined) {
      return about(id, { ...finished([transaction]), alreadyFinished: 1 });
    }
    const proof = provider.read(token ?? '', now);
    if (proof?.transactionId !== id) return refuse(402, 'the token does not verify');
    if (proof.outcome === 'declined') return refuse(402, 'checkout session declined');
    if (proof.outcome === 'pending') return about(id, { state: 'pending' });
    transaction.grantedAt = now;
    if (habits.rentalMs && transaction.operation === 'ppv') {
      transaction.endsAt = now + habits.rentalMs;
    }
    return about(id, finished([transaction]));
  };

  const give = (
    kind: DirectGrant['kind'],
    session: PlatformSession,
    mark: string,
    more: object,
  ): Reply => {
    const transactionId = nextId();
    grants.push({ kind, user: session.user, mark, transactionId });
    return about(transactionId, { state: 'finished', validUntil: 0, ...more });
  };

  const answers: Payments['answers'] = {
    'payment/itemstate': (session, { values }, now) => {
      const streamtype = values.get('streamtype');
      const item = itemNamed(values.get('item'), streamtype);
      const granted = grantsOf(session, item, now);
      if (values.get('performTransactionIfPossible') === '1') {
        grants.push({ kind: 'claim', user: session.user, mark: values.get('item') ?? '' });
      }
      return reply({
        general: {
          item: Number(values.get('item')),
          streamtype,
          isPay: 1,
          canPlay: Number(granted.length > 0),
          reason: reasonFor(granted, item),
          validUntil: endOf(granted),
          offers: granted.length ? [] : [{ operation: 'ppv', amount: price, currency: 'EUR' }],
        },
      });
    },
    'payment/preparetransaction': ({ user, id: session }, { values }, now) => {
      if (!user && !habits.sellsToAnyone) return refuse(403, 'who buys must be logged in');
      const id = nextId();
      transactions.set(id, {
        id,
        user,
        session,
        item: itemNamed(values.get('item'), values.get('streamtype')),
        operation: values.get('operation'),
        terms: Object.fromEntries([...values].filter(([name]) => name !== 'cfo')),
        at: now,
      });
      return about(id, { state: 'prepared' });
    },
    'payment/finishtransaction': ({ user, id: session }, { values }, now) => {
      const transaction = transactions.get(values.get('transactionID') ?? '');
      if (transaction?.isDeleted) return refuse(404, 'the transaction was deleted');
      // An anonymous purchase is finished in whichever anonymous session presents the proof.
      const isOwn = transaction && (transaction.user === user || transaction.session === session);
      return isOwn
        ? finish(transaction, values.get('token'), now)
        : refuse(404, `there is no such transaction of ${user}`);
    },
    'payment/redeemvoucher': (session, { values }) => {
      const code = values.get('vouchercode') ?? '';
      if (grants.some(({ kind, mark }) => kind === 'voucher' && mark === code)) {
        return refuse(410, 'the voucher is used up');
      }
      return give('voucher', session, code, { state: 'redeemed', operation: 'subscription' });
    },
    'payment/verifyinapptransaction': (session, { values }) =>
      give('in-app', session, values.get('receipt') ?? '', {}),
    'payment/addexternalsubscription': (session, { values }) =>
      give('external', session, values.get('validUntil') ?? '', {}),
    'payment/upgradesubscription': (_session, { values }) =>
      transactions.has(values.get('transactionID') ?? '')
        ? reply({ general: { state: 'finished', isPremium: 1 } })
        : refuse(404, 'there is no such transaction'),
    'payment/cancelsubscription': (_session, { values }) => {
      const transaction = transactions.get(values.get('transactionID') ?? '');
      if (!transaction) return refuse(404, 'there is no such transaction');
      if (values.get('cancelTransaction') !== '1') {
        return about(transaction.id, { state: 'ending' });
      }
      if (transaction.grantedAt !== undefined) return refuse(409, 'it was processed');
      transaction.isDeleted = true;
      return about(transaction.id, { state: 'deleted' });
    },
  };
  return {
    answers,
    transactions,
    grants,
    setPrice(amount) {
      price = amount;
    },
  };
}
