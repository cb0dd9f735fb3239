import { expect, test } from '@playwright/test';
import type { ProviderOutcome } from '../../../src/checkout/providers/provider.ts';
import { eventOfOutcome, readByFieldNames } from '../../../src/checkout/return/outcome-event.ts';
import { optionalFields } from '../../../src/checkout/return/return-text.ts';
import {
  createHeldCheckout,
  purchaseOf,
  transactionID,
} from '../../fixtures/checkout/held-checkout.ts';

const known = (text: string): object =>
  JSON.parse(JSON.stringify(readByFieldNames(new URLSearchParams(text)))) as object;

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
    readByFieldNames(new URLSearchParams('finalPayment=')).finalPayment,
    'nothing is not 0',
  ).toBeNaN();
});

test('a flag is read as a word or a number, and another text is left to the check', () => {
  for (const [text, flag] of [
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
    ['yes', 'yes'],
  ] as const) {
    expect(readByFieldNames(new URLSearchParams({ isLatePremium: text }))).toHaveProperty(
      'isLatePremium',
      flag,
    );
  }
  expect(Object.keys(readByFieldNames(new URLSearchParams()))).not.toContain('isLatePremium');
  expect(Object.keys(readByFieldNames(new URLSearchParams()))).not.toContain('finalPayment');
  expect(readByFieldNames(new URLSearchParams('finalPayment=%20')).finalPayment).toBeNaN();
});

test('the first of two equal fields counts', () => {
  expect(known('outcome=declined&outcome=approved')).toEqual({ outcome: 'declined' });
});

const eventOf = (
  outcome: unknown,
  record = purchaseOf('a'),
): { readonly event: object; readonly events: unknown[] } => {
  const { context, events } = createHeldCheckout();
  return { event: eventOfOutcome(context, record, outcome as ProviderOutcome), events };
};

test('an approved or pending outcome, and a declined one with a proof, are sent', () => {
  for (const outcome of ['approved', 'pending', 'declined']) {
    expect(eventOf({ outcome, token: 't', verified: true }).event).toEqual({
      type: 'returned',
      finish: { transactionID, token: 't' },
    });
  }
  expect(eventOf({ outcome: 'approved' }).event, 'a provider without tokens').toEqual({
    type: 'returned',
    finish: { transactionID },
  });
});

test('all fields of an outcome are sent, and nothing else', () => {
  const fields = {
    token: 't',
    reference: 'R',
    paymentType: 'card',
    finalPayment: 499,
    isLatePremium: true,
    externalUserID: 'u',
    externalTransactionReference: 'x',
  };
  expect(eventOf({ outcome: 'approved', ...fields, verified: true, more: 1 }).event).toEqual({
    type: 'returned',
    finish: { transactionID, ...fields },
  });
});

test('an optional field that cannot be sent is left out, and the page is told', () => {
  const { event, events } = eventOf({ outcome: 'approved', token: 't', finalPayment: NaN });
  expect(event).toEqual({ type: 'returned', finish: { transactionID, token: 't' } });
  expect(events).toEqual([
    ['warning', "The provider's finalPayment cannot be sent, and is left out"],
  ]);
});

test('a token that cannot be sent leaves the purchase open, and its return unread', () => {
  expect(eventOf({ outcome: 'approved', token: 7 }).event).toEqual({
    type: 'unread',
    error: { code: 'input', hint: 'the token of the provider cannot be sent' },
  });
});

test('a field that is null counts as absent', () => {
  const nothing = Object.fromEntries(['token', ...optionalFields].map((name) => [name, null]));
  for (const outcome of ['approved', 'pending']) {
    expect(eventOf({ outcome, ...nothing })).toEqual({
      event: { type: 'returned', finish: { transactionID } },
      events: [],
    });
  }
  for (const outcome of ['declined', 'cancelled']) {
    expect(eventOf({ outcome, ...nothing }).event).toMatchObject({ type: 'abandoned' });
  }
});

test('a payment that the provider has verified as declined fails the purchase', () => {
  expect(eventOf({ outcome: 'declined', verified: true }).event).toEqual({
    type: 'refused',
    error: { code: 'platform', hint: 'declined by the provider' },
  });
  expect(eventOf({ outcome: 'cancelled', verified: true }).event).toMatchObject({
    type: 'abandoned',
  });
});

test('a declined or cancelled payment abandons the purchase', () => {
  for (const outcome of ['declined', 'cancelled']) {
    expect(eventOf({ outcome }).event).toEqual({
      type: 'abandoned',
      error: { code: 'aborted', hint: outcome },
    });
  }
});

test('an outcome that cannot be read leaves the purchase open', () => {
  for (const outcome of [undefined, null, {}, { outcome: 'odd', token: 't' }, 'approved']) {
    expect(eventOf(outcome).event).toEqual({
      type: 'unclear',
      error: { code: 'malformed', hint: 'the outcome of the provider cannot be read' },
    });
  }
});

test('an outcome of a purchase without a transaction cannot be sent', () => {
  const { transactionID: _, ...unprepared } = purchaseOf('a');
  expect(eventOf({ outcome: 'approved', token: 't' }, unprepared).event).toMatchObject({
    type: 'unclear',
  });
});

test('an outcome of which the page throws leaves the purchase open', () => {
  const throws = {
    get outcome(): never {
      throw new Error('of the page');
    },
  };
  expect(eventOf(throws).event).toEqual({
    type: 'unclear',
    error: { code: 'input', hint: 'the outcome of the provider cannot be used' },
  });
});
