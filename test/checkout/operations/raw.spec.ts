import { expect, test } from '@playwright/test';
import { callRaw } from '../../../src/checkout/operations/raw.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { NetworkError } from '../../../src/errors/network-error.ts';
import { PlatformError } from '../../../src/errors/platform-error.ts';
import { TimeoutError } from '../../../src/errors/timeout-error.ts';
import type { SessionRequest } from '../../../src/session/request.ts';
import { inboxName } from '../../../src/session/storage/stored-names.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  transactionID,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';
import { key } from '../../fixtures/session/held-stores.ts';

/** The values of a purchase of the same intent as those below, on other terms. */
const values = { operation: 'ppv', item: 7, provider: 'card', amount: 399 };

/**
 * A page whose viewer has given up the purchase `a`. The provider of the next one, `b`, is not open
 * yet.
 */
function pageWith(unreadReturns: ReturnType<typeof returnOf>[]): HeldCheckout {
  const checkout = createHeldCheckout();
  const { providerOpenedAt: _none, ...unopened } = purchaseOf('b', { transactionID: '8' });
  checkout.write(purchaseOf('a', { step: 'abandoned', unreadReturns }), unopened);
  return checkout;
}

const prepare = ({ context }: HeldCheckout): Promise<unknown> =>
  callRaw(context, 'preparetransaction', values, { askedBy: '17' });

test('a raw prepare is refused beside the unread return of an abandoned purchase', async () => {
  const checkout = pageWith([returnOf('a')]);
  const refused = expect(prepare(checkout)).rejects.toMatchObject({
    code: 'purchase-in-progress',
    message: expect.stringContaining('may be paid already'),
  });
  await checkout.pass();
  await refused;
  expect(checkout.written().map(({ id, step }) => [id, step])).toEqual([
    ['a', 'abandoned'],
    ['b', 'awaiting-provider'],
  ]);
});

test('a raw prepare on other terms replaces a purchase whose provider is not open', async () => {
  const checkout = pageWith([]);
  const prepared = prepare(checkout);
  await checkout.pass();
  await prepared;
  expect(checkout.written().map(({ step }) => step)).toEqual([
    'abandoned',
    'abandoned',
    'awaiting-provider',
  ]);
});

for (const [title, isSent, step] of [
  ['was not sent is over, and the same can be prepared', false, 'abandoned'],
  ['may have been carried out stays open', true, 'preparing'],
] as const) {
  test(`a raw prepare that ${title}`, async () => {
    const checkout = createHeldCheckout();
    const { context } = checkout;
    const { request } = context;
    let calls = 0;
    const fails: SessionRequest = async (...given) => {
      if (calls++) return request(...given);
      if (isSent) given[3]!.beforeSend!();
      throw new NetworkError();
    };
    Object.assign(context, { request: fails });
    Object.assign(context.session.context, { background: { sync() {} } });
    const codes: string[] = [];
    for (let each = 0; each < 2; each++) {
      const prepared = prepare(checkout).then(
        () => codes.push('prepared'),
        ({ code }: { code: string }) => codes.push(code),
      );
      await checkout.pass();
      await prepared;
      if (!each) expect(checkout.written()).toMatchObject([{ step, error: { code: 'network' } }]);
    }
    expect(codes).toEqual(['network', isSent ? 'purchase-in-progress' : 'prepared']);
  });
}

test('a raw finish is refused while this page deletes the transaction', async () => {
  const checkout = createHeldCheckout();
  const { context } = checkout;
  const sent: string[] = [];
  let answerDeletion!: (answer: unknown) => void;
  const request = (_area: unknown, name: string): Promise<unknown> => {
    sent.push(name);
    return new Promise((resolve) => (answerDeletion = resolve));
  };
  Object.assign(context, { request });
  checkout.write(purchaseOf('a', { step: 'failed' }));
  const given = { transactionID, cancelTransaction: true };
  const deleted = callRaw(context, 'cancelsubscription', given, { askedBy: '17' });
  await checkout.pass();
  const values = { transactionID, token: 't' };
  const refused = expect(
    callRaw(context, 'finishtransaction', values, { askedBy: '17' }),
  ).rejects.toMatchObject({ code: 'purchase-in-progress' });
  await checkout.pass();
  await refused;
  expect(sent).toEqual(['cancelsubscription']);
  const id = checkout.written()[0]!.id;
  expect(context.attempts.begin(id), 'the deletion is still under way').toBe(false);
  answerDeletion({ result: { general: { transactionID, state: 'deleted' } } });
  await checkout.pass();
  await deleted;
  expect(checkout.written()).toEqual([]);
});

