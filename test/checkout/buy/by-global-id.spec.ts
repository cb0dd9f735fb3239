import { expect, test } from '@playwright/test';
import { findOrAdd } from '../../../src/checkout/buy/find-or-add.ts';
import { closeUnneededWindows } from '../../../src/checkout/providers/shown-windows.ts';
import { reviveLateReturns } from '../../../src/checkout/purchase/machine.ts';
import { createHeldCheckout, purchaseOf, returnOf } from '../../fixtures/checkout/held-checkout.ts';

const video = { operation: 'ppv', item: '7', streamtype: 'video', provider: 'card' };
const byGlobalId = { ...video, item: '5000342', streamtype: 'allmedia' };
const names = { globalId: '5000342' };

type Open = Parameters<typeof purchaseOf>[1];

/** Clicks on buy while another purchase is open at its provider. Returns the code of the error. */
async function buyDuring(
  open: Open,
  values: Parameters<typeof findOrAdd>[1]['values'],
  wantedNames = {},
): Promise<string | undefined> {
  const checkout = createHeldCheckout();
  const { clock } = checkout.context.browser;
  checkout.write(
    purchaseOf('a', { step: 'awaiting-provider', providerOpenedAt: clock.now(), ...open }),
  );
  const click = { clickedAt: clock.now(), checkedAt: null };
  const begun = findOrAdd(checkout.context, { values, names: wantedNames }, '17', click).then(
    () => undefined,
    (error: { code: string }) => error.code,
  );
  await checkout.pass();
  return begun;
}

test('a film that is being paid is not sold a second time by its global ID', async () => {
  expect(await buyDuring({ values: video, names }, byGlobalId)).toBe('purchase-in-progress');
});

test('a film that is being paid by its global ID is not sold a second time by its ID', async () => {
  expect(await buyDuring({ values: byGlobalId }, video, names)).toBe('purchase-in-progress');
});

test('other items and operations are sold beside it', async () => {
  const other = { globalId: '5000343' };
  expect(await buyDuring({ values: byGlobalId }, video, other)).toBe(undefined);
  expect(await buyDuring({ values: byGlobalId }, video)).toBe(undefined);
  expect(await buyDuring({ values: video, names }, { ...video, item: 8 }, names)).toBe(undefined);
  const forEver = { ...byGlobalId, operation: 'ownage' };
  expect(await buyDuring({ values: video, names }, forEver)).toBe(undefined);
});

test('a film whose return is unread is not sold a second time by its other ID', async () => {
  const unread = { step: 'abandoned', unreadReturns: [returnOf('a')] } as const;
  expect(await buyDuring({ ...unread, values: video, names }, byGlobalId)).toBe(
    'purchase-in-progress',
  );
  expect(await buyDuring({ ...unread, values: byGlobalId }, video, names)).toBe(
    'purchase-in-progress',
  );
  expect(await buyDuring({ ...unread, values: byGlobalId }, video)).toBe(undefined);
});

test('a late return replaces an unpaid purchase of the same film by its other ID', () => {
  const paid = purchaseOf('paid', {
    step: 'abandoned',
    values: video,
    names,
    laterFinishes: [{ transactionID: '1' }],
  });
  const unpaid = purchaseOf('unpaid', { values: byGlobalId });
  const steps = reviveLateReturns([paid, unpaid], 2000).map(({ id, step }) => [id, step]);
  expect(steps).toEqual([
    ['paid', 'finishing'],
    ['unpaid', 'abandoned'],
  ]);
});

test('the window of an overdue purchase closes when the film is bought by its other ID', async () => {
  const { context, ...checkout } = createHeldCheckout();
  const overdue = { step: 'abandoned', error: { code: 'timeout' }, values: video, names } as const;
  let isClosed = false;
  context.windows.show('a', { kind: 'page', closed: false, close: () => (isClosed = true) });
  const show = async (...others: readonly ReturnType<typeof purchaseOf>[]): Promise<boolean> => {
    checkout.write(purchaseOf('a', overdue), ...others);
    await Promise.all([context.purchases.read(), checkout.pass()]);
    closeUnneededWindows(context);
    return isClosed;
  };
  expect(await show()).toBe(false);
  expect(await show(purchaseOf('b', { values: byGlobalId }))).toBe(true);
});

test('a purchase learns the global ID from a click that joins it', async () => {
  const checkout = createHeldCheckout();
  const click = { clickedAt: checkout.context.browser.clock.now(), checkedAt: null };
  checkout.write(purchaseOf('a', { values: video, names: { title: 'Metropolis' } }));
  const buy = async (...[wanted, given]: [typeof video, object]): Promise<unknown> => {
    const begun = findOrAdd(checkout.context, { values: wanted, names: given }, '17', click).then(
      ({ id }) => id,
      (error: { code: string }) => error.code,
    );
    await checkout.pass();
    return begun;
  };
  expect(await buy(video, names)).toBe('a');
  expect(checkout.written()[0]!.names).toEqual({ title: 'Metropolis', ...names });
  expect(await buy(byGlobalId, {})).toBe('purchase-in-progress');
  expect(await buy(video, { globalId: '8' })).toBe('a');
  expect(checkout.written()[0]!.names).toMatchObject(names);
});

test('of two open purchases of a film, a click that names both IDs continues one', async () => {
  const buyWith = async (first: Open): Promise<unknown> => {
    const checkout = createHeldCheckout();
    const { clock } = checkout.context.browser;
    checkout.write(
      purchaseOf('first', { values: byGlobalId, ...first }),
      purchaseOf('second', { values: video, step: 'awaiting-provider', providerOpenedAt: 1 }),
    );
    const click = { clickedAt: clock.now(), checkedAt: null };
    const begun = findOrAdd(checkout.context, { values: video, names }, '17', click).then(
      ({ id }) => id,
      (error: { code: string }) => error.code,
    );
    await checkout.pass();
    return [await begun, ...checkout.written().map(({ id, step }) => `${id}: ${step}`)];
  };
  const prepared = { step: 'preparing', providerOpenedAt: 0 } as const;
  const second = 'second: awaiting-provider';
  expect(await buyWith(prepared)).toEqual(['second', 'first: abandoned', second]);
  const opened = { step: 'awaiting-provider', providerOpenedAt: 1 } as const;
  const both = ['first: awaiting-provider', second];
  expect(await buyWith(opened)).toEqual(['purchase-in-progress', ...both]);
  const paid = { step: 'finishing', finish: { transactionID: '1' } } as const;
  const finishing = ['first: finishing', second];
  expect(await buyWith(paid)).toEqual(['purchase-in-progress', ...finishing]);
});
