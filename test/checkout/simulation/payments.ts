import { refuse, reply } from '../../session/simulation/platform.ts';
import type { Answers, Reply } from '../../session/simulation/platform.ts';
import type { ScriptedProvider } from './provider.ts';

/** A transaction, as the platform knows it. */
export interface Transaction {
  readonly id: string;
  readonly user: string;
  readonly item: string | null;
  readonly amount: string | null;
  /** How often it was granted. */
  grants: number;
}

/** The platform's rules of payment. */
export interface Payments {
  readonly answers: Answers;
  readonly transactions: Map<string, Transaction>;
  /** The verified app store receipts, by transaction ID. */
  readonly verified: Map<string, string>;
}

/** The first ID: longer than a JavaScript number holds. */
const firstId = 9007199254740993001n;
const firstVerified = 8007199254740993001n;

/** On the wire a transaction ID is a number. */
function about(id: string, more: object): Reply {
  const { status, text } = reply({ general: { transactionID: 'ID', ...more } });
  return { status, text: text.replace('"ID"', id) };
}

export function createPayments(provider: ScriptedProvider): Payments {
  const transactions = new Map<string, Transaction>();
  const verified = new Map<string, string>();
  const isOpen = (user: string | undefined, item: string | null): boolean =>
    [...transactions.values()].some(
      (each) => each.user === user && each.item === item && each.grants > 0,
    );
  const finish = (transaction: Transaction, token: string | null, now: number): Reply => {
    if (transaction.grants) {
      return about(transaction.id, { state: 'finished', validUntil: 0, alreadyFinished: 1 });
    }
    const proof = provider.read(token ?? '', now);
    if (proof?.transactionId !== transaction.id) return refuse(402, 'the token does not verify');
    if (proof.outcome === 'declined') {
      return refuse(402, 'the payment was declined by the provider');
    }
    if (proof.outcome === 'pending') return about(transaction.id, { state: 'pending' });
    transaction.grants++;
    return about(transaction.id, { state: 'finished', validUntil: 0 });
  };
  return {
    transactions,
    verified,
    answers: {
      'payment/verifyinapptransaction': (_, { values }) => {
        const id = String(firstVerified + BigInt(verified.size));
        verified.set(id, values.get('receipt')!);
        return about(id, { state: 'finished', validUntil: 0 });
      },
      'payment/itemstate': ({ user }, { values }) => {
        const canPlay = isOpen(user, values.get('item'));
        return reply({
          general: {
            item: Number(values.get('item')),
            streamtype: 'video',
            isPay: 1,
            canPlay: Number(canPlay),
            reason: canPlay ? 'paid' : 'not-paid',
            offers: [],
          },
        });
      },
      'payment/preparetransaction': ({ user }, { values }) => {
        if (!user) return refuse(403, 'who buys must be logged in');
        const id = String(firstId + BigInt(transactions.size));
        transactions.set(id, {
          id,
          user,
          item: values.get('item'),
          amount: values.get('amount'),
          grants: 0,
        });
        return about(id, { state: 'prepared' });
      },
      'payment/finishtransaction': ({ user }, { values }, now) => {
        const transaction = transactions.get(values.get('transactionID') ?? '');
        return transaction?.user === user && transaction
          ? finish(transaction, values.get('token'), now)
          : refuse(404, 'there is no such transaction of this user');
      },
    },
  };
}
