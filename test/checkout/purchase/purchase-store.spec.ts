import { expect, test } from '@playwright/test';
import { leaseMs, type PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import {
  createPurchaseStore,
  type PurchaseStore,
} from '../../../src/checkout/purchase/purchase-store.ts';

const now = 1_800_000_000_000;
const lease = { tabId: 'the next tab', expiresAt: now + leaseMs };
const entry: PurchaseRecord = {
  id: 'one',
  step: 'finishing',
  owner: '17',
  values: {},
  startedAt: now,
  changedAt: now,
  transactionID: '7',
  finish: { transactionID: '7' },
  lease,
};

/** The store of a page. Its journal has one purchase, and another tab may hold the lease. */
function storeWhereTaken(isTaken: boolean): PurchaseStore {
  let entries: readonly PurchaseRecord[] = [entry];
  return createPurchaseStore(
    () => ({ change: async (edit) => (entries = edit(entries)), read: async () => entries }),
    { isTaken: () => isTaken },
    { now: () => now },
    () => {},
  );
}

const unanswered = { type: 'unanswered', error: { code: 'network' } } as const;

test('a tab without an answer does not remove the lease of another tab', async () => {
  const store = storeWhereTaken(true);
  await store.applyFailure(entry, unanswered);
  expect(await store.read()).toEqual([entry]);
});

test('a late failure of an earlier step changes nothing', async () => {
  const store = storeWhereTaken(false);
  for (const type of ['unanswered', 'refused', 'abandoned'] as const) {
    await store.applyFailure({ ...entry, step: 'preparing' }, { type, error: { code: 'network' } });
  }
  expect(await store.read()).toEqual([entry]);
});

test('a tab without an answer releases its own lease, and records the reason', async () => {
  const after = { ...entry, lease: undefined, error: { code: 'network' } };
  const store = storeWhereTaken(false);
  await store.applyFailure(entry, unanswered);
  expect(await store.read()).toEqual([after]);
});

test('an answer counts, also when another tab holds the lease by then', async () => {
  const after = { step: 'verifying', lease: undefined };
  const event = { type: 'finished', expiresAt: null } as const;
  expect(await storeWhereTaken(true).apply('one', event)).toMatchObject(after);
});
