import { expect, test } from '@playwright/test';
import { formatPrice } from '../../src/item/format-price.ts';

for (const [amount, currency, locale, text] of [
  [499, 'EUR', 'en', '€4.99'],
  [499, 'EUR', 'de', '4,99 €'],
  [500, 'JPY', 'en', '¥500'],
  [1500, 'KWD', 'en', 'KWD 1.500'],
  [0, 'USD', 'en-US', '$0.00'],
] as const) {
  test(`${amount} ${currency} is ${text} in ${locale}`, () => {
    expect(formatPrice({ amount, currency }, locale).replace(/\s/gu, ' ')).toBe(text);
  });
}

test('a purchase without an amount or a currency has no price', () => {
  expect(formatPrice({ amount: null, currency: 'EUR' }, 'en')).toBe('');
  expect(formatPrice({ amount: 499, currency: null }, 'en')).toBe('');
});

test('a currency that does not exist is refused', () => {
  expect(() => formatPrice({ amount: 1, currency: 'E' }, 'en')).toThrow(RangeError);
});
