import { expect, test } from '@playwright/test';
import { httpDate } from '../../src/transport/http-date.ts';

const now = Date.UTC(2026, 10, 20);

test('reads the three formats of an HTTP date', () => {
  const at = Date.UTC(1994, 10, 6, 8, 49, 37);
  expect(httpDate('Sun, 06 Nov 1994 08:49:37 GMT', now)).toBe(at);
  expect(httpDate('Sunday, 06-Nov-94 08:49:37 GMT', now)).toBe(at);
  expect(httpDate('Sun Nov  6 08:49:37 1994', now)).toBe(at);
  expect(httpDate('Wed Nov 16 08:49:37 1994', now)).toBe(at + 10 * 86_400_000);
});

test('a year of two digits is at most 50 years ahead', () => {
  expect(httpDate('Friday, 20-Nov-76 00:00:00 GMT', now)).toBe(Date.UTC(2076, 10, 20));
  expect(httpDate('Sunday, 20-Nov-77 00:00:00 GMT', now)).toBe(Date.UTC(1977, 10, 20));
});

test('no other text is a date', () => {
  for (const text of ['120', '', '2026-11-20', 'Mon, 06 Nov 1994 08:49:37 GMT', '6 Nov 1994']) {
    expect(httpDate(text, now), text).toBe(NaN);
  }
});