test('a transaction is not deleted beside its return that only IndexedDB has', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { step: 'failed' }));
  checkout.stores.purchases.set(inboxName(key), [returnOf('a')]);
  const given = { transactionID, cancelTransaction: true };
  const refused = expect(
    callRaw(checkout.context, 'cancelsubscription', given, { askedBy: '17' }),
  ).rejects.toMatchObject({ code: 'purchase-in-progress' });
  await checkout.pass();
  await refused;
  await checkout.pass();
  expect(checkout.written()).toMatchObject([{ step: 'finishing', finish: { token: 't' } }]);
});

test('an unreadable answer of a raw prepare is noted for the report, by its endpoint', async () => {
  const checkout = createHeldCheckout();
  const { context } = checkout;
  const failures: object[] = [];
  const loadCalls = async () => ({ log: { fail: (each: object) => failures.push(each) } });
  Object.assign(context.session.context, { browser: context.browser, loadCalls });
  Object.assign(context, { request: async () => ({ status: 200, result: {} }) });
  const refused = expect(prepare(checkout)).rejects.toMatchObject({
    code: 'malformed',
    message: 'payment/preparetransaction: the answer names no transaction',
  });
  await checkout.pass();
  await refused;
  expect(failures).toMatchObject([{ id: 'payment/preparetransaction', status: 200 }]);
});

test('a raw finish of one transaction is sent beside a return of another purchase', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { transactionID: '8', unreadReturns: [returnOf('a')] }));
  const finished = callRaw(
    checkout.context,
    'finishtransaction',
    { transactionID, token: 't' },
    { askedBy: '17' },
  );
  await checkout.pass();
  await finished;
  expect(checkout.finishes).toMatchObject([{ transactionID, token: 't' }]);
  expect(checkout.written()[0]).toMatchObject({ id: 'a', step: 'awaiting-provider' });
});

test("a raw finish of another viewer's purchase is refused, and sends nothing", async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { owner: '18' }));
  const { context } = checkout;
  const finish = { transactionID, token: 'x' };
  const refused = expect(
    callRaw(context, 'finishtransaction', finish, { askedBy: '17' }),
  ).rejects.toMatchObject({ code: 'identity-changed' });
  await checkout.pass();
  await refused;
  expect(checkout.written().map(({ owner, step }) => [owner, step])).toEqual([
    ['18', 'awaiting-provider'],
  ]);
});

for (const [name, given] of [
  ['preparetransaction', values],
  ['finishtransaction', { transactionID, token: 't' }],
] as const) {
  /** A call whose signal is aborted while it waits for a session, or for its answer. */
  const abortDuring = async (wait: 'session' | 'answer') => {
    const { context, ...checkout } = createHeldCheckout();
    let sent = 0;
    let release!: () => void;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { ready } = context.session;
    const request = async () => {
      sent++;
      await waiting;
      return { result: { general: { transactionID, state: 'finished' } } };
    };
    Object.assign(context, { request });
    if (wait === 'session') Object.assign(context.session, { ready: () => waiting.then(ready) });
    const controller = new AbortController();
    const options = { askedBy: '17', signal: controller.signal };
    const call = callRaw(context, name, { ...given }, options);
    const refused = expect(call).rejects.toMatchObject({ code: 'aborted' });
    await checkout.pass();
    controller.abort();
    await refused;
    release();
    await checkout.pass();
    return { sent, steps: checkout.written().map(({ step }) => step) };
  };

  test(`a raw ${name} that is aborted while it waits for a session is not sent`, async () => {
    expect(await abortDuring('session')).toEqual({ sent: 0, steps: [] });
  });

  if (name === 'preparetransaction') continue; // its request is aborted too
  test('a raw finish that is aborted while it is sent goes on without its caller', async () => {
    expect(await abortDuring('answer')).toEqual({ sent: 1, steps: ['verifying'] });
  });
}

test('a raw finish is written although the browser aborts its first write', async () => {
  for (const records of [[purchaseOf('a')], []]) {
    const checkout = createHeldCheckout();
    const { context, stores, finishes } = checkout;
    checkout.write(...records);
    let aborts = 1;
    const { set } = stores.purchases;
    stores.purchases.set = (name, value) => {
      const isFinish = JSON.stringify(value).includes('finishing');
      if (isFinish && aborts-- > 0) throw new DOMException('the connection closes', 'AbortError');
      return set.call(stores.purchases, name, value);
    };
    const values = { transactionID, token: 't' };
    const answered = callRaw(context, 'finishtransaction', values, { askedBy: '17' });
    answered.catch(() => {}); // awaited below
    await checkout.pass();
    expect(await answered).toMatchObject({ result: { general: { state: 'finished' } } });
    expect(finishes).toEqual([values]);
    const [{ id }] = checkout.written() as [PurchaseRecord];
    expect(context.attempts.isUnderWay(id)).toBe(false);
  }
});

