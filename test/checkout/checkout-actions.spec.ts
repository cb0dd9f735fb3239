import { expect, test } from '@playwright/test';
import type { Click } from '../../src/checkout/buy/buy-values.ts';
import { createCheckoutActions } from '../../src/checkout/checkout-actions.ts';
import type { CheckoutContext } from '../../src/checkout/context.ts';

interface KnownItem {
  readonly item: number;
  readonly streamtype: string;
  readonly globalId?: number;
  readonly checkedAt: number | null;
}

/** Items of the page, with the time at which the platform last told it of the access. */
const items: readonly KnownItem[] = [
  { item: 7, streamtype: 'audio', checkedAt: 1000 },
  { item: 8, streamtype: 'video', checkedAt: 2000 },
  { item: 7, streamtype: 'video', checkedAt: 3000 },
  { item: 9, streamtype: 'video', checkedAt: null },
  { item: 5000009, streamtype: 'allmedia', checkedAt: 4000 },
  { item: 10, streamtype: 'video', globalId: 5000010, checkedAt: 4500 },
];

/** The click of a `checkout.buy()`. */
async function clickOn(
  item?: number | string,
  streamtype?: string,
  globalId?: number | string,
): Promise<Click> {
  const known = items.map(({ checkedAt, globalId, ...reference }, index) => [
    index,
    { internals: { reference, globalId, $state: { get: () => ({ checkedAt }) } } },
  ]);
  const context = {
    items: { known: new Map(known as never) },
    purchases: { all: () => [] },
    openNewWindow: () => ({ kind: 'none' }),
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
    globalId,
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

test('the item of a click is found by its ID in any form, and by its global ID', async () => {
  expect(await clickOn('007', 'video')).toMatchObject({ checkedAt: 3000 });
  expect(await clickOn('05000009', 'allmedia')).toMatchObject({ checkedAt: 4000 });
  expect(await clickOn('5000010', 'allmedia')).toMatchObject({ checkedAt: 4500 });
  expect(await clickOn(9, 'video', '5000009')).toMatchObject({ checkedAt: 4000 });
});

test('of several handles of an item the oldest answer counts', async () => {
  expect(await clickOn(7, 'video', '5000009')).toMatchObject({ checkedAt: 3000 });
  expect(await clickOn(10, 'video', '5000009')).toMatchObject({ checkedAt: 4000 });
});

test('a click says that no user is logged in', async () => {
  expect((await clickOn()).askedBy).toBe(null);
});
