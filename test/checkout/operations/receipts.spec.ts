import { expect, test } from '@playwright/test';
import { operations } from '../../../src/checkout/operations/operations.ts';
import {
  listReceipts,
  listSubscriptions,
  updateReceipts,
} from '../../../src/checkout/operations/receipts.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import {
  createHeldCheckout,
  purchaseOf,
  transactionID,
} from '../../fixtures/checkout/held-checkout.ts';

const values = { operation: 'ppv', item: 7 };
const settled = { transactionId: transactionID, expiresAt: null };

/** The receipt of a call of the user 17, at the time 1000. */
async function receiptsOf(isErased: boolean) {
  const checkout = createHeldCheckout();
  const call = { buyer: '17', calledAt: 1000, isErased: () => isErased };
  const update = updateReceipts(checkout.context, call, { ...settled, values, terms: {} });
  await checkout.pass();
  await update;
  return checkout.written();
}

test('a receipt has the time of its call, so that a later erasure erases it', async () => {
  expect(await receiptsOf(false)).toMatchObject([{ owner: '17', startedAt: 1000 }]);
});

test('a viewer who was forgotten during the call gets no receipt', async () => {
  expect(await receiptsOf(true)).toEqual([]);
});

const monthMs = 31 * 86_400_000;

/** The subscriptions of a journal with these purchases, the oldest first. */
async function subscriptionsOf(...given: Partial<PurchaseRecord>[]) {
  const checkout = createHeldCheckout();
  const now = checkout.context.browser.clock.now();
  checkout.write(
    ...given.map(({ expiresAt, ...more }, index) =>
      purchaseOf(`s${index}`, {
        step: 'granted',
        values: { operation: 'subscription' },
        transactionID: String(index),
        changedAt: now - 2 * monthMs,
        expiresAt: now + expiresAt!,
        ...more,
      }),
    ),
  );
  await checkout.context.purchases.change((all) => [...all]);
  const subscriptions = await listSubscriptions(checkout.context);
  return subscriptions.map(({ transactionId }) => transactionId);
}

test('a subscription that renews itself stays in the list after its first period', async () => {
  expect(await subscriptionsOf({ expiresAt: -monthMs, terms: { willRenew: true } })).toEqual(['0']);
});

test('a subscription that was sold to renew itself does so without an answer', async () => {
  const values = { operation: 'subscription', subscriptionWillRenew: true, item: 0 } as const;
  expect(await subscriptionsOf({ expiresAt: -monthMs, values, terms: {} })).toEqual(['0']);
  const stopped = { willRenew: false };
  expect(await subscriptionsOf({ expiresAt: -monthMs, values, terms: stopped })).toEqual([]);
});

test('a receipt has the terms of its sale, and no term of which nothing is known', async () => {
  const { context, write } = createHeldCheckout();
  const subscription = { operation: 'subscription', subscriptionDuration: 12 };
  write(
    purchaseOf('a', { step: 'granted', values: subscription }),
    purchaseOf('b', { step: 'granted', values }),
  );
  const [first, second] = await listReceipts(context);
  expect(first).toMatchObject({ duration: 12 });
  for (const receipt of [first, second]) expect(receipt).not.toHaveProperty('willRenew');
});

test('subscriptions that are over are left out, and the newest comes first', async () => {
  const subscriptions = await subscriptionsOf(
    { expiresAt: monthMs },
    { expiresAt: -1, changedAt: Date.now() },
    { expiresAt: monthMs },
  );
  expect(subscriptions).toEqual(['2', '0']);
});

test('stopRenewal() says that the subscription ends, though the answer has no terms', () => {
  expect(operations.stopRenewal({ transactionID }).terms).toEqual({ willRenew: false });
});

test('a receipt replaces none of another viewer', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { owner: '99', step: 'granted', values, transactionID }));
  const call = { buyer: '17', calledAt: 1000, isErased: () => false };
  const update = updateReceipts(checkout.context, call, { ...settled, values, terms: {} });
  await checkout.pass();
  await update;
  expect(checkout.written().map(({ owner }) => owner)).toEqual(['99', '17']);
});

/** The journal after a call that names the transaction of the older one of two subscriptions. */
async function journalAfterCall(isRestored: boolean, more: Partial<PurchaseRecord> = {}) {
  const checkout = createHeldCheckout();
  const subscription = { step: 'granted', values: { operation: 'subscription' } } as const;
  const older = purchaseOf('older', { ...subscription, terms: { duration: 12 }, ...more });
  checkout.write(older, purchaseOf('newer', { ...subscription, transactionID: '8' }));
  const call = { buyer: '17', calledAt: 5000, isErased: () => false };
  const restored = isRestored ? { operation: 'subscription' } : undefined;
  const terms = { willRenew: false };
  const update = updateReceipts(checkout.context, call, { ...settled, values: restored, terms });
  await checkout.pass();
  await update;
  return { ...checkout, older };
}

