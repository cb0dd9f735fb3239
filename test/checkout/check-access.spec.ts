import { expect, test } from '@playwright/test';
import { checkAccess } from '../../src/checkout/check-access.ts';
import type { PrepareValues } from '../../src/checkout/purchase/purchase-record.ts';
import { createHeldCheckout } from '../fixtures/checkout/held-checkout.ts';

/** The access after a purchase of values, and the items that were checked for it. */
async function accessOf(values: object, record?: object) {
  const { context } = createHeldCheckout();
  const checked: unknown[] = [];
  Object.assign(context.session.context, { record });
  Object.assign(context.items, {
    item(reference: unknown) {
      checked.push(reference);
      return { check: async () => ({ access: 'granted' }) };
    },
  });
  return { access: await checkAccess(context, values as PrepareValues), checked };
}

test('the item of a purchase is checked', async () => {
  const film = { item: 7, streamtype: 'video' };
  expect(await accessOf(film)).toEqual({ access: true, checked: [film] });
});

test('nothing is checked without an item: platforms write 0, and an empty streamtype', async () => {
  for (const none of [{}, { item: 0, streamtype: '' }, { item: '0', streamtype: 'video' }]) {
    expect(await accessOf(none)).toEqual({ access: undefined, checked: [] });
  }
  expect(await accessOf({ item: 7, streamtype: '' })).toEqual({ access: undefined, checked: [] });
});

test('nothing is checked for a viewer who is forgotten', async () => {
  const erasure = { epoch: 2 };
  const film = { item: 7, streamtype: 'video' };
  expect(await accessOf(film, erasure)).toEqual({ access: false, checked: [] });
});
