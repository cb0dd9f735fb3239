import { expect, test } from '@playwright/test';
import { formatMoney } from '../../demo/provider/money.ts';
import { formatPrice } from '../../src/item/format-price.ts';

for (const [amount, currency, locale, text] of [
  [499, 'EUR', 'en', '€4.99'],
  [499, 'EUR', 'de', '4,99 €'],
  [500, 'JPY', 'en', '¥500'],
  [1500, 'KWD', 'en', 'KWD 1.500'],
  [149000, 'HUF', 'en', 'HUF 1,490.00'],
  [149000, 'idr', 'en', 'IDR 1,490.00'],
  [1500, 'IQD', 'en', 'IQD 1.500'],
  [12345, 'CLF', 'en', 'CLF 1.2345'],
  [500, 'XAF', 'en', 'FCFA 500'],
  [0, 'USD', 'en-US', '$0.00'],
] as const) {
  test(`${amount} ${currency} is ${text} in ${locale}`, () => {
    expect(formatPrice({ amount, currency }, locale).replace(/\s/gu, ' ')).toBe(text);
  });
}

test("the payment provider's pages show the same price", () => {
  const amount = 149_000;
  expect(formatMoney(amount, 'HUF')).toBe(formatPrice({ amount, currency: 'HUF' }, 'en'));
  expect(formatMoney(amount, 'HUF')).toContain('1,490.00');
});

test('a purchase without an amount or a currency has no price', () => {
  expect(formatPrice({ amount: null, currency: 'EUR' }, 'en')).toBe('');
  expect(formatPrice({ amount: 499, currency: null }, 'en')).toBe('');
});

test('a currency that does not exist is refused', () => {
  expect(() => formatPrice({ amount: 1, currency: 'E' }, 'en')).toThrow(RangeError);
});
