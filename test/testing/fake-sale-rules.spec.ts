import { expect, test } from '@playwright/test';
import { createFakeUsher, type FakeUsherOptions } from '../../src/testing/create-fake-usher.ts';
import { film, offer } from '../fixtures/testing/locked-film.ts';

test.describe.configure({ timeout: 5000 });

const options = {
  user: { id: '17' },
  items: { '7/video': 'denied', '8/video': { access: 'denied', reason: 'geo' } },
  offers: [offer],
} as const satisfies FakeUsherOptions;
const receipt = { operation: 'ownage', item: 7, streamtype: 'video', provider: 'io' } as const;

test('an item that the platform does not have is not sold', async () => {
  const usher = createFakeUsher(options);
  const mistyped = usher.item({ item: 7, streamtype: 'vidoe' });
  const purchase = await mistyped.buy(offer, { provider: 'card' });
  expect(await purchase.settled()).toMatchObject({ status: 'failed', error: { status: 404 } });
  const checkout = await usher.checkout();
  expect(await checkout.receipts()).toEqual([]);
  const values = { ...receipt, streamtype: 'vidoe', receipt: 'x' };
  await expect(checkout.verifyInAppPurchase(values)).rejects.toMatchObject({ code: 'not-found' });
  expect((await mistyped.check()).reason).toBe('not-found');
});

test('an item that the viewer may not watch is not sold', async () => {
  const usher = createFakeUsher(options);
  const other = usher.item({ item: 8, streamtype: 'video' });
  const purchase = await other.buy(offer, { provider: 'card' });
  const { error } = await purchase.settled();
  expect(error).toMatchObject({ status: 403, hint: 'this item is not sold to this viewer: geo' });
});

test('an item that is granted to all without an end is not sold, but extends until an end', async () => {
  const usher = createFakeUsher(options);
  const item = usher.item(film);
  await usher.grant('7/video');
  const owned = await item.buy(offer, { provider: 'card' });
  expect(await owned.settled()).toMatchObject({ status: 'failed', refusal: 'owned' });
  await usher.grant('7/video', { expiresAt: Date.now() + 60_000 });
  const rented = await item.buy(offer, { provider: 'card' });
  expect((await usher.finishPurchase(rented)).status).toBe('granted');
});

test('a receipt counts once, and needs a user', async () => {
  const usher = createFakeUsher(options);
  const { verifyInAppPurchase } = await usher.checkout();
  const verify = () => verifyInAppPurchase({ ...receipt, receipt: 'x' });
  const first = await verify();
  expect(await verify()).toMatchObject({ transactionId: first.transactionId });
  await usher.setUser({ id: '18' });
  await expect(verify()).rejects.toMatchObject({ code: 'platform', status: 409 });
  await usher.setUser(null);
  await expect(verify()).rejects.toMatchObject({ code: 'platform', status: 403 });
});
