import { expect, test } from '@playwright/test';
import { figuresOf, needOf } from './load-figures.ts';

test('half of the calls are within p50, and 99 of 100 within p99', () => {
  const durationsMs = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(figuresOf(durationsMs, 4000)).toEqual({ perSecond: 50, p50Ms: 100, p99Ms: 198 });
  expect(figuresOf([7], 1000)).toEqual({ perSecond: 1, p50Ms: 7, p99Ms: 7 });
});

test('a million devices send a keepalive each 12 minutes', () => {
  const { perSecond, processes } = needOf('keepalive', 1_000_000, 100);
  expect(perSecond).toBeCloseTo(1388.9, 1);
  expect(processes).toBeCloseTo(13.889, 3);
});
