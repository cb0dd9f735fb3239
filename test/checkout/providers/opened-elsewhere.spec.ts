import { expect, test } from '@playwright/test';
import { openProvider } from '../../../src/checkout/providers/open-provider.ts';
import type { RedirectProvider } from '../../../src/checkout/providers/provider.ts';
import type { PreparedRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { createHeldCheckout, purchaseOf } from '../../fixtures/checkout/held-checkout.ts';

const broken: RedirectProvider = {
  name: 'card',
  type: 'redirect',
  url: () => Promise.reject(new Error('no address')),
};

/** The purchase after a provider that could not be opened on this page. */
async function afterFailure(openedMeanwhileAt?: number) {
  const checkout = createHeldCheckout([broken]);
  const { providerOpenedAt: _, ...unopened } = purchaseOf('a') as PreparedRecord;
  checkout.write(unopened);
  await Promise.all([checkout.context.purchases.read(), checkout.pass()]);
  // Another tab writes, and this page has not read it.
  if (openedMeanwhileAt) checkout.write({ ...unopened, providerOpenedAt: openedMeanwhileAt });
  const popup = { kind: 'none', close() {} } as never;
  await Promise.all([openProvider(checkout.context, unopened, popup), checkout.pass()]);
  return checkout.written()[0];
}

test('a provider that cannot be opened abandons the purchase, because nothing is paid', async () => {
  expect(await afterFailure()).toMatchObject({
    step: 'abandoned',
    error: { code: 'provider-unavailable' },
  });
});

test('a purchase that another tab has opened meanwhile stays open', async () => {
  expect(await afterFailure(2000)).toMatchObject({
    step: 'awaiting-provider',
    error: { code: 'provider-unavailable' },
  });
});
