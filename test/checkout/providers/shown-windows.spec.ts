import { expect, test } from '@playwright/test';
import { focusWindow } from '../../../src/checkout/providers/shown-windows.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { createHeldCheckout, purchaseOf } from '../../fixtures/checkout/held-checkout.ts';

const values = {
  operation: 'ppv',
  item: 7,
  provider: 'card',
  amount: 399,
  currency: 'EUR',
} as const;

/** The purchases whose windows a click on the same terms focuses. */
async function focusedBeside(first: Partial<PurchaseRecord>): Promise<string[]> {
  const checkout = createHeldCheckout();
  const focused: string[] = [];
  checkout.write(purchaseOf('first', { values, ...first }), purchaseOf('open', { values }));
  for (const id of ['first', 'open']) {
    checkout.context.windows.show(id, {
      kind: 'window',
      closed: false,
      focus: () => focused.push(id),
      close() {},
      reuse: () => undefined,
    });
  }
  await Promise.all([checkout.context.purchases.read(), checkout.pass()]);
  focusWindow(checkout.context, values);
  return focused;
}

test("a click shows the window of the viewer's open purchase on the same terms", async () => {
  expect(await focusedBeside({})).toEqual(['first']);
  expect(await focusedBeside({ step: 'granted' })).toEqual(['open']);
  expect(await focusedBeside({ owner: '99' })).toEqual(['open']);
  expect(await focusedBeside({ values: { ...values, item: 8 } })).toEqual(['open']);
  expect(await focusedBeside({ values: { ...values, amount: 3 } })).toEqual(['open']);
});
