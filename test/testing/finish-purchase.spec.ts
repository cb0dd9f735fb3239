import { expect, test } from '@playwright/test';
import { createFakeUsher, type FakeUsher } from '../../src/testing/create-fake-usher.ts';
import { film, offer } from '../fixtures/testing/locked-film.ts';

test.describe.configure({ timeout: 5000 });

const createFake = (): FakeUsher =>
  createFakeUsher({ user: { id: '17' }, items: { '7/video': 'denied' }, offers: [offer] });

test('a pending purchase that the provider declines later has failed', async () => {
  const usher = createFake();
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  expect((await usher.finishPurchase(purchase, 'pending')).status).toBe('pending');
  expect(await usher.finishPurchase(purchase, 'failed')).toMatchObject({
    status: 'failed',
    error: { code: 'platform' },
  });
});

test('offline, a pending purchase stays pending each time, and online it is finished', async () => {
  const usher = createFake();
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  await usher.finishPurchase(purchase, 'pending');
  usher.goOffline();
  const unreachable = { status: 'pending', error: { code: 'network' } };
  expect(await usher.finishPurchase(purchase)).toMatchObject(unreachable);
  expect(await usher.finishPurchase(purchase), 'once more').toMatchObject(unreachable);
  await usher.goOnline();
  expect((await purchase.settled()).status).toBe('granted');
});

test('a payment that the platform gives back has failed as refunded', async () => {
  const usher = createFake();
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  const refunded = { status: 'failed', refusal: 'refunded' };
  expect(await usher.finishPurchase(purchase, 'refunded')).toMatchObject(refunded);
});

test('an item that the user owns is not sold a second time', async () => {
  const usher = createFake();
  const checkout = await usher.checkout();
  await checkout.verifyInAppPurchase({
    operation: 'ownage',
    item: 7,
    streamtype: 'video',
    provider: 'io',
    receipt: 'receipt',
  });
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  expect(await purchase.settled()).toMatchObject({ status: 'failed', refusal: 'owned' });
});
