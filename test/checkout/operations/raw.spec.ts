import { expect, test } from '@playwright/test';
import { callRaw } from '../../../src/checkout/operations/raw.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

/** The values of a purchase of the same intent as those below, on other terms. */
const values = { operation: 'ppv', item: 7, provider: 'card', amount: 399 };

/**
 * A page whose viewer has given up the purchase `a`. The provider of the next one, `b`, is not open
 * yet.
 */
function pageWith(unreadReturns: ReturnType<typeof returnOf>[]): HeldCheckout {
  const checkout = createHeldCheckout();
  const { providerOpenedAt: _none, ...unopened } = purchaseOf('b', { transactionID: '8' });
  checkout.write(purchaseOf('a', { step: 'abandoned', unreadReturns }), unopened);
  return checkout;
}

const prepare = ({ context }: HeldCheckout): Promise<unknown> =>
  callRaw(context, 'preparetransaction', values, { askedBy: '17' });

test('a raw prepare is refused beside the unread return of an abandoned purchase', async () => {
  const checkout = pageWith([returnOf('a')]);
  const refused = expect(prepare(checkout)).rejects.toMatchObject({
    code: 'purchase-in-progress',
    message: expect.stringContaining('may be paid already'),
  });
  await checkout.pass();
  await refused;
  expect(checkout.written().map(({ id, step }) => [id, step])).toEqual([
    ['a', 'abandoned'],
    ['b', 'awaiting-provider'],
  ]);
});

test('a raw prepare on other terms replaces a purchase whose provider is not open', async () => {
  const checkout = pageWith([]);
  const prepared = prepare(checkout);
  await checkout.pass();
  await prepared;
  expect(checkout.written().map(({ step }) => step)).toEqual([
    'abandoned',
    'abandoned',
    'awaiting-provider',
  ]);
});
