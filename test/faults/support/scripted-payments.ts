import {
  answer,
  itemState,
  userResult,
  type Reply,
  type ScriptedAnswer,
  type ScriptedServer,
} from './scripted-server.ts';

/** Longer than a JavaScript number, and different in each test: the provider accepts none twice. */
const newTransactions = (): bigint => 9_007_199_254_740_993_001n + BigInt(Date.now() % 1e9) * 1000n;

/** An answer about a transaction. Its ID is a number longer than JavaScript's. */
export const transaction = (id: string | bigint, more: object): ScriptedAnswer => {
  const answered = answer({ general: { transactionID: 0, ...more } });
  return { ...answered, body: answered.body.replace('"transactionID":0', `"transactionID":${id}`) };
};

/**
 * Makes a server sell: ada is logged in from the first init on, every prepare makes a transaction,
 * every finish finishes it and grants the item. Returns the reply to a finish.
 */
export function scriptPayments(server: ScriptedServer): { readonly finish: Reply } {
  const sessions = { next: 501 };
  let [next, isOpen] = [newTransactions(), false];
  server.script('session/init', () => answer(userResult(String(sessions.next++))));
  server.script('payment/preparetransaction', () => transaction(next++, { state: 'prepared' }));
  server.script('payment/itemstate', ({ query }) =>
    answer(
      itemState({
        item: query.get('item'),
        isPay: 1,
        canPlay: isOpen ? 1 : 0,
        reason: isOpen ? 'paid' : 'not-paid',
      }),
    ),
  );
  const finish: Reply = ({ query }) => {
    isOpen = true;
    return transaction(query.get('transactionID') ?? '0', {
      state: 'finished',
      validUntil: 1_900_000_000,
    });
  };
  server.script('payment/finishtransaction', finish);
  return { finish };
}
