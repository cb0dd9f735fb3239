import { expect, test } from '@playwright/test';
import { erase, type Forgotten } from '../../../src/checkout/operations/erase.ts';
import { dayMs, type PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { refusalOf } from '../../../src/checkout/purchase/refusal.ts';
import type { SavedSession } from '../../../src/session/storage/saved-session.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';
import { key } from '../../fixtures/session/held-stores.ts';

const sessionOf = (id: string): SavedSession => ({ user: { id, name: 'ada' } }) as SavedSession;
/** How long a return without a purchase stays. */
const keptMs = 30 * dayMs;
/** After the purchases began. */
const calledAt = 2000;

/** Erases what a page has for the user 17. */
async function eraseOn(
  checkout: HeldCheckout,
  more: Partial<Parameters<typeof erase>[1]> = {},
): Promise<Forgotten> {
  const erasing = erase(checkout.context, {
    calledAt,
    viewer: sessionOf('17'),
    lastViewer: undefined,
    ...more,
  });
  erasing.catch(() => {});
  await checkout.pass();
  return erasing;
}

/** The IDs of what stays of purchases. */
async function leftOf(
  records: readonly PurchaseRecord[],
  more?: Partial<Parameters<typeof erase>[1]>,
): Promise<string[]> {
  const checkout = createHeldCheckout();
  checkout.write(...records);
  await eraseOn(checkout, more);
  return checkout.written().map(({ id }) => id);
}

test('open purchases and late returns stay, settled purchases of any viewer go', async () => {
  expect(
    await leftOf([
      purchaseOf('open'),
      purchaseOf('granted', { step: 'granted' }),
      purchaseOf('failed', { step: 'failed' }),
      purchaseOf('unread', { step: 'abandoned', unreadReturns: [returnOf('unread')] }),
      purchaseOf('later', { step: 'abandoned', laterFinishes: [{ transactionID: '7' }] }),
      purchaseOf('of another', { owner: '18', step: 'granted' }),
      purchaseOf('open of another', { owner: '18' }),
    ]),
  ).toEqual(['open', 'unread', 'later', 'open of another']);
});

test("another viewer's given up purchase stays if its provider was opened", async () => {
  const { providerOpenedAt: _, ...unopened } = purchaseOf('unopened', { owner: '18' });
  expect(
    await leftOf([
      purchaseOf('abandoned', { owner: '18', step: 'abandoned' }),
      purchaseOf('failed', { owner: '18', step: 'failed' }),
      purchaseOf('granted', { owner: '18', step: 'granted' }),
      { ...unopened, step: 'abandoned' },
      purchaseOf('own', { step: 'abandoned' }),
    ]),
  ).toEqual(['abandoned', 'failed']);
});

test('the viewer who has just logged out may erase, and nobody without a session', async () => {
  const records = [
    purchaseOf('mine', { step: 'abandoned' }),
    purchaseOf('of the last', { owner: '18', step: 'abandoned' }),
  ];
  const lastViewer = sessionOf('18');
  const nobody = {} as SavedSession;
  expect(await leftOf(records, { viewer: nobody, lastViewer })).toEqual(['mine']);
  expect(await leftOf(records, { viewer: undefined, lastViewer })).toEqual(['mine']);
  expect(await leftOf(records, { viewer: undefined })).toEqual(['mine', 'of the last']);
});

test('the viewer who has logged out does not count while another one is logged in', async () => {
  const record = purchaseOf('of the last', { owner: '18', step: 'abandoned' });
  expect(await leftOf([record], { lastViewer: sessionOf('18') })).toEqual(['of the last']);
});

test('what began after the call stays, unless a clock was ahead', async () => {
  const now = createHeldCheckout().stores.clock.now();
  const at = (startedAt: number): PurchaseRecord =>
    purchaseOf(`${startedAt - calledAt}`, { startedAt, changedAt: now, step: 'granted' });
  const ahead = now + 1;
  expect(await leftOf([at(calledAt), at(calledAt + 1), at(now), at(ahead)])).toEqual([
    '1',
    `${now - calledAt}`,
  ]);
});

test('a purchase whose return waits in the inbox stays, unless it is granted', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  checkout.write(
    purchaseOf('a', { step: 'abandoned' }),
    purchaseOf('b', { step: 'granted' }),
    purchaseOf('c', { step: 'abandoned' }),
    purchaseOf('d', { step: 'failed', state: undefined! }),
  );
  for (const id of ['a', 'b']) context.inbox.add(returnOf(id));
  await checkout.pass();
  stores.purchases.set(`${key}|returns`, [returnOf('a'), returnOf('b'), returnOf('c')]);
  await eraseOn(checkout);
  expect(checkout.written().map(({ id }) => id)).toEqual(['a', 'c']);
  expect(context.inbox.read().map(({ text }) => text)).toEqual([returnOf('a').text]);
});

