import { expect, test } from '@playwright/test';
import type { Click } from '../../src/checkout/buy/buy-values.ts';
import { createCheckoutActions } from '../../src/checkout/checkout-actions.ts';
import type { CheckoutContext } from '../../src/checkout/context.ts';

/** Items of the page, with the time at which the platform last told it of the access. */
const items = [
  { item: 7, streamtype: 'audio', checkedAt: 1000 },
  { item: 8, streamtype: 'video', checkedAt: 2000 },
  { item: 7, streamtype: 'video', checkedAt: 3000 },
  { item: 9, streamtype: 'video', checkedAt: null },
];

/** The click of a `checkout.buy()`. */
async function clickOn(item?: number | string, streamtype?: string): Promise<Click> {
  const known = items.map(({ checkedAt, ...reference }, index) => [
    index,
    { internals: { reference, $state: { get: () => ({ checkedAt }) } } },
  ]);
  const context = {
    items: { known: new Map(known as never) },
    openWindow: () => ({ kind: 'none' }),
    session: { $user: { get: () => null } },
    browser: { clock: { now: () => 5000 } },
  };
  const clicks: Click[] = [];
  const actions = createCheckoutActions(
    context as unknown as CheckoutContext,
    undefined as never,
    async (_, click) => {
      clicks.push(click);
      return undefined as never;
    },
  );
  await actions.buy({ operation: 'ppv', amount: 499, currency: 'EUR' } as never, {
    provider: 'card',
    item,
    streamtype,
  });
  return clicks[0]!;
}

test('a click says when the page was last told of the access to its item', async () => {
  expect(await clickOn(7, 'video')).toMatchObject({ clickedAt: 5000, checkedAt: 3000 });
  expect(await clickOn('7', 'audio')).toMatchObject({ checkedAt: 1000 });
  expect(await clickOn(9, 'video')).toMatchObject({ checkedAt: null });
  expect(await clickOn(8, 'audio')).toMatchObject({ checkedAt: null });
  expect(await clickOn()).toMatchObject({ checkedAt: null });
});

test('a click says that no user is logged in', async () => {
  expect((await clickOn()).askedBy).toBe(null);
});
