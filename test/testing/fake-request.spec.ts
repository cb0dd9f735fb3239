import { expect, test } from '@playwright/test';
import { PlatformError } from '../../src/errors/platform-error.ts';
import { createFakeUsher, type FakeUsherOptions } from '../../src/testing/create-fake-usher.ts';
import { film, offer } from '../fixtures/testing/locked-film.ts';

test.describe.configure({ timeout: 5000 });

const options = {
  user: { id: '17' },
  items: { '7/video': 'denied' },
  offers: [offer],
} as const satisfies FakeUsherOptions;
const { item, streamtype } = film;
const { operation, amount, currency } = offer;
const values = { operation, amount, currency, item, streamtype, provider: 'card' };

test('a prepare that the platform refuses has failed', async () => {
  const refuse = (): never => {
    throw new PlatformError('payment/preparetransaction', 403, 'not here');
  };
  const answers = { 'payment/preparetransaction': refuse };
  const usher = createFakeUsher({ ...options, answers });
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  expect(await purchase.settled()).toMatchObject({ status: 'failed', error: { code: 'platform' } });
});

test('a raw prepare without a network may have arrived, so its purchase stays open', async () => {
  const usher = createFakeUsher(options);
  await usher.checkout();
  await usher.start();
  usher.goOffline();
  await expect(usher.call('payment/preparetransaction', values)).rejects.toMatchObject({
    code: 'network',
  });
  expect(usher.$purchases.get()).toMatchObject([
    { status: 'preparing', error: { code: 'network' } },
  ]);
});

test('a call that is aborted before it is sent changes nothing on the platform', async () => {
  const usher = createFakeUsher({ ...options, vouchers: { SUMMER: '7/video' } });
  const controller = new AbortController();
  const aborted = usher.call(
    'payment/redeemvoucher',
    { vouchercode: 'SUMMER' },
    { signal: controller.signal },
  );
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
  const { redeemVoucher } = await usher.checkout();
  expect(await redeemVoucher({ vouchercode: 'SUMMER' })).toMatchObject({ state: 'redeemed' });
});

test('each completed request is an event', async () => {
  const usher = createFakeUsher({ ...options, wrongPassword: 'wrong' });
  const seen: unknown[] = [];
  usher.on('call', ({ id, attempt, status, code }) => seen.push([id, attempt, status, code]));
  await usher.item(film).check();
  const login = usher.login({ provider: 'manual', username: 'ada', password: 'wrong' });
  await expect(login).rejects.toMatchObject({ code: 'login-failed' });
  await expect(usher.call('session/currentweather', { lat: 91 })).rejects.toMatchObject({
    code: 'input',
  });
  usher.goOffline();
  await expect(usher.call('session/reporttoken')).rejects.toMatchObject({ code: 'network' });
  expect(seen).toEqual([
    ['session/init', 1, 200, undefined],
    ['payment/itemstate', 1, 200, undefined],
    ['session/login', 1, 401, 'platform'],
    ['session/reporttoken', 1, 0, 'network'],
  ]);
});