test('a return that only IndexedDB has goes with its purchase, and stays without one', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  const unknown = returnOf('unknown');
  checkout.write(purchaseOf('granted', { step: 'granted' }), purchaseOf('open'));
  const again = { ...returnOf('granted', '&token=again'), receivedAt: calledAt + 1 };
  const returns = [returnOf('granted'), again, returnOf('open'), unknown];
  stores.purchases.set(`${key}|returns`, returns);
  await eraseOn(checkout);
  expect(stores.purchases.get(`${key}|returns`)).toEqual([returnOf('open'), unknown]);
  expect(context.inbox.read()).toEqual([]);
});

test('the returns of a purchase go before it: a killed page leaves none of them', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  checkout.write(purchaseOf('granted', { step: 'granted' }), purchaseOf('open'));
  stores.purchases.set(`${key}|returns`, [returnOf('granted'), returnOf('open')]);
  let left: unknown;
  Object.assign(context.purchases, {
    change: () => {
      left = stores.purchases.get(`${key}|returns`);
      return new Promise(() => {}); // the browser is killed here
    },
  });
  void eraseOn(checkout);
  await checkout.pass();
  expect(left).toEqual([returnOf('open')]);
});

test('nothing stays of the page, the title and the texts of the platform', async () => {
  const checkout = createHeldCheckout();
  const error = { code: 'platform', hint: 'not for ada', message: 'not for ada' } as const;
  const bare = purchaseOf('bare', { page: undefined! });
  checkout.write(
    purchaseOf('a', { names: { title: 'A private film' }, error }),
    { ...bare, id: 'title', names: { title: 'A private film' } },
    { ...bare, id: 'hint', error: { code: 'platform', hint: 'not for ada' } },
    { ...bare, id: 'message', error: { code: 'platform', message: 'not for ada' } },
    { ...bare, id: 'code', error: { code: 'network' } },
    bare,
    purchaseOf('page'),
  );
  await eraseOn(checkout);
  expect(JSON.stringify(checkout.written())).not.toMatch(/publisher|private|for ada/);
  expect(checkout.written().map((record) => record.error?.code)).toEqual([
    'platform',
    undefined,
    'platform',
    'platform',
    'network',
    undefined,
    undefined,
  ]);
});

test('an open purchase keeps the global ID of its item, by which it could be sold again', async () => {
  const checkout = createHeldCheckout();
  const bare = purchaseOf('bare', { page: undefined! });
  checkout.write(
    purchaseOf('a', { names: { title: 'A private film', hours: 48, globalId: '5000342' } }),
    { ...bare, names: { title: undefined, globalId: '5000343' } },
    { ...bare, id: 'hours', names: { hours: 48 } },
  );
  await eraseOn(checkout);
  const [a, untouched, hours] = checkout.written().map(({ names }) => names);
  expect(a).toEqual({ globalId: '5000342' });
  expect(untouched).toEqual({ title: undefined, globalId: '5000343' });
  expect(hours).toBe(undefined);
});