for (const [title, answer, expected] of [
  ['finished', async () => ({ result: { general: { state: 'finished' } } }), 'finished'],
  ['refused', async () => Promise.reject(new PlatformError('x', 402, 'declined')), 'platform'],
  ['not answered', async () => Promise.reject(new TimeoutError(30_000)), 'timeout'],
] as const) {
  test(`a raw finish that was ${title} says so when the journal breaks`, async () => {
    const checkout = createHeldCheckout();
    const { context, stores } = checkout;
    const request = (): Promise<unknown> => {
      stores.purchaseTroubles.push(new Error('no disk'), new Error('no disk'));
      return answer();
    };
    Object.assign(context, { request });
    checkout.write(purchaseOf('a'));
    const values = { transactionID, token: 't' };
    const finished = callRaw(context, 'finishtransaction', values, { askedBy: '17' }).then(
      ({ result }) => (result as { general: { state: string } }).general.state,
      (error: { code: string }) => error.code,
    );
    await checkout.pass();
    expect(await finished).toBe(expected);
    expect(checkout.written()).toMatchObject([{ step: 'finishing', finish: values }]);
  });
}

test('a raw finish that is in the journal whose lease could not be taken is in progress', async () => {
  const checkout = createHeldCheckout();
  const { context, stores, finishes } = checkout;
  checkout.write(purchaseOf('a'));
  const { set } = stores.purchases;
  stores.purchases.set = (name, value) => {
    stores.purchaseTroubles.push(new Error('no disk'));
    return set.call(stores.purchases, name, value);
  };
  const values = { transactionID, token: 't' };
  const refused = expect(
    callRaw(context, 'finishtransaction', values, { askedBy: '17' }),
  ).rejects.toMatchObject({ code: 'purchase-in-progress' });
  await checkout.pass();
  await refused;
  expect(finishes).toEqual([]);
  expect(checkout.written()).toMatchObject([{ step: 'finishing', finish: values }]);
  expect(context.attempts.isUnderWay('a')).toBe(false);
});

test('a transaction with leading zeros in its ID is the one without them', async () => {
  const checkout = createHeldCheckout();
  const { context, finishes } = checkout;
  const options = { askedBy: '17', ofAnotherDevice: true };
  const call = async (name: string, values: object): Promise<unknown> => {
    const called = callRaw(context, name, values as never, options).then(
      () => 'sent',
      (error: { code: string }) => error.code,
    );
    await checkout.pass();
    return called;
  };
  const longer = `0${transactionID}`;
  const finish = { transactionID, token: 't' };
  checkout.write(purchaseOf('a', { step: 'finishing', finish, triedAt: 1000, tries: 1 }));
  const deletion = { transactionID: longer, cancelTransaction: true };
  expect(await call('cancelsubscription', deletion)).toBe('purchase-in-progress');
  const another = { transactionID: longer, token: 'other' };
  expect(await call('finishtransaction', another)).toBe('purchase-in-progress');
  expect(finishes).toEqual([]);

  checkout.write(purchaseOf('a'));
  expect(await call('finishtransaction', another)).toBe('sent');
  expect(finishes).toEqual([{ transactionID, token: 'other' }]);
  expect(checkout.written()).toMatchObject([{ id: 'a', step: 'verifying' }]);
});

for (const [who, owner] of [
  ['another user', '18'],
  ['a viewer without a user', 'anonymous x'],
] as const) {
  test(`an open transaction of ${who} on this device is not deleted as one of another`, async () => {
    const checkout = createHeldCheckout();
    const { context, finishes } = checkout;
    checkout.write(purchaseOf('a', { owner, step: 'finishing', finish: { transactionID } }));
    const options = { askedBy: '17', ofAnotherDevice: true };
    const values = { transactionID, cancelTransaction: true };
    const refused = expect(
      callRaw(context, 'cancelsubscription', values, options),
    ).rejects.toMatchObject({ code: 'unknown-transaction' });
    await checkout.pass();
    await refused;
    expect(finishes).toEqual([]);
  });
}
