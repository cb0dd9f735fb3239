import { expect, test } from '@playwright/test';
import { createFakeUsher } from '../../src/testing/create-fake-usher.ts';
import { offer } from '../fixtures/testing/locked-film.ts';

test.describe.configure({ timeout: 5000 });

const subscription = { operation: 'subscription', amount: 999, currency: 'EUR', duration: 1 };
const createFake = () =>
  createFakeUsher({
    user: { id: '17' },
    items: { '7/video': 'denied' },
    offers: [offer, subscription],
  });

test('the renewal of a number that is no subscription of the user is not stopped', async () => {
  const usher = createFake();
  const { buy, stopRenewal } = await usher.checkout();
  await expect(stopRenewal({ transactionID: 5 })).rejects.toMatchObject({ code: 'not-found' });
  const rented = await usher
    .item({ item: 7, streamtype: 'video' })
    .buy(offer, { provider: 'card' });
  const { transactionId } = await usher.finishPurchase(rented);
  const noSubscription = stopRenewal({ transactionID: transactionId! });
  await expect(noSubscription).rejects.toMatchObject({ code: 'not-found' });

  const open = await buy(subscription, { provider: 'card' });
  await expect.poll(() => open.$state.get().status).toBe('awaiting-provider');
  const transactionID = open.$state.get().transactionId!;
  const unpaid = stopRenewal({ transactionID });
  await expect(unpaid).rejects.toMatchObject({ code: 'platform', status: 409 });
  await usher.finishPurchase(open);
  expect(await stopRenewal({ transactionID })).toMatchObject({ state: 'ending' });
  await usher.setUser({ id: '18' });
  await expect(stopRenewal({ transactionID })).rejects.toMatchObject({ code: 'not-found' });
});

test('an upgrade needs a user and a default subscription', async () => {
  const usher = createFake();
  const { addExternalSubscription, buy, upgradeSubscription } = await usher.checkout();
  const upgrade = (transactionID: string) => upgradeSubscription({ transactionID, amount: 500 });
  await expect(upgrade('a')).rejects.toMatchObject({ code: 'not-found' });
  await addExternalSubscription({ validUntil: new Date(Date.now() + 60_000) });
  await expect(upgrade('a'), 'of another operator').rejects.toMatchObject({ code: 'not-found' });
  const bought = await usher.finishPurchase(await buy(subscription, { provider: 'card' }));
  const upgraded = { state: 'finished', transactionId: bought.transactionId, isPremium: true };
  expect(await upgrade('a')).toMatchObject(upgraded);
  expect(await upgrade('a'), 'the same payment').toMatchObject(upgraded);
  await expect(upgrade('b')).rejects.toMatchObject({ code: 'platform', status: 409 });
  await usher.setUser(null);
  await expect(upgrade('c')).rejects.toMatchObject({ code: 'platform', status: 403 });
});

test('only a transaction that failed is deleted', async () => {
  const usher = createFake();
  const item = usher.item({ item: 7, streamtype: 'video' });
  const { deleteFailedTransaction } = await usher.checkout();
  const failed = await usher.finishPurchase(await item.buy(offer, { provider: 'card' }), 'failed');
  const deleted = await deleteFailedTransaction({ transactionID: failed.transactionId! });
  expect(deleted.state).toBe('deleted');
  const { transactionId } = await usher.finishPurchase(await item.buy(offer, { provider: 'card' }));
  await usher.forget(); // the journal knows the transaction no more
  await usher.setUser({ id: '17' });
  const deletion = usher.call(
    'payment/cancelsubscription',
    { transactionID: transactionId!, cancelTransaction: true },
    { ofAnotherDevice: true },
  );
  await expect(deletion).rejects.toMatchObject({ code: 'platform', status: 409 });
});
