import { expect, test } from '@playwright/test';
import { isOfBrowser } from './complaints.ts';
import { findGrowth } from './growth.ts';
import { readOptions } from './options.ts';

const figures = { timers: 3, records: 8, characters: 1000, storageBytes: 90_000 };

test('what grows more than its bound is found, with the reason', () => {
  const full = { ...figures, listeners: 80, nodes: 600, heapBytes: 3_000_000 };
  expect(findGrowth('/', full, full, 0)).toEqual([]);
  expect(findGrowth('/', full, { ...full, timers: 11 }, 0)).toEqual([]);
  expect(findGrowth('/', full, { ...full, timers: 12 }, 5)).toEqual([
    '/ went from 3 to 12 timers; 8 more may be (a repeat, a lease or a refresh may be waiting).',
  ]);
});

test('a purchase may leave records, and what an engine does not tell is no growth', () => {
  const more = { ...figures, records: 8 + 10 + 3 };
  expect(findGrowth('/', figures, more, 1)).toHaveLength(1);
  expect(findGrowth('/', figures, more, 2)).toEqual([]);
});

test('a refused option is named', () => {
  expect(readOptions(['--minutes', '5', '--seed', '7'])).toEqual({
    minutes: 5,
    engine: 'chromium',
    seed: 7,
  });
  for (const minutes of ['0.4', 'x', '1441']) {
    expect(() => readOptions(['--minutes', minutes])).toThrow(/^--minutes must be/);
  }
  expect(() => readOptions(['--seed', '1.5'])).toThrow(/^--seed must be/);
  expect(() => readOptions(['--engine', 'webkit'])).toThrow(/^--engine must be/);
});

test('only what a browser says of a failed request is no complaint', () => {
  expect(isOfBrowser('Failed to load resource: net::ERR_INTERNET_DISCONNECTED')).toBe(true);
  expect(isOfBrowser('The Same Origin Policy disallows reading the remote resource')).toBe(true);
  expect(isOfBrowser('TypeError: x is not a function')).toBe(false);
});
