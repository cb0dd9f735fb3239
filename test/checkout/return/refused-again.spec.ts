import { expect, test } from '@playwright/test';
import { handleOwnReturns } from '../../../src/checkout/return/handle-returns.ts';
import { PlatformError } from '../../../src/errors/platform-error.ts';
import type { SessionRequest } from '../../../src/session/request.ts';
import { createHeldCheckout, purchaseOf, returnOf } from '../../fixtures/checkout/held-checkout.ts';

test('a return that was refused before gives up no purchase that is being paid', async () => {
  const checkout = createHeldCheckout();
  const { context } = checkout;
  let finishes = 0;
  const request = async (...given: Parameters<SessionRequest>): Promise<never> => {
    given[3]!.beforeSend!();
    finishes++;
    throw new PlatformError('payment/finishtransaction', 402, 'declined');
  };
  Object.assign(context, { request });
  Object.assign(context.session.context, { background: { sync() {} } });
  checkout.write(purchaseOf('a'));
  const steps = (): readonly string[] => checkout.written().map(({ step }) => step);
  const first = handleOwnReturns(context, [returnOf('a')]);
  await checkout.pass();
  await first.completed;
  expect(steps()).toEqual(['failed']);

  await context.purchases.change((all) => [...all, purchaseOf('b', { transactionID: '8' })]);
  context.returns.readAgain(returnOf('a').text);
  const second = handleOwnReturns(context, [returnOf('a')]);
  await checkout.pass();
  await second.completed;
  await checkout.pass();
  expect(steps()).toEqual(['failed', 'awaiting-provider']);
  expect(finishes).toBe(1);

  // It is sent once more when nothing else is being bought.
  const abandoned = context.purchases.apply('b', { type: 'abandoned' });
  await checkout.pass();
  await abandoned;
  expect(steps()).toEqual(['finishing', 'abandoned']);
});