test('a changed subscription keeps its place among the receipts', async () => {
  const { context, written } = await journalAfterCall(false);
  expect(written().map(({ id }) => id)).toEqual(['older', 'newer']);
  const subscriptions = await listSubscriptions(context);
  expect(subscriptions.map(({ transactionId }) => transactionId)).toEqual(['8', transactionID]);
});

test('a transaction that is restored keeps its receipt, with its name and times', async () => {
  const { written, older } = await journalAfterCall(true);
  const terms = { duration: 12, willRenew: false };
  expect(written()).toMatchObject([{ ...older, terms }, { id: 'newer' }]);
});

test('a restored transaction is kept, although the time of its receipt was over', async () => {
  const { written, context } = await journalAfterCall(true, { changedAt: 1000 });
  const changedAt = context.browser.clock.now();
  expect(written()).toMatchObject([{ id: 'older', startedAt: 1000, changedAt }, { id: 'newer' }]);
});

/** What subscriptions() gives if the viewer changes while the publisher fetches the list. */
async function listDuring(before: string | null, after: string | null): Promise<unknown> {
  const { context } = createHeldCheckout();
  const { session } = context;
  const become = (id: string | null): void => {
    const user = id === null ? null : { id, name: 'ada' };
    Object.assign(session, { $user: { get: () => user } });
    Object.assign(session.context, { current: { id: '1', ...(user && { user }) } });
  };
  become(before);
  const list = async (): Promise<[]> => {
    become(after);
    return [];
  };
  Object.assign(context.selling, { listSubscriptions: list });
  return listSubscriptions(context).catch(({ code }: { code: string }) => code);
}

test("a publisher's list of one viewer, or of nobody, is not given to another one", async () => {
  expect(await listDuring('17', '17')).toEqual([]);
  expect(await listDuring(null, null)).toEqual([]);
  expect(await listDuring('17', '18')).toBe('identity-changed');
  expect(await listDuring('17', null)).toBe('identity-changed');
  expect(await listDuring(null, '17')).toBe('identity-changed');
});

test("a publisher's list that never comes ends with a timeout", async () => {
  const { context, ...checkout } = createHeldCheckout();
  Object.assign(context.session, { $user: { get: () => null } });
  Object.assign(context.selling, { listSubscriptions: () => new Promise(() => {}) });
  const listed = expect(listSubscriptions(context)).rejects.toMatchObject({ code: 'timeout' });
  await checkout.pass(30_000);
  await listed;
});

test('the receipt of a subscription that was bought for the item 0 has no item', async () => {
  const checkout = createHeldCheckout();
  const bought = { operation: 'subscription', item: 0, streamtype: '' as never };
  checkout.write(purchaseOf('a', { step: 'granted', values: bought }));
  const receipts = listReceipts(checkout.context);
  await checkout.pass();
  expect(await receipts).toMatchObject([{ operation: 'subscription', item: null }]);
});

test('a renewal that is stopped while the item is checked is stopped in the receipt', async () => {
  const checkout = createHeldCheckout();
  checkout.write(
    purchaseOf('a', {
      step: 'verifying',
      values: { operation: 'subscription' },
      terms: { willRenew: true },
    }),
  );
  const call = { buyer: '17', calledAt: 1000, isErased: () => false };
  const terms = { willRenew: false };
  const update = updateReceipts(checkout.context, call, { ...settled, values: undefined, terms });
  await checkout.pass();
  await update;
  expect(checkout.written()).toMatchObject([{ step: 'verifying', terms }]);
});

test('without a session it is not known what was bought', async () => {
  const { context } = createHeldCheckout();
  const session = { ...context.session, ready: async () => undefined };
  const list = listReceipts({ ...context, session });
  await expect(list).rejects.toMatchObject({ code: 'static-session' });
});

test('receipts wait for the viewer whose session is lost while the journal is read', async () => {
  const { context, write, pass } = createHeldCheckout();
  write(purchaseOf('a', { step: 'granted', values }));
  const { session } = context;
  const own = await session.ready();
  let renew = (): void => {};
  const renewed = new Promise<typeof own>((resolve) => {
    renew = () => {
      Object.assign(session.context, { lost: false });
      resolve(own);
    };
  });
  let readies = 0;
  Object.assign(session, { ready: () => (readies++ ? renewed : Promise.resolve(own)) });
  const receipts = listReceipts(context);
  Object.assign(session.context, { lost: true });
  await pass();
  renew();
  expect((await receipts).map(({ transactionId }) => transactionId)).toEqual([transactionID]);
});
