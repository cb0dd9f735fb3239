import { expect, test } from '@playwright/test';
import { createFakeUsher, type FakeUsher } from '../../src/testing/create-fake-usher.ts';
import { film, offer } from '../fixtures/testing/locked-film.ts';

test.describe.configure({ timeout: 5000 });

const createFake = (): FakeUsher =>
  createFakeUsher({
    user: { id: '17' },
    items: { '7/video': 'denied' },
    offers: [offer],
    answers: { 'session/currentweather': {} },
  });
const credentials = { username: 'ada', password: 'any' };

test('a finish whose answer is lost is finished once, after the network is back', async () => {
  const usher = createFake();
  usher.fault('payment/finishtransaction: lose answer, once');
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  expect(await usher.finishPurchase(purchase)).toMatchObject({
    status: 'finishing',
    error: { code: 'network' },
  });
  expect((await usher.item(film).check()).access, 'it was carried out').toBe('granted');
  await usher.goOnline();
  expect((await purchase.settled()).status).toBe('granted');
  expect(await (await usher.checkout()).receipts()).toHaveLength(1);
});

test('a finish whose request is lost is not carried out', async () => {
  const usher = createFake();
  usher.fault('payment/finishtransaction: lose request, once');
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  expect((await usher.finishPurchase(purchase)).status).toBe('finishing');
  expect((await usher.item(film).check()).access).toBe('denied');
  await usher.goOnline();
  expect((await purchase.settled()).status).toBe('granted');
});

test('a login whose answer is lost is unclear, until the platform says who it is', async () => {
  const usher = createFake();
  await usher.setUser(null);
  await usher.start();
  const shown: unknown[] = [];
  usher.$user.listen((user) => shown.push(user && user.id));
  usher.fault('session/login: lose answer, once');
  const end = usher.fault('session/init: lose request');
  const login = usher.login(credentials);
  await expect(login).rejects.toMatchObject({ code: 'network', endpoint: 'session/login' });
  expect(usher.$user.get(), 'it may have been carried out').toBeUndefined();
  end();
  await usher.goOnline();
  await expect.poll(() => usher.$user.get()?.id).toBe('17');
  expect(shown).toEqual([undefined, '17']);
});

test('goOnline() waits until it is known who has logged in', async () => {
  const usher = createFakeUsher();
  await usher.start();
  usher.fault('session/login: lose answer, once');
  await expect(usher.login(credentials)).rejects.toMatchObject({ code: 'network' });
  await usher.goOnline();
  expect(usher.$user.get()).toMatchObject({ id: '17', name: 'ada' });

  usher.goOffline();
  await expect(usher.login(credentials)).rejects.toMatchObject({ code: 'network' });
  expect(usher.$user.get()).toBeUndefined();
  await usher.goOnline();
  expect(usher.$session.get()).toMatchObject({ status: 'ready', user: { id: '17' } });
});

test('a login whose request is lost changes no user', async () => {
  const usher = createFake();
  await usher.setUser(null);
  usher.fault('session/login: lose request, once');
  await expect(usher.login(credentials)).rejects.toMatchObject({ code: 'network' });
  await expect.poll(() => usher.$user.get()).toBeNull();
});

test('a platform that refuses gives the errors of the real runtime', async () => {
  const usher = createFake();
  await usher.start();
  usher.fault('payment/itemstate: status 403, once', { hint: 'not in your country' });
  expect((await usher.item(film).check()).error).toMatchObject({
    code: 'platform',
    status: 403,
    hint: 'not in your country',
  });
  usher.fault('session/currentweather: status 404, once');
  await expect(usher.call('session/currentweather')).rejects.toMatchObject({ code: 'not-found' });
  usher.fault('session/login: status 403, once');
  await expect(usher.login(credentials)).rejects.toMatchObject({ code: 'login-failed' });
  usher.fault('payment/preparetransaction: status 409, once', { hint: 'the viewer owns it' });
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  expect(await purchase.settled()).toMatchObject({ status: 'failed', refusal: 'owned' });
  usher.fault('session/currentweather: unreadable answer, once');
  await expect(usher.call('session/currentweather')).rejects.toMatchObject({ code: 'malformed' });
  expect((await usher.call('session/currentweather')).status).toBe(200);
});

test('a lost session is replaced: a read is repeated, a change is not', async () => {
  const usher = createFake();
  const { id } = await usher.start();
  usher.fault('session/currentweather: lose session, once');
  expect((await usher.call('session/currentweather')).status).toBe(200);
  expect(usher.$session.get()).toMatchObject({ status: 'ready', user: { id: '17' } });
  expect(usher.$session.get().id).not.toBe(id);
});

test('a session that cannot be opened shows why', async () => {
  for (const [fault, error] of [
    ['status 403', { code: 'platform', status: 403 }],
    ['lose request', { code: 'network' }],
    ['unreadable answer', { code: 'malformed' }],
  ] as const) {
    const usher = createFake();
    usher.fault(`session/init: ${fault}`);
    await expect(usher.start(), fault).rejects.toMatchObject(error);
    expect(usher.$session.get().error, fault).toMatchObject(error);
  }
});

test('a fault is over after its calls, or when it is ended, and others follow it', async () => {
  const usher = createFake();
  const call = () =>
    usher.call('session/currentweather').then(
      ({ status }) => status,
      ({ status }) => status,
    );
  usher.fault('session/*: status 503, 2 times');
  const end = usher.fault('*: status 500');
  expect(await call().catch(() => {}), 'the opening').toBe(503);
  usher.fault('session/reporttoken: status 400');
  end();
  end();
  expect(await call()).toBe(503);
  await usher.start();
  expect(await call()).toBe(200);
});

test('a delayed call is carried out later', async () => {
  const usher = createFake();
  await usher.start();
  usher.fault('session/currentweather: delay 80ms, once');
  const startedAt = performance.now();
  await usher.call('session/currentweather');
  expect(performance.now() - startedAt).toBeGreaterThan(70);
});
