import { expect, test } from '@playwright/test';
import { record } from '../../src/checkout/context.ts';
import { leaseMs } from '../../src/checkout/purchase/purchase-record.ts';
import type { PurchaseRecord } from '../../src/checkout/purchase/purchase-record.ts';
import type { Journal } from '../../src/checkout/purchase/journal.ts';

const now = 1_800_000_000_000;
const clock = { now: () => now, monotonic: () => 0, after: () => () => {} };
const lease = { by: 'the next tab', until: now + leaseMs };
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

function journalOf(entries: readonly PurchaseRecord[]): Journal {
  let held = entries;
  return {
    change: async (edit) => (held = edit(held)),
    read: async () => held,
  };
}

const unanswered = { type: 'unanswered', trouble: { code: 'network' } } as const;

test('a tab that had no answer takes no lease from the next one', async () => {
  expect(
    await record(
      {
        journal: journalOf([entry]),
        tab: 'this tab',
        releasedLeases: new Set(),
        browser: { clock },
      },
      'one',
      unanswered,
    ),
  ).toBe(entry);
});

test('a tab that had no answer gives its own lease back, and says why', async () => {
  expect(
    await record(
      {
        journal: journalOf([entry]),
        tab: 'the next tab',
        releasedLeases: new Set(),
        browser: { clock },
      },
      'one',
      unanswered,
    ),
  ).toEqual({ ...entry, lease: undefined, trouble: { code: 'network' } });
});

test('an answer counts, whoever has the lease by now', async () => {
  expect(
    await record(
      {
        journal: journalOf([entry]),
        tab: 'this tab',
        releasedLeases: new Set(),
        browser: { clock },
      },
      'one',
      { type: 'finished', until: null },
    ),
  ).toMatchObject({ step: 'verifying', lease: undefined });
});
