import { expect, test } from '@playwright/test';
import type { Durable } from '../../../src/browser/durable.ts';
import { createJournal, type JournalRecord } from '../../../src/checkout/purchase/journal.ts';
import { dayMs, type PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';

const now = 1_800_000_000_000;
const entry = (id: string, more: Partial<PurchaseRecord> = {}): PurchaseRecord => ({
  id,
  step: 'preparing',
  owner: '17',
  values: { operation: 'ppv' },
  startedAt: now,
  changedAt: now,
  ...more,
});

/** A durable store with one record. */
function place(found: unknown): {
  readonly durable: Durable<JournalRecord>;
  readonly held: () => unknown;
  readonly writes: () => number;
  fail?: Error;
} {
  let [held, writes] = [found as JournalRecord | undefined, 0];
  const made: ReturnType<typeof place> = {
    held: () => held,
    writes: () => writes,
    durable: {
      read: async () => {
        if (made.fail) throw made.fail;
        return held;
      },
      async update(change) {
        if (made.fail) throw made.fail;
        const next = change(held);
        if (next !== held) writes++;
        held = next;
      },
      remove: async () => {},
    },
  };
  return made;
}

function open(
  found?: unknown,
  clock = (): number => now,
): ReturnType<typeof place> & {
  readonly journal: ReturnType<typeof createJournal>;
  readonly heard: [readonly PurchaseRecord[], boolean][];
} {
  const made = place(found);
  const heard: [readonly PurchaseRecord[], boolean][] = [];
  return Object.assign(made, {
    journal: createJournal(
      made.durable,
      clock,
      (entries, reason) => void heard.push([entries, reason === 'changed']),
    ),
    heard,
  });
}

test('the first purchase creates the record', async () => {
  const { journal, held, heard } = open();
  expect(await journal.change((all) => [...all, entry('one')])).toEqual([entry('one')]);
  expect(held()).toEqual({ entries: [entry('one')] });
  expect(heard).toEqual([[[entry('one')], true]]);
});

test('a change without an effect is not written', async () => {
  const { journal, writes, heard } = open({ entries: [entry('one')] });
  expect(await journal.change((all) => all)).toEqual([entry('one')]);
  expect(writes()).toBe(0);
  expect(heard).toEqual([[[entry('one')], false]]);
});

for (const [words, corrupt] of Object.entries({
  'a text': 'rubbish',
  'a list': [1, 2],
  'an object of another kind': { version: 9, purchases: {} },
  'entries that are no list': { entries: 7 },
})) {
  test(`a damaged record is set aside and not lost: ${words}`, async () => {
    const { journal, held } = open(corrupt);
    expect(await journal.read()).toEqual([]);
    expect(held()).toEqual(corrupt);
    await journal.change((all) => [...all, entry('one')]);
    expect(held()).toEqual({ unreadable: corrupt, entries: [entry('one')] });
    await journal.change((all) => [...all, entry('two')]);
    expect(held()).toEqual({ unreadable: corrupt, entries: [entry('one'), entry('two')] });
  });
}

test('entries of an unknown kind are kept unchanged', async () => {
  const newer = [{ kind: 'refund', id: 'r1' }, null, 'text'];
  const { journal, held } = open({ version: 3, entries: [entry('one'), ...newer] });
  expect(await journal.read()).toEqual([entry('one')]);
  await journal.change((all) => all.map((each) => ({ ...each, step: 'failed' as const })));
  expect(held()).toEqual({ version: 3, entries: [...newer, entry('one', { step: 'failed' })] });
  await journal.change(() => []);
  expect(held()).toEqual({ version: 3, entries: newer });
});

const disputed = { ...entry('newer'), step: 'disputed', more: [1] };
const { step: _, ...rest } = disputed;
const unknown = { ...rest, step: 'unknown', newerStep: 'disputed' } as const;

test('a purchase at a step of a newer build is read as unknown, and keeps its step', async () => {
  const { journal, held } = open({ entries: [disputed, entry('one')] });
  expect(await journal.read()).toEqual([unknown, entry('one')]);
  await journal.change((all) =>
    all.map((each) =>
      each.step === 'unknown' ? { ...each, laterFinishes: [{ transactionID: '7' }] } : each,
    ),
  );
  expect(held()).toEqual({
    entries: [{ ...disputed, laterFinishes: [{ transactionID: '7' }] }, entry('one')],
  });
});

test('a purchase of a newer build is never removed by this build', async () => {
  const { journal, held } = open({ entries: [disputed, entry('one')] });
  await journal.change((all) => all.filter(({ id }) => id === 'one'));
  expect(held()).toEqual({ entries: [disputed, entry('one')] });
  await journal.change(() => []);
  expect(held()).toEqual({ entries: [disputed] });
});

test('an entry without the required fields is ignored, and kept unchanged', async () => {
  const { id: _, ...nameless } = entry('one');
  const odd = [
    nameless,
    { ...entry('two'), owner: 17 },
    { ...entry('three'), values: null },
    { ...entry('four'), step: undefined },
    { ...entry('four'), step: '' },
  ];
  const { journal, held } = open({ entries: odd });
  expect(await journal.change((all) => [...all, entry('five')])).toEqual([entry('five')]);
  expect(held()).toEqual({ entries: [...odd, entry('five')] });
});

test('settled purchases are removed after 30 days, open ones never', async () => {
  const old = now - 31 * dayMs;
  const stays = [
    entry('open', { step: 'finishing', changedAt: old }),
    entry('young', { step: 'abandoned', changedAt: now - 29 * dayMs }),
    entry('valid', { step: 'granted', changedAt: old, expiresAt: now + 1 }),
  ];
  const goes = [
    entry('given up', { step: 'abandoned', changedAt: old }),
    entry('failed', { step: 'failed', changedAt: old }),
    entry('over', { step: 'granted', changedAt: old, expiresAt: now - 1 }),
  ];
  const { journal } = open({ entries: [...goes, ...stays] });
  expect((await journal.change((all) => [...all, entry('new')])).map(({ id }) => id)).toEqual([
    'open',
    'young',
    'valid',
    'new',
  ]);
});

test('a purchase that may still be paid stays a day longer, because a clock may have jumped', async () => {
  const left = entry('left', { step: 'abandoned', changedAt: now, providerOpenedAt: now });
  let time = now;
  const { journal } = open({ entries: [left] }, () => time);
  const idsAt = async (at: number): Promise<string[]> => {
    time = at;
    const after = await journal.change((all) => [...all]);
    return after.map(({ id }) => id);
  };
  expect(await idsAt(now + 365 * dayMs)).toEqual(['left']);
  expect(await idsAt(now + 365.9 * dayMs)).toEqual(['left']);
  expect(await idsAt(now + 10 * dayMs)).toEqual(['left']); // the clock is set back
  expect(await idsAt(now + 40 * dayMs)).toEqual(['left']);
  expect(await idsAt(now + 41 * dayMs)).toEqual([]);
});

test('the last hundred settled purchases are kept, and all open ones', async () => {
  const settled = Array.from({ length: 130 }, (_, index) =>
    entry(`settled ${index}`, { step: 'granted' }),
  );
  const { journal } = open({ entries: [entry('first'), ...settled] });
  const after = await journal.change((all) => [...all, entry('last')]);
  expect(after.map(({ id }) => id)).toEqual([
    'first',
    ...settled.slice(30).map(({ id }) => id),
    'last',
  ]);
});

test('a purchase that is settled late is kept, after a hundred others', async () => {
  const settled = Array.from({ length: 100 }, (_, index) =>
    entry(`settled ${index}`, { step: 'granted', changedAt: now - 1000 + index }),
  );
  const { journal } = open({ entries: [entry('long open'), ...settled] });
  const after = await journal.change((all) =>
    all.map((each) => (each.id === 'long open' ? { ...each, step: 'granted' as const } : each)),
  );
  expect(after.map(({ id }) => id)).toEqual(['long open', ...settled.slice(1).map(({ id }) => id)]);
});

test('an error thrown by a change is rethrown, and nothing is written', async () => {
  const { journal, writes, heard } = open({ entries: [entry('one')] });
  const refusal = new Error('on other terms');
  await expect(
    journal.change(() => {
      throw refusal;
    }),
  ).rejects.toBe(refusal);
  expect([writes(), heard]).toEqual([0, []]);
});

test('a failed write rejects with journal-unavailable, and keeps the known entries', async () => {
  const made = open({ entries: [entry('one')] });
  await made.journal.read();
  made.fail = new Error('QuotaExceededError');
  await expect(made.journal.change((all) => [...all, entry('two')])).rejects.toMatchObject({
    code: 'journal-unavailable',
    message: 'The journal of purchases cannot be written',
    retryable: true,
  });
  expect(await made.journal.read()).toBeUndefined();
  expect(made.heard).toEqual([[[entry('one')], false]]);
});
