import { expect, test } from '@playwright/test';
import { advance, reviveLateReturns } from '../../../src/checkout/purchase/machine.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';

type Finish = NonNullable<PurchaseRecord['finish']>;

const now = 1000;
const finishOf = (token: string): Finish => ({ transactionID: '9007199254740993001', token });

const finishing: PurchaseRecord = {
  id: 'one',
  step: 'finishing',
  owner: '17',
  values: { operation: 'ppv', item: 7 },
  startedAt: 100,
  changedAt: 200,
  transactionID: '9007199254740993001',
  state: '741.nobody-guesses',
  finish: finishOf('first'),
};

/** Another purchase of the same item. It is not paid yet. */
const unpaid: PurchaseRecord = {
  ...finishing,
  id: 'two',
  step: 'awaiting-provider',
  transactionID: '2',
  finish: undefined,
};

/** The purchase after the platform has refused its finish. */
const refuse = (record: PurchaseRecord): PurchaseRecord =>
  advance(
    record,
    { type: 'refused', error: { code: 'platform', hint: 'declined' }, finish: record.finish },
    now,
  );

/** The steps after another return of a refused purchase, beside one that is not paid yet. */
const stepsWith = (refused: PurchaseRecord, ...later: readonly Finish[]): readonly string[] =>
  reviveLateReturns([{ ...refused, laterFinishes: later }, unpaid], now).map(({ step }) => step);

test('a payment that the provider has not confirmed is asked for again after a wait, not at once', () => {
  const tried = { ...finishing, tries: 1, triedAt: 900 };
  const deferred = advance(tried, { type: 'deferred' }, now);
  expect(deferred).toMatchObject({ step: 'pending', tries: 1, triedAt: 900 });
});

test('a return that was refused before waits for another purchase, and a new one does not', () => {
  const refused = refuse(finishing);
  expect(refused.step).toBe('failed');
  expect(stepsWith(refused, finishOf('first'))).toEqual(['failed', 'awaiting-provider']);
  expect(stepsWith(refused, finishOf('second'))).toEqual(['finishing', 'abandoned']);
  const both = [finishOf('second'), finishOf('first')];
  expect(stepsWith(refused, ...both)).toEqual(['finishing', 'abandoned']);
});

test('a purchase remembers its last ten refused returns, and none of their secrets', () => {
  let record = finishing;
  for (let count = 0; count < 12; count++) {
    record = refuse({ ...record, step: 'finishing', finish: finishOf(`secret ${count}`) });
  }
  expect(record.refusedFinishes).toHaveLength(10);
  expect(JSON.stringify(record)).not.toContain('secret');
  expect(stepsWith(record, finishOf('secret 1'))).toEqual(['finishing', 'abandoned']);
  expect(stepsWith(record, finishOf('secret 2'))).toEqual(['failed', 'awaiting-provider']);
});

test('a purchase that was refused before it was paid remembers no return', () => {
  const preparing: PurchaseRecord = { ...finishing, step: 'preparing', finish: undefined };
  const { step, refusedFinishes } = refuse(preparing);
  expect([step, refusedFinishes]).toEqual(['failed', undefined]);
});
