import { expect, test } from '@playwright/test';
import {
  dueInMs,
  recoverPurchases,
  retryNow,
  startPurchaseScheduler,
} from '../../../src/checkout/finish/scheduler.ts';
import { dayMs, type PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { NetworkError } from '../../../src/errors/network-error.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  transactionID,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';
import { key } from '../../fixtures/session/held-stores.ts';

const secondMs = 1000;
const finish = { transactionID, token: 't' };
const signal = `${key}|purchases`;
const ticket = { operation: 'ppv', item: 7, streamtype: 'video', provider: 'card' } as const;

interface OpenPage extends HeldCheckout {
  /** The times of the finishes, in seconds from the start of the page. */
  readonly sentAt: number[];
  /** The items that were checked. */
  readonly checked: object[];
  /** How often the page asked for a session. */
  readonly opened: () => number;
  readonly stop: () => void;
  readonly answer: { isLost: boolean };
}

/** A page whose scheduler runs, with these purchases in the journal. Its finishes get no answer. */
function openPage(...records: PurchaseRecord[]): OpenPage {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  const [sentAt, checked]: [number[], object[]] = [[], []];
  const answer = { isLost: true };
  const request = async (): Promise<unknown> => {
    sentAt.push(stores.clock.monotonic() / secondMs);
    if (answer.isLost) throw new NetworkError();
    return { result: { general: { transactionID, state: 'finished' } } };
  };
  let opened = 0;
  const { ready } = context.session;
  Object.assign(context.session, {
    ready() {
      opened++;
      return ready();
    },
  });
  Object.assign(context.session.context, { browser: stores.context.browser });
  Object.assign(context.items, {
    item: (values: object) => ({
      async check() {
        checked.push(values);
        return { access: 'denied' };
      },
    }),
  });
  Object.assign(context, { request });
  context.onChanged(context.schedule);
  checkout.write(...records);
  const stop = startPurchaseScheduler(context);
  return { ...checkout, sentAt, checked, opened: () => opened, stop, answer };
}

/** The same, after the page has recovered its purchases. */
async function recover(...records: PurchaseRecord[]): Promise<OpenPage> {
  const page = openPage(...records);
  void recoverPurchases(page.context);
  await page.pass();
  return page;
}

const { clock } = createHeldCheckout().stores;
const startMs = clock.now();
const paid = (more: Partial<PurchaseRecord> = {}): PurchaseRecord =>
  purchaseOf('a', { step: 'finishing', finish, ...more });
const unpaid = (more: Partial<PurchaseRecord> = {}): PurchaseRecord =>
  purchaseOf('a', { startedAt: startMs, providerOpenedAt: startMs, ...more });

test('a paid purchase is sent at once, after 10, 30 and 90 s, and then every five minutes', async () => {
  const page = await recover(paid());
  await page.pass(800 * secondMs);
  expect(page.sentAt).toEqual([0, 10, 40, 130, 430, 730]);
  page.answer.isLost = false;
  await page.pass(400 * secondMs);
  expect(page.sentAt).toEqual([0, 10, 40, 130, 430, 730, 1030]);
  expect(page.written()).toMatchObject([{ step: 'granted' }]);
});

test('a page that starts ignores the tries of the page before, but for the last 10 s', async () => {
  const page = await recover(paid({ tries: 4, triedAt: startMs - 4 * secondMs }));
  await page.pass(40 * secondMs);
  expect(page.sentAt).toEqual([6, 16]);
});

test('a page whose network is back sends a paid purchase at once', async () => {
  const page = await recover(paid());
  await page.pass(200 * secondMs);
  expect(page.sentAt).toEqual([0, 10, 40, 130]);
  retryNow(page.context);
  await page.pass(20 * secondMs);
  expect(page.sentAt.slice(4)).toEqual([200, 210]);
});

test('a wait that the platform requests is longer than the one of the page', async () => {
  const page = await recover(paid());
  page.context.attempts.postpone('a', 25 * secondMs);
  await page.pass(30 * secondMs);
  expect(page.sentAt).toEqual([0, 25]);
});

test('a purchase that another tab sends is sent when the lease of that tab ends', async () => {
  const lease = { tabId: 'other', expiresAt: startMs + 20 * secondMs };
  const page = await recover(paid({ lease }));
  await page.pass(19 * secondMs);
  expect(page.sentAt).toEqual([]);
  await page.pass(2 * secondMs);
  expect(page.sentAt).toEqual([20]);
});

test('a purchase whose own lease has not ended is due', async () => {
  const { context } = openPage();
  const lease = context.leases.create();
  expect(dueInMs(context, paid({ lease }))).toBeLessThanOrEqual(0);
});

test('a purchase of which no payment is known is abandoned after a day', async () => {
  const page = await recover(unpaid());
  await page.pass(dayMs - secondMs);
  expect(page.written()).toMatchObject([{ step: 'awaiting-provider' }]);
  await page.pass(secondMs);
  expect(page.written()).toMatchObject([{ step: 'abandoned' }]);
  expect(page.sentAt).toEqual([]);
});

test('a purchase with an unread return is not abandoned', async () => {
  const page = await recover(unpaid({ unreadReturns: [returnOf('a')] }));
  expect(dueInMs(page.context, page.written()[0]!)).toBe(Infinity);
  await page.pass(2 * dayMs);
  expect(page.written()).toMatchObject([{ step: 'awaiting-provider' }]);
});

test('a purchase is not abandoned while the viewer pays in its window', async () => {
  const page = openPage(unpaid());
  const window = { kind: 'page' as const, closed: false, close() {} };
  page.context.windows.show('a', window);
  await recoverPurchases(page.context);
  await page.pass(dayMs + secondMs);
  expect(page.written()).toMatchObject([{ step: 'awaiting-provider' }]);
  window.closed = true;
  page.context.schedule();
  await page.pass();
  expect(page.written()).toMatchObject([{ step: 'abandoned' }]);
});

test('a paid purchase is sent while its window is still open', async () => {
  const page = openPage(paid());
  page.context.windows.show('a', { kind: 'page', closed: false, close() {} });
  void recoverPurchases(page.context);
  await page.pass();
  expect(page.sentAt).toEqual([0]);
});

for (const [words, record] of [
  ['that is settled', paid({ step: 'granted' })],
  ['of a newer build', paid({ step: 'unknown' })],
] as const) {
  test(`a purchase ${words} is never due`, async () => {
    const page = await recover(record);
    await page.pass(dayMs);
    expect([page.sentAt, page.written()]).toEqual([[], [record]]);
    expect(dueInMs(page.context, record)).toBe(Infinity);
  });
}

test('a purchase has no next try while one is under way', () => {
  const { context } = openPage();
  context.attempts.begin('a');
  expect(dueInMs(context, paid())).toBe(Infinity);
  context.attempts.end('a');
  expect(dueInMs(context, paid())).toBeLessThanOrEqual(0);
});

test('the earliest of several purchases sets the next try', async () => {
  const late = purchaseOf('b', { step: 'finishing', finish, tries: 1 });
  const page = openPage(
    paid({ tries: 1, triedAt: startMs - 3 * secondMs }),
    { ...late, triedAt: startMs },
    unpaid({ id: 'c' }),
  );
  await page.context.purchases.read();
  await page.pass(10 * secondMs);
  expect(page.sentAt).toEqual([7, 10]);
});

test('a page whose scheduler has stopped sends nothing, and sets no timer', async () => {
  const page = await recover(paid());
  page.stop();
  expect(page.stores.clock.waiting()).toBe(0);
  retryNow(page.context);
  await page.pass(dayMs);
  expect(page.sentAt).toEqual([0]);
});

test('a page without purchases sets no timer', async () => {
  const page = await recover();
  expect(page.stores.clock.waiting()).toBe(0);
});

test('nothing is sent while a return is being written', async () => {
  const page = openPage(paid());
  const resume = page.context.returns.pause();
  void recoverPurchases(page.context);
  await page.pass(60 * secondMs);
  expect(page.sentAt).toEqual([]);
  resume();
  await page.pass();
  expect(page.sentAt).toEqual([60]);
});

test('nothing is sent without a session', async () => {
  const page = openPage(paid());
  const { current } = page.context.session;
  Object.assign(page.context.session, { current: () => undefined });
  void recoverPurchases(page.context);
  await page.pass(60 * secondMs);
  expect(page.sentAt).toEqual([]);
  Object.assign(page.context.session, { current });
  page.context.schedule();
  await page.pass();
  expect(page.sentAt).toEqual([60]);
});

test('the purchases of another viewer stay as they are', async () => {
  const records = [
    paid({ owner: '18' }),
    purchaseOf('b', { owner: '18', startedAt: startMs - 2 * dayMs, values: ticket }),
  ];
  const page = await recover(...records);
  await page.pass(dayMs);
  expect([page.sentAt, page.checked]).toEqual([[], []]);
  expect(page.written()).toEqual(records);
});

test('a page that starts erases settled purchases after 30 days, or writes nothing', async () => {
  const old = purchaseOf('old', { step: 'granted', changedAt: startMs - 30 * dayMs });
  const kept = purchaseOf('kept', { step: 'granted', changedAt: startMs - 29 * dayMs });
  const page = await recover(old, kept);
  expect(page.written()).toEqual([kept]);
  expect(page.stores.texts.device.has(signal)).toBe(true);
  const unchanged = await recover(kept);
  expect(unchanged.stores.texts.device.has(signal)).toBe(false);
});

test('a given up purchase is marked by a page after 30 days, and erased a day later', async () => {
  const changedAt = startMs - 30 * dayMs;
  const page = await recover(purchaseOf('a', { step: 'abandoned', changedAt }));
  expect(page.written()).toMatchObject([{ id: 'a', overdueSince: startMs }]);
  page.stores.texts.device.delete(signal);
  await recoverPurchases(page.context);
  expect(page.stores.texts.device.has(signal)).toBe(false); // nothing is written again
  await page.pass(dayMs);
  void recoverPurchases(page.context);
  await page.pass();
  expect(page.written()).toEqual([]);
});

test('a journal that cannot be read is read again after 10 s', async () => {
  const page = openPage(paid());
  page.stores.purchaseTroubles.push(new Error('no database'));
  void recoverPurchases(page.context);
  await page.pass(9 * secondMs);
  expect([page.sentAt, page.opened()]).toEqual([[], 0]);
  await page.pass(secondMs);
  expect(page.sentAt).toEqual([10]);
});

for (const [words, records, isThere] of [
  ['goes when the journal is empty', [], false],
  ['stays while the journal has a purchase', [paid({ step: 'granted' })], true],
] as const) {
  test(`the signal to other tabs ${words}`, async () => {
    const page = openPage(...records);
    page.stores.texts.device.set(signal, '1:x');
    void recoverPurchases(page.context);
    await page.pass();
    expect(page.stores.texts.device.has(signal)).toBe(isThere);
  });
}

for (const [words, record, count] of [
  ['opens no session for settled purchases', paid({ step: 'granted' }), 0],
  ['opens a session for one that is open', unpaid(), 1],
] as const) {
  test(`a page that starts ${words}`, async () => {
    const page = await recover(record);
    expect(page.opened()).toBe(count);
  });
}

for (const [words, record, items] of [
  ['checks the item of a purchase that no payment is known of', unpaid({ values: ticket }), [7]],
  ['checks no item of a paid one, whose finish is sent', paid({ values: ticket }), []],
  [
    'checks no item of a settled one',
    unpaid({ step: 'abandoned', values: ticket, changedAt: startMs }),
    [],
  ],
] as const) {
  test(`a page that starts ${words}`, async () => {
    const page = await recover(record, purchaseOf('z', { startedAt: startMs }));
    expect(page.checked.map((each) => (each as { item: number }).item)).toEqual(items);
  });
}
