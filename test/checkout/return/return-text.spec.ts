import { expect, test } from '@playwright/test';
import type { ProviderOutcome } from '../../../src/checkout/providers/provider.ts';
import {
  isAnswered,
  outcomeIn,
  outcomeText,
  parametersOf,
} from '../../../src/checkout/return/return-text.ts';
import { purchaseOf } from '../../fixtures/checkout/held-checkout.ts';

const everything = {
  outcome: 'approved',
  verified: true,
  token: 't',
  reference: 'R',
  paymentType: 'card',
  finalPayment: 499,
  isLatePremium: false,
  externalUserID: 'u',
  externalTransactionReference: 'x',
} as const;

test('an outcome is stored with the state of its purchase, and read again', () => {
  const text = outcomeText(purchaseOf('a'), { ...everything, more: 1 } as ProviderOutcome);
  expect(text.split(' ')[0]).toBe('state-of-a');
  expect(outcomeIn(text)).toEqual(everything);
});

test('a value that JSON does not have is stored as a text, or left out', () => {
  const odd = { outcome: 'approved', token: 12n, reference: { a: 1 } } as never;
  expect(outcomeIn(outcomeText(purchaseOf('a'), odd))).toEqual({
    outcome: 'approved',
    token: '12',
  });
});

test('an outcome that is no object, or throws, is stored as one that cannot be read', () => {
  const throws = {
    get outcome(): never {
      throw new Error('of the page');
    },
  };
  for (const given of [undefined, null, 7, throws]) {
    expect(outcomeText(purchaseOf('a'), given as never)).toBe('state-of-a {}');
  }
  const { state: _, ...stateless } = purchaseOf('a');
  expect(outcomeText(stateless, throws as never)).toBe(' {}');
});

test('a damaged outcome cannot be read, and is no answer of an address', () => {
  expect(outcomeIn('state {"outcome":')).toEqual({});
  expect(outcomeIn('state {"token":"a\n b"}')).toEqual({});
  expect(outcomeIn('state {"token":\n"a b"}')).toEqual({ token: 'a b' });
  expect(outcomeIn('state&outcome=approved')).toBe(undefined);
  expect(outcomeIn('state')).toBe(undefined);
});

test('the parameters of an address come from its query and its fragment', () => {
  expect(parametersOf('state&a=1&b=2')).toBe('a=1&b=2');
  expect(parametersOf('state&a=1#b=2')).toBe('a=1&b=2');
  expect(parametersOf('state#b=2')).toBe('b=2');
  for (const separator of ['?', ';', '/?']) {
    const parameters = new URLSearchParams(parametersOf(`state${separator}a=1&b=2`));
    expect(parameters.get('a'), separator).toBe('1');
  }
  expect(parametersOf('state&a=line\nbreak')).toBe('a=line\nbreak');
  expect(parametersOf('state&')).toBe('');
  expect(parametersOf('state')).toBe('');
});

test('a token with two question marks stays whole', () => {
  const text = 'state&outcome=approved&token=a??b=c&reference=r';
  expect(parametersOf(text)).toBe('outcome=approved&token=a??b=c&reference=r');
  expect(isAnswered(text)).toBe(true);
});

test('the query in front of our parameter comes last, without what the page had itself', () => {
  expect(parametersOf('state??v=7&a=1')).toBe('v=7&a=1');
  expect(parametersOf('state&b=2??v=7&a=1&a=1', 'https://shop.test/?v=7&a=1#top')).toBe('b=2&a=1');
  expect(parametersOf('state#??v=7', 'https://shop.test/?v=7')).toBe('');
  expect(parametersOf('state&v=7', 'https://shop.test/?v=7')).toBe('v=7');
  expect(parametersOf('state&usher-return=741.state&a=1')).toBe('a=1');
  expect(
    ['state&usher-return=741.state', 'state#', 'state??v=7', 'state&b=2??v=7'].map(isAnswered),
  ).toEqual([false, false, false, true]);
});
