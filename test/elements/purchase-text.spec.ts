import { expect, test } from '@playwright/test';
import type { PurchaseState } from '../../src/checkout/purchase/purchase-state.ts';
import { purchaseText } from '../../src/elements/purchase-text.ts';
import type { Texts } from '../../src/elements/texts/texts.ts';

/** Texts that are their own keys. */
const keys = {
  say: (key: string) => key,
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
