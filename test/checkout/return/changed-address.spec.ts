import { expect, test } from '@playwright/test';
import { readFromAddress } from '../../../src/browser/address.ts';
import { handleOwnReturns } from '../../../src/checkout/return/handle-returns.ts';
import type { RawReturn } from '../../../src/checkout/return/raw-return.ts';
import { parametersOf } from '../../../src/checkout/return/return-text.ts';
import { returnMark } from '../../../src/checkout/return/store-return.ts';
import {
  createHeldCheckout,
  purchaseOf,
  transactionID,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

const mark = returnMark('741');
const state = 'a'.repeat(32);
const ours = `${mark}${state}`;
const answer = 'outcome=approved&token=t';
const shop = 'https://publisher.test/watch';
const globals = globalThis as { location?: unknown; history?: unknown };

/** Shows an address on the page, and returns what is stored of it. */
function openAt(href: string): RawReturn {
  globals.location = { href };
  return { text: readFromAddress(mark), receivedAt: 1000 };
}

/** A page on which the viewer arrives with a return. */
async function arriveAt(href: string, page = `${shop}?v=7`): Promise<HeldCheckout> {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { state, page }));
  const { completed } = handleOwnReturns(checkout.context, [openAt(href)]);
  await checkout.pass();
  await completed;
  await checkout.pass();
  return checkout;
}

test.afterEach(() => {
  delete globals.location;
  delete globals.history;
});

for (const [title, query] of [
  ['has our parameter twice', `v=7&${ours}&${ours}&${answer}`],
  ['puts its parameters in front of ours', `v=7&${answer}&${ours}`],
  ['puts them in front, and adds an empty fragment', `v=7&${answer}&${ours}#`],
  ['puts them in front, and adds a fragment', `v=7&${answer}&${ours}#_=_`],
  ['puts them in front, and ends with a separator', `v=7&${answer}&${ours}&`],
  ['sorts all parameters by their names', `${answer}&${ours}&v=7`],
  ['puts some in front and some behind', `v=7&outcome=approved&${ours}&token=t`],
] as const) {
  test(`a provider that ${title} is read`, async () => {
    const { finishes, written } = await arriveAt(`${shop}?${query}`);
    expect(finishes).toEqual([{ transactionID, token: 't' }]);
    expect(written()).toMatchObject([{ step: 'verifying' }]);
  });
}

test('a token with two question marks stays whole, in an answer of the provider alone too', () => {
  const read = (query: string) => parametersOf(openAt(`${shop}?${query}`).text);
  expect(read(`${ours}&status=ok&token=ab??cd`)).toBe('status=ok&token=ab??cd');
  expect(read(`${ours}&status=ok&token=ab??`)).toBe('status=ok&token=ab??');
  expect(read(`v=7&${ours}&token=ab??cd`)).toBe('token=ab??cd&v=7');
  expect(read(`v=7&${ours}&token=ab??cd&outcome=approved`)).toBe('token=ab??cd&outcome=approved');
  expect(read(`v=7&${ours}&outcome=approved&token=ab??cd`)).toBe('outcome=approved&token=ab??cd');
  expect(new URLSearchParams(read(`${ours}??token=t`)).get('token')).toBe('t');
});

test('an earlier answer in the address of the shop is not read for the next purchase', async () => {
  const earlier = 'outcome=approved&token=earlier&reference=R1';
  const page = `${shop}?${earlier}`;
  for (const query of [`${earlier}&${answer}&${ours}`, `${answer}&${earlier}&${ours}`]) {
    const { finishes } = await arriveAt(`${shop}?${query}`, page);
    expect(finishes, query).toEqual([{ transactionID, token: 't' }]);
  }
  const bare = await arriveAt(`${page}&${ours}`, page);
  expect(bare.finishes).toEqual([]);
  expect(bare.written()).toMatchObject([{ step: 'awaiting-provider' }]);
});

for (const [title, query] of [
  ['once', `v=7&${ours}`],
  ['twice', `v=7&${ours}&${ours}`],
  ['with an empty fragment', `v=7&${ours}#`],
] as const) {
  test(`our parameter ${title}, without an answer, leaves the purchase to be paid`, async () => {
    const { written } = await arriveAt(`${shop}?${query}`);
    expect(written()).toMatchObject([
      { step: 'awaiting-provider', error: { code: 'malformed' }, unreadReturns: undefined },
    ]);
  });
}
