import { expect, test } from '@playwright/test';
import { openProvider } from '../../../src/checkout/providers/open-provider.ts';
import type { PreparedRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { handleOwnReturns } from '../../../src/checkout/return/handle-returns.ts';
import { recordOutcome } from '../../../src/checkout/return/record-outcome.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  transactionID,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

const network = { code: 'network' } as const;

/** A page beside another tab, whose finish of the purchase `a` is under way. */
function besideFinish(): HeldCheckout {
  const checkout = createHeldCheckout();
  const now = checkout.context.browser.clock.now();
  const finish = { transactionID, token: 't' };
  const lease = { tabId: 'other', expiresAt: now + 44_000 };
  checkout.write(
    purchaseOf('a', { step: 'finishing', finish, tries: 1, triedAt: now, error: network, lease }),
  );
  return checkout;
}

/** What comes from the side of the provider, and says nothing clear. */
const unclear: Readonly<Record<string, (checkout: HeldCheckout) => Promise<unknown>>> = {
  'a return without parameters': ({ context }) =>
    handleOwnReturns(context, [returnOf('a', '')]).completed,
  async 'a pay() without an outcome'({ context }) {
    await context.purchases.read();
    await recordOutcome(context, context.purchases.find('a')!, undefined as never);
  },
  async 'a provider that cannot be opened'({ context }) {
    await context.purchases.read();
    await openProvider(
      context,
      context.purchases.find('a') as PreparedRecord,
      {
        kind: 'none',
        close() {},
      } as never,
    );
  },
};

for (const [title, happen] of Object.entries(unclear)) {
  test(`${title} leaves the finish of another tab as it is`, async () => {
    const checkout = besideFinish();
    const happened = happen(checkout);
    await checkout.pass();
    await happened;
    await checkout.pass();
    expect(checkout.finishes, 'a second finish beside the first').toEqual([]);
    expect(checkout.written()).toMatchObject([
      { step: 'finishing', lease: { tabId: 'other' }, error: network },
    ]);
  });
}