test("a purchase of another viewer stays refunded, without the platform's text", async () => {
  const checkout = createHeldCheckout();
  const failed = { owner: '18', step: 'failed' } as const;
  checkout.write(
    purchaseOf('a', { ...failed, error: { code: 'platform', hint: 'ada gets a refund' } }),
    purchaseOf('b', { ...failed, error: { code: 'platform', hint: 'card of ada declined' } }),
  );
  await eraseOn(checkout);
  expect(checkout.written().map(refusalOf)).toEqual(['refunded', 'declined']);
  expect(JSON.stringify(checkout.written())).not.toContain('ada');
});

test('a purchase that began after the call keeps its page and its title', async () => {
  const checkout = createHeldCheckout();
  const later = { startedAt: calledAt + 1, names: { title: 'Metropolis' } };
  checkout.write(purchaseOf('before'), purchaseOf('later', later));
  await eraseOn(checkout);
  const [before, after] = checkout.written();
  expect([before!.page, before!.names]).toEqual([undefined, undefined]);
  expect(after).toMatchObject({ page: 'https://publisher.test/later', names: later.names });
});

test('a journal of which everything stays is not written', async () => {
  const checkout = createHeldCheckout();
  const { page: _, ...bare } = purchaseOf('a');
  checkout.write(bare);
  const before = checkout.stores.purchases.get(key);
  await eraseOn(checkout);
  expect(checkout.stores.purchases.get(key)).toBe(before);
});

test("the viewer gets the own open purchases, and only the number of others'", async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a'), purchaseOf('b', { owner: '18' }), purchaseOf('c'));
  const { open, openOfOthers } = await eraseOn(checkout);
  expect(open.map(({ id, transactionId }) => [id, !!transactionId])).toEqual([
    ['a', true],
    ['c', true],
  ]);
  expect(openOfOthers).toBe(1);
});

test('an erasure without a purchase writes no journal, and removes the signal to other tabs', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  context.purchaseSignal.notify('x', 1);
  expect(stores.texts.device.get(`${key}|purchases`)).toBe('1:x');
  expect(await eraseOn(checkout)).toEqual({ open: [], openOfOthers: 0 });
  expect(stores.purchases.size).toBe(0);
  expect(context.purchaseSignal.read()).toBe(null);
});

test('an erasure that leaves purchases leaves the signal to other tabs', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a'));
  checkout.context.purchaseSignal.notify('x', 1);
  await eraseOn(checkout);
  expect(checkout.context.purchaseSignal.read()).not.toBe(null);
});

test('returns without a purchase stay for 30 days, whatever the clock says', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  const now = stores.clock.now();
  const times = [-keptMs, 1 - keptMs, 0, keptMs - 1, keptMs].map((ms) => now + ms);
  for (const receivedAt of times) {
    await context.unknownReturns.keep({ text: String(receivedAt), receivedAt });
  }
  await eraseOn(checkout);
  const left = await context.unknownReturns.list();
  expect(left.map(({ receivedAt }) => receivedAt)).toEqual(times.slice(1, 4));
});

test('a journal that cannot be changed is erased later', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  checkout.write(purchaseOf('a', { step: 'granted' }));
  const cause = new Error('no database');
  stores.purchaseTroubles.push(cause);
  await expect(eraseOn(checkout)).rejects.toMatchObject({
    code: 'journal-unavailable',
    message: 'The journal of purchases cannot be written',
    cause,
  });
  expect(checkout.scheduled()).toBe(1);
  context.retryQueue.waitMs();
  await checkout.pass(10_000);
  context.retryQueue.run();
  await checkout.pass();
  expect(checkout.written()).toEqual([]);
});

test('a journal that can be read at the second time is erased', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { step: 'granted' }), purchaseOf('b'));
  Object.assign(checkout.context.purchases, { read: async () => undefined });
  expect((await eraseOn(checkout)).open).toMatchObject([{ id: 'b' }]);
});

test('a journal that cannot be read rejects with the reason', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { step: 'granted' }));
  const cause = new Error('no database');
  Object.assign(checkout.context.purchases, {
    read: async () => void checkout.stores.purchaseTroubles.push(cause),
  });
  await expect(eraseOn(checkout)).rejects.toMatchObject({
    code: 'journal-unavailable',
    message: 'The journal of purchases cannot be written',
    cause,
  });
});
