import { expect, test } from '@playwright/test';
import {
  compareErasures,
  compareRecords,
  isErasedBy,
} from '../../../src/session/storage/compare-records.ts';
import {
  createErasure,
  eraseDurable,
  withErasuresOf,
  writeErasure,
} from '../../../src/session/storage/erasure.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { eraseBoth } from '../../../src/session/storage/unaware-erasures.ts';
import { createHeldStores, key } from '../../fixtures/session/held-stores.ts';

const record = (erasures?: string[], epoch = 3): SessionRecord => ({
  deviceHash: '',
  epoch,
  epochStartedAt: 1000,
  revision: 0,
  erasedEpoch: 1,
  erasures,
});

test('a record without the name of the last erasure is erased, whatever else it has', () => {
  expect(isErasedBy(record(), record(['a']))).toBe(true);
  expect(isErasedBy(undefined, record(['a']))).toBe(true);
  expect(isErasedBy(record(['b']), record(['a', 'b']))).toBe(true);
  expect(isErasedBy(record(['b', 'a']), record(['a']))).toBe(false);
  expect(isErasedBy(record(['a']), record())).toBe(false);
  expect(isErasedBy(record(['a']), record([]))).toBe(false);
  expect(isErasedBy(record(['a']), undefined)).toBe(false);
});

test('of two records the one that knows more erasures is later, and then the one of a later epoch', () => {
  const [before, after] = [record(['a'], 9), record(['b', 'a'], 3)];
  expect(compareErasures(after, before)).toBeGreaterThan(0);
  expect(compareErasures(before, after)).toBeLessThan(0);
  expect(compareErasures(after, record(['b', 'a'], 4))).toBe(0);
  expect(compareRecords(after, before)).toBeGreaterThan(0);
  expect(compareRecords(after, record(['b', 'a'], 4))).toBeLessThan(0);
  expect(compareRecords(after, undefined)).toBeGreaterThan(0);
  expect(compareRecords(record(undefined, 3), undefined)).toBe(3);
});

test('an erasure after twenty others, beside one of another tab, knows the last of each', () => {
  const names = (start: string): string[] =>
    Array.from({ length: 20 }, (_, index) => `${start}${index}`);
  const [own, other] = [record(names('own')), record(names('other'))];
  for (const both of [
    withErasuresOf(own, other),
    withErasuresOf(own, other, 'other'),
    eraseBoth(own, other),
  ]) {
    expect(both.erasures).toHaveLength(20);
    expect(isErasedBy(both, own)).toBe(false);
    expect(isErasedBy(both, other)).toBe(false);
  }
  expect(withErasuresOf(own, other).erasures?.[0]).toBe('own0');
  expect(withErasuresOf(own, other, 'other').erasures?.[0]).toBe('other0');
});

test('an erasure knows those of the records that it erases, at most twenty, and has a later epoch', () => {
  const { clock, context } = createHeldStores();
  const seconds = clock.now() / 1000;
  const erasure = createErasure(
    [record(), record(['a', 'b'], 7), record(['b', 'c'])],
    context.browser,
    { isWithdrawn: true },
  );
  expect(erasure).toEqual({
    deviceHash: '',
    epoch: seconds,
    epochStartedAt: clock.now(),
    revision: 0,
    erasedEpoch: seconds,
    erasures: ['025', 'a', 'b', 'c'],
    isWithdrawn: true,
  });
  const many = Array.from({ length: 30 }, (_, index) => `name ${index}`);
  const ahead = createErasure([record(many, seconds + 5), record()], context.browser, {
    isWithdrawn: false,
  });
  expect(ahead.epoch).toBe(seconds + 1005);
  expect(ahead.erasures).toEqual(['125', ...many.slice(0, 19)]);
});

test('the epoch of an erasure is a whole number', async () => {
  const { clock, context } = createHeldStores();
  await clock.advance(999);
  expect(createErasure([], context.browser, { isWithdrawn: false }).epoch).toBe(
    (clock.now() - 999) / 1000,
  );
});

test('two erasures of the same moment know each other, and have the later epoch of both', () => {
  const [mine, theirs] = [record(['mine', 'both'], 3), record(['theirs', 'both'], 4)];
  const { epoch, erasures } = withErasuresOf(mine, theirs);
  expect([epoch, erasures]).toEqual([4, ['mine', 'theirs', 'both']]);
  expect(withErasuresOf(mine, theirs, 'other').erasures).toEqual(['theirs', 'mine', 'both']);
  expect(withErasuresOf(mine)).toEqual(mine);
  expect(withErasuresOf(record(), theirs).erasures).toEqual(['theirs', 'both']);
});

for (const isFull of [false, true]) {
  test(`an erasure leaves nothing else in the text stores, full: ${isFull}`, () => {
    const { texts, full, context } = createHeldStores();
    for (const place of ['device', 'tab'] as const) {
      for (const end of ['', '|claim', '|tab-ends']) texts[place].set(`${key}${end}`, 'of ada');
      texts[place].set('of the page', 'stays');
      if (isFull) full.add(place);
    }
    const erasure = { ...record(['name']), isWithdrawn: false };
    expect(writeErasure(context.browser, key, erasure)).toBe(JSON.stringify(erasure));
    const written = [
      [`${key}|erasing`, 'name 1000 false'],
      [key, JSON.stringify(erasure)],
    ];
    expect([...texts.device]).toEqual([['of the page', 'stays'], ...(isFull ? [] : written)]);
    expect([...texts.tab]).toEqual([['of the page', 'stays']]);
  });
}

test('an erasure in IndexedDB replaces an older record, and removes the lists', async () => {
  const { records, context } = createHeldStores();
  records.set(key, { ...record(['before'], 9), deviceHash: '3:1795262400:772742' });
  records.set(`${key}|system`, ['lists']);
  records.set('of another site', 1);
  await eraseDurable(context.browser, key, record(['name', 'before']));
  expect([...records]).toEqual([
    [key, record(['name', 'before'], 9)],
    ['of another site', 1],
    [`${key}|erasing`, 'name 1000 false'],
  ]);
});

test('an erasure in IndexedDB leaves a session that began after it', async () => {
  const { records, context } = createHeldStores();
  const later = { ...record(['name'], 9), deviceHash: '3:1795262400:772742' };
  records.set(key, later);
  await eraseDurable(context.browser, key, record(['name']));
  expect(records.get(key)).toBe(later);
});
