import { expect, test } from '@playwright/test';
import { startPurchaseScheduler } from '../../../src/checkout/finish/scheduler.ts';
import { closeUnneededWindows } from '../../../src/checkout/providers/shown-windows.ts';
import { dayMs, type PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import {
  createHeldCheckout,
  purchaseOf,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

const hourMs = 3_600_000;

/** A page with a purchase that began so long ago, and whose provider was opened so long ago. */
async function openPage(begunMs: number, openedMs: number): Promise<HeldCheckout> {
  const checkout = createHeldCheckout();
  const now = checkout.context.browser.clock.now();
  checkout.write(purchaseOf('a', { startedAt: now - begunMs, providerOpenedAt: now - openedMs }));
  startPurchaseScheduler(checkout.context);
  await checkout.context.purchases.read();
  checkout.context.schedule();
  await checkout.pass();
  return checkout;
}

const purchaseIn = ({ written }: HeldCheckout): PurchaseRecord => written()[0]!;

test('a purchase without a return is abandoned a day after its provider was opened, and says why', async () => {
  const checkout = await openPage(dayMs, dayMs);
  expect(purchaseIn(checkout)).toMatchObject({
    step: 'abandoned',
    error: { code: 'timeout', hint: 'the provider sent no answer within a day' },
  });
});

test('a viewer who has opened the provider again has another day to pay', async () => {
  const checkout = await openPage(dayMs + hourMs, hourMs);
  expect(purchaseIn(checkout).step).toBe('awaiting-provider');
  await checkout.pass(23 * hourMs);
  expect(purchaseIn(checkout).step).toBe('abandoned');
});

for (const [title, error, isClosed] of [
  ['that a tab whose clock is a day ahead has abandoned stays open', { code: 'timeout' }, false],
  ['that its viewer has abandoned is closed', undefined, true],
] as const) {
  test(`the payment window of a purchase ${title}`, async () => {
    const { context, write } = createHeldCheckout();
    const shown = {
      kind: 'page' as const,
      closed: false,
      close: () => void (shown.closed = true),
    };
    context.windows.show('a', shown);
    write(purchaseOf('a', { step: 'abandoned', error }));
    await context.purchases.read();
    closeUnneededWindows(context);
    expect(shown.closed).toBe(isClosed);
  });
}

test('the window of a purchase whose time is over is closed when its viewer buys the same again', async () => {
  const { context, write } = createHeldCheckout();
  const windows = ['a', 'c'].map((id) => {
    const shown = {
      kind: 'page' as const,
      closed: false,
      close: () => void (shown.closed = true),
    };
    context.windows.show(id, shown);
    return shown;
  });
  const values = { operation: 'ppv', item: 7, streamtype: 'video', provider: 'card' } as const;
  const error = { code: 'timeout' } as const;
  write(
    purchaseOf('a', { step: 'abandoned', error, values }),
    purchaseOf('b', { values }),
    purchaseOf('c', { step: 'abandoned', error, values: { ...values, item: 8 } }),
  );
  await context.purchases.read();
  closeUnneededWindows(context);
  expect(windows.map(({ closed }) => closed)).toEqual([true, false]);
});
