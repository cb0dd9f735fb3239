import { expect, test } from '@playwright/test';
import { shortHint } from '../../../src/checkout/providers/short-hint.ts';
import { UsherError } from '../../../src/errors/usher-error.ts';

const cases: readonly (readonly [given: unknown, hint: string | undefined])[] = [
  [new Error('the card reader is not there'), 'the card reader is not there'],
  [new TypeError('x is undefined'), 'TypeError: x is undefined'],
  [Object.assign(new Error('declined'), { code: 'E42' }), 'E42: declined'],
  [new DOMException('stopped', 'AbortError'), 'AbortError: stopped'],
  ['closed by the viewer', 'closed by the viewer'],
  [new UsherError('platform', 'no', { hint: 'out of order' }), 'out of order'],
  [new Error('card 4111 1111 1111 1111 refused'), 'card … refused'],
  [new Error('token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 refused'), 'token … refused'],
  [new Error('ada@example.com at https://pay.test/pay?x=1'), '… at …'],
  [undefined, undefined],
  [null, undefined],
  [{ message: 7 }, undefined],
];
for (const [given, hint] of cases) {
  test(`the hint for ${JSON.stringify(String(given))} is ${hint}`, () => {
    expect(shortHint(given)).toBe(hint);
  });
}

test('a hint is short', () => {
  expect(shortHint(new Error('very long words '.repeat(50)))!.length).toBeLessThanOrEqual(120);
});
