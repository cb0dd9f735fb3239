import { expect, test } from '@playwright/test';
import { timestamp } from '../../src/contract/timestamp.ts';

const encode = (value: unknown): string | undefined => timestamp.encode(value, {});

test('a timestamp is a Date, or whole seconds from 1970 to the end of the year 9999', () => {
  expect(encode(new Date(1999))).toBe('1');
  expect(encode(0)).toBe('0');
  expect(encode(253402300799)).toBe('253402300799');
  for (const wrong of [253402300800, -1, 1.5, '1', new Date(NaN), Date.UTC(2026, 0)]) {
    expect(encode(wrong), String(wrong)).toBe(undefined);
  }
});
