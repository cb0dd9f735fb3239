import { expect, test } from '@playwright/test';
import { readReturn } from '../../../src/checkout/return/handle-outcome.ts';

const known = (text: string): object =>
  JSON.parse(JSON.stringify(readReturn(new URLSearchParams(text)))) as object;

test('a return is read by the names of the fields', () => {
  expect(
    known(
      'outcome=approved&token=a%2Bb&reference=R1&paymentType=card&externalUserID=u&externalTransactionReference=x&finalPayment=499&isLatePremium=1',
    ),
  ).toEqual({
    outcome: 'approved',
    token: 'a+b',
    reference: 'R1',
    paymentType: 'card',
    externalUserID: 'u',
    externalTransactionReference: 'x',
    finalPayment: 499,
    isLatePremium: true,
  });
});

test('a missing field stays undefined, and unknown fields are ignored', () => {
  expect(
    known('outcome=cancelled&verified=1&transactionID=1&state=finished&isLatePremium=0'),
  ).toEqual({ outcome: 'cancelled', isLatePremium: false });
  expect(known('')).toEqual({});
  expect(
    readReturn(new URLSearchParams('finalPayment=')).finalPayment,
    'nothing is not 0',
  ).toBeNaN();
});

test('the first of two equal fields counts', () => {
  expect(known('outcome=declined&outcome=approved')).toEqual({ outcome: 'declined' });
});
