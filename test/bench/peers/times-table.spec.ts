import { expect, test } from '@playwright/test';
import { median } from '../median.ts';
import type { Load } from './load-page.ts';
import { printTimes } from './times-table.ts';
import { markers, putBetween } from './write-table.ts';

test('half of the numbers are above the median', () => {
  expect(median([30, 10, 20])).toBe(20);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

const load = (usableMs: number, sentMs?: number, preflights = 0): Load => ({
  usableMs,
  sentMs,
  requests: sentMs === undefined ? 0 : 1,
  preflights,
});

test('a cell has the medians of its loads, and no moment of a request where none was sent', () => {
  const text = printTimes(
    [
      {
        title: 'a library',
        words: 'what it does',
        bytes: 12_345,
        settings: [
          { first: [load(90, 20, 1), load(70, 10, 1), load(80, 15, 1)], next: [load(9), load(7)] },
        ],
      },
    ],
    [{ name: 'CPU ×1' }],
    { date: '2026-11-27', browser: 'Chromium 1', runs: 3 },
  );
  expect(text).toContain('of 2026-11-27, with Chromium 1: medians of 3 runs');
  expect(text).toContain('| library | requests | CPU ×1 |');
  expect(text).toContain('| a library | 1 + 1 preflight | 80 (15) |');
  expect(text).toContain('| a library | 0 | 8 |');
  expect(text).toContain('| a library | 12,345 | what it does |');
});

test('only what is between the markers is replaced', () => {
  const document = `before\n${markers.begin}\nold\n${markers.end}\nafter`;
  const written = putBetween(document, 'new');
  expect(written).toBe(`before\n${markers.begin}\n\nnew\n\n${markers.end}\nafter`);
  expect(putBetween(written, 'new')).toBe(written);
  expect(() => putBetween('no markers', 'new')).toThrow(/the document has no/);
});
