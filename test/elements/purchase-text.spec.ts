import { expect, test } from '@playwright/test';
import type { PurchaseState } from '../../src/checkout/purchase/purchase-state.ts';
import { purchaseText, showsContinue } from '../../src/elements/purchase-text.ts';
import type { Texts } from '../../src/elements/texts/texts.ts';

/** Texts that are their own keys. */
const keys = {
  say: (key: string, { number = '' } = {}) => [key, number].filter(Boolean).join(' '),
  sayOf: (group: string, name: string) => `${group}.${name}`,
} as unknown as Texts;

const failed = (transactionId: string | null, hint: string): PurchaseState =>
  ({ status: 'failed', transactionId, error: { code: 'platform', hint } }) as PurchaseState;

for (const [title, purchase, shown] of [
  ['a payment that a provider declined', failed('T1', 'declined'), 'failed'],
  ['a finish that the platform refused', failed('T1', 'this user owns it'), 'failed'],
  ['an item that the viewer owns', failed(null, 'this user owns the item already'), 'owned'],
  ['a sale that the platform refused', failed(null, 'unknown trial phase'), 'refused'],
] as const) {
  test(`${title} is shown as ${shown}`, () => {
    expect(purchaseText(purchase, keys)).toEqual({
      title: `purchase.${shown}`,
      text: `next.${shown}`,
    });
  });
}

test('a decline that nothing proves is not said to be one, nor uncharged', () => {
  const error = { code: 'aborted', message: 'declined', hint: 'declined' } as const;
  const shown = { title: 'purchase.abandoned', text: 'next.abandoned' };
  expect(purchaseText(purchaseWith({ status: 'abandoned', error }), keys)).toEqual(shown);
});

test('a payment that the platform gives back is not said to be declined, nor uncharged', () => {
  for (const hint of ['it is owned already: the payment is given back', 'Refunded']) {
    const shown = { title: 'purchase.refunded', text: 'next.refunded' };
    expect(purchaseText(failed('T1', hint), keys), hint).toEqual(shown);
  }
});

test('a payment whose transaction the platform does not know is not said to be uncharged', () => {
  const error = { code: 'not-found', message: 'no such transaction' } as const;
  const shown = { title: 'purchase.refused', text: 'error.not-found' };
  expect(purchaseText(purchaseWith({ status: 'failed', error }), keys)).toEqual(shown);
});

const purchaseWith = (fields: Partial<PurchaseState>): PurchaseState =>
  ({ transactionId: 'T1', hasUnreadReturn: false, ...fields }) as PurchaseState;

for (const status of ['awaiting-provider', 'failed', 'abandoned'] as const) {
  test(`a return that is not read yet may be a payment, when it is ${status}`, () => {
    const error = { code: 'provider-unavailable', message: 'no provider' } as const;
    const purchase = purchaseWith({ status, error, hasUnreadReturn: true });
    expect(purchaseText(purchase, keys)).toEqual({
      title: 'purchase.unread',
      text: 'next.unread T1',
    });
    expect(showsContinue(purchase)).toBe(false);
  });
}

for (const status of ['finishing', 'pending', 'verifying'] as const) {
  test(`a payment that is ${status} asks the viewer for nothing, whatever the error`, () => {
    const error = { code: 'network', message: 'unreachable' } as const;
    expect(purchaseText(purchaseWith({ status, error }), keys)).toEqual({
      title: `purchase.${status}`,
      text: 'next.delayed',
    });
    expect(purchaseText(purchaseWith({ status }), keys).text).toBe(`next.${status}`);
  });
}

test('of a provider that fails while the purchase is open, nothing is said of the charge', () => {
  const error = { code: 'provider-unavailable', message: 'no provider' } as const;
  const purchase = purchaseWith({ status: 'awaiting-provider', error });
  expect(purchaseText(purchase, keys).text).toBe('next.interrupted');
  expect(showsContinue(purchase)).toBe(true);
  const abandoned = purchaseWith({ status: 'abandoned', error });
  expect(purchaseText(abandoned, keys).text).toBe('error.provider-unavailable');
});
