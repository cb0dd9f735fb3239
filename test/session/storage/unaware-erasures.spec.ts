import { expect, test } from '@playwright/test';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { areUnaware, eraseBoth } from '../../../src/session/storage/unaware-erasures.ts';

const erasureOf = (name: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
  deviceHash: '',
  epoch: 7,
  epochStartedAt: 1000,
  revision: 0,
  erasedEpoch: 7,
  erasures: [name],
  ...more,
});

test('two erasures of two tabs do not know each other, until one record names both', () => {
  const [one, other] = [erasureOf('a'), erasureOf('b')];
  expect(areUnaware(one, other)).toBe(true);
  expect(areUnaware(one, erasureOf('b', { erasures: ['b', 'a'] }))).toBe(false);
  expect(areUnaware(one, erasureOf('a', { erasures: undefined }))).toBe(false);
});

test('each tab makes the same erasure of both, whichever record is its own', () => {
  const one = erasureOf('a', { epoch: 9, epochStartedAt: 3000 });
  const other = erasureOf('b', { epochStartedAt: 2000, erasures: ['b', 'before'] });
  const { erasures, ...both } = eraseBoth(one, other);
  const { erasures: namesOfOther, ...bothOfOther } = eraseBoth(other, one);
  expect(both).toEqual(bothOfOther);
  expect(both).toMatchObject({
    deviceHash: '',
    epoch: 10,
    erasedEpoch: 10,
    epochStartedAt: 3000,
  });
  expect(erasures![0]).toBe('a+b');
  expect(namesOfOther![0]).toBe('a+b');
  for (const names of [erasures, namesOfOther]) {
    expect([...names!].sort()).toEqual(['a', 'a+b', 'b', 'before']);
  }
});

test('an erasure of both withdraws consent, if one of the two did last', () => {
  const withdrawn = erasureOf('a', { isWithdrawn: true });
  const consented = { ...withdrawn, deviceHash: '3:1795262400:772742' };
  expect(eraseBoth(withdrawn, erasureOf('b')).isWithdrawn).toBe(true);
  expect(eraseBoth(erasureOf('b'), withdrawn).isWithdrawn).toBe(true);
  expect(eraseBoth(consented, erasureOf('b')).isWithdrawn, 'consent was given since').toBe(false);
});
