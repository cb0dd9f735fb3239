import { expect, test } from '@playwright/test';
import type { PurchaseState } from '../../src/checkout/purchase/purchase-state.ts';
import { purchaseText, showsContinue } from '../../src/elements/purchase-text.ts';
import type { Texts } from '../../src/elements/texts/texts.ts';

/** Texts that are their own keys. */
const keys = {
  say: (key: string, { number = '' } = {}) => [key, number].filter(Boolean).join(' '),
  sayOf: (group: string, name: string) => `${group}.${name}`,
} as unknown as Texts;

for (const [refusal, shown] of [
  ['declined', 'failed'],
  ['owned', 'owned'],
  ['refused', 'refused'],
  ['refunded', 'refunded'],
] as const) {
  test(`a purchase that is failed as ${refusal} is shown as ${shown}`, () => {
    const error = { code: 'platform', message: 'refused', retryable: false } as const;
    expect(purchaseText(purchaseWith({ status: 'failed', refusal, error }), keys)).toEqual({
      title: `purchase.${shown}`,
      text: `next.${shown}`,
    });
  });
}

test('a decline that nothing proves is not said to be one, nor uncharged', () => {
  const error = {
    code: 'aborted',
    message: 'declined',
    hint: 'declined',
    retryable: false,
  } as const;
  const shown = { title: 'purchase.abandoned', text: 'next.abandoned' };
  expect(purchaseText(purchaseWith({ status: 'abandoned', error }), keys)).toEqual(shown);
});

test('a payment whose transaction the platform does not know is not said to be uncharged', () => {
  const error = { code: 'not-found', message: 'no such transaction', retryable: false } as const;
  const shown = { title: 'purchase.refused', text: 'error.not-found' };
  const purchase = purchaseWith({ status: 'failed', refusal: 'unknown-transaction', error });
  expect(purchaseText(purchase, keys)).toEqual(shown);
});

const purchaseWith = (fields: Partial<PurchaseState>): PurchaseState =>
  ({ transactionId: 'T1', hasUnreadReturn: false, ...fields }) as PurchaseState;

for (const status of ['awaiting-provider', 'failed', 'abandoned'] as const) {
  test(`a return that is not read yet may be a payment, when it is ${status}`, () => {
    const error = {
      code: 'provider-unavailable',
      message: 'no provider',
      retryable: false,
    } as const;
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
    const error = { code: 'network', message: 'unreachable', retryable: false } as const;
    expect(purchaseText(purchaseWith({ status, error }), keys)).toEqual({
      title: `purchase.${status}`,
      text: 'next.delayed',
    });
    expect(purchaseText(purchaseWith({ status }), keys).text).toBe(`next.${status}`);
  });
}

test('of a provider that fails while the purchase is open, nothing is said of the charge', () => {
  const error = { code: 'provider-unavailable', message: 'no provider', retryable: false } as const;
  const purchase = purchaseWith({ status: 'awaiting-provider', error });
  expect(purchaseText(purchase, keys).text).toBe('next.interrupted');
  expect(showsContinue(purchase)).toBe(true);
  const abandoned = purchaseWith({ status: 'abandoned', error });
  expect(purchaseText(abandoned, keys).text).toBe('error.provider-unavailable');
});
