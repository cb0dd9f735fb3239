import { expect, test } from '@playwright/test';
import type { CheckoutContext } from '../../../src/checkout/context.ts';
import { openProvider } from '../../../src/checkout/providers/open-provider.ts';
import type { Payment } from '../../../src/checkout/providers/provider.ts';
import type {
  PreparedRecord,
  PurchaseRecord,
} from '../../../src/checkout/purchase/purchase-record.ts';

const record = {
  id: 'a',
  step: 'awaiting-provider',
  owner: '17',
  values: { operation: 'ppv', item: 7, amount: 499, currency: 'EUR', provider: 'card' },
  transactionID: '1',
  state: 'state-of-a',
} as unknown as PreparedRecord;

/** The payments of an in-page provider on a page with an address, and the changes of the record. */
async function openAt(
  href: string,
  values: object = {},
): Promise<{ payments: Payment[]; changes: unknown[] }> {
  const bought = { ...record, values: { ...record.values, ...values } };
  const payments: Payment[] = [];
  const changes: unknown[] = [];
  const pay = async (payment: Payment): Promise<never> => {
    payments.push(payment);
    throw new Error('cancelled'); // what follows is not of interest here
  };
  const context = {
    settings: { domain: '741' },
    tab: { href: () => href },
    selling: { providers: [{ name: 'card', type: 'in-page', pay }] },
    session: {
      getViewerSignal: () => new AbortController().signal,
      context: {
        disposal: new AbortController().signal,
        current: { user: { id: '17' } },
        record: { epoch: 1 },
        $session: { value: { status: 'ready', user: { id: '17' } } },
      },
    },
    inbox: { read: () => [] },
    browser: { clock: { now: () => 1000 } },
    windows: { show: () => {} },
    returns: { isWaiting: () => false },
    purchases: {
      find: () => record,
      change: async (change: (all: readonly PurchaseRecord[]) => unknown) => {
        changes.push(change([record]));
      },
      apply: async (_id: string, event: unknown) => {
        changes.push(event);
        return record;
      },
    },
  } as unknown as CheckoutContext;
  await openProvider(context, bought, { kind: 'none', close: () => {} });
  return { payments, changes };
}

for (const href of ['https://shop.test/film', 'about:srcdoc', 'file:///index.html']) {
  test(`an in-page provider takes payments on ${href}`, async () => {
    const { payments, changes } = await openAt(href);
    expect(payments.map(({ returnUrl }) => returnUrl.startsWith(href))).toEqual([true]);
    expect(JSON.stringify(changes)).not.toContain('TypeError');
  });
}

test('a payment without an item names none', async () => {
  const values = { operation: 'subscription', item: 0, streamtype: '' };
  const { payments } = await openAt('https://shop.test/', values);
  expect(payments).toMatchObject([{ item: undefined, streamtype: undefined }]);
});
