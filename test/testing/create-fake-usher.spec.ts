import { expect, test } from '@playwright/test';
import { isUsherError } from '../../src/errors/is-usher-error.ts';
import type { UsherError } from '../../src/errors/usher-error.ts';
import { createFakeUsher, type FakeUsherOptions } from '../../src/testing/create-fake-usher.ts';
import { film, offer } from '../fixtures/testing/locked-film.ts';

// The limit of many test runners. A fake that waited for a retry would exceed it.
test.describe.configure({ timeout: 5000 });

const subscription = { operation: 'subscription', amount: 999, currency: 'EUR', duration: 1 };
const options = {
  user: { id: '17', name: 'ada' },
  items: { '7/video': 'denied', '8/video': 'denied' },
  offers: [offer, subscription],
} as const satisfies FakeUsherOptions;

/** The error of a rejected promise. */
async function errorOf(act: () => unknown): Promise<UsherError> {
  const thrown: unknown = await Promise.resolve()
    .then(act)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  if (!isUsherError(thrown)) throw new Error(`no error of the runtime: ${String(thrown)}`);
  return thrown;
}

test('the session has the user of the options, and follows login, logout and setUser', async () => {
  const usher = createFakeUsher(options);
  const seen: (string | null | undefined)[] = [];
  usher.$user.subscribe((user) => seen.push(user && user.id));
  expect((await usher.start()).user).toEqual(options.user);
  await usher.logout();
  await usher.setUser({ id: '5', name: 'eve' });
  await usher.setUser(null);
  const user = await usher.login({ provider: 'manual', username: 'ada', password: 'any' });
  expect(user).toEqual(options.user);
  await Promise.resolve();
  expect(seen).toEqual([undefined, '17', null, '5', null, '17']);
  expect((await errorOf(() => usher.setUser({ id: 'ada' }))).code).toBe('input');
});

test('without a user any credentials log in, except the wrong password', async () => {
  const usher = createFakeUsher({ wrongPassword: 'wrong' });
  const login = (password: string) =>
    usher.login({ provider: 'manual', username: 'bob', password });
  expect((await errorOf(() => login('wrong'))).code).toBe('login-failed');
  expect(usher.$user.get()).toBeNull();
  expect(await login('right')).toEqual({ id: '17', name: 'bob' });
});

test('an item is as in the options, until it is granted or lost', async () => {
  const usher = createFakeUsher({
    items: {
      '7/video': 'denied',
      '8/video': { access: 'granted', reason: 'free', expiresAt: Date.now() + 60_000 },
      '9/video': 'unknown',
    },
    offers: [offer],
  });
  const item = (id: number) => usher.item({ item: id, streamtype: 'video' });
  expect(await item(7).check()).toMatchObject({ access: 'denied', reason: 'not-paid' });
  expect(item(7).$state.get().offers).toMatchObject([offer]);
  expect(await item(8).check()).toMatchObject({ access: 'granted', reason: 'free', offers: [] });
  expect(await item(9).check()).toMatchObject({ access: 'unknown', reason: 'unreadable' });
  expect(await item(1).check()).toMatchObject({ access: 'denied', reason: 'not-found' });
  await usher.grant({ item: 7, streamtype: 'video' }, { reason: 'voucher' });
  expect(item(7).$state.get()).toMatchObject({ access: 'granted', reason: 'voucher' });
  await usher.lose('8/video', 'geo');
  expect(item(8).$state.get()).toMatchObject({ access: 'denied', reason: 'geo' });
  expect((await item(8).explain()).decidedBy).toBe('platform');
});

test('a grant is shown when the promise resolves, also right after the first subscription', async () => {
  const usher = createFakeUsher(options);
  let shown = '';
  usher.item(film).$state.subscribe(({ access }) => {
    shown = access;
  });
  await usher.grant('7/video');
  expect(shown).toBe('granted');
  await usher.lose('7/video');
  expect(shown).toBe('denied');
});

test('a bought item is granted for its hours, with a receipt, to its user only', async () => {
  const usher = createFakeUsher(options);
  const item = usher.item(film);
  const purchase = await item.buy(offer, { provider: 'card' });
  const { status, expiresAt } = await usher.finishPurchase(purchase);
  expect(status).toBe('granted');
  expect(expiresAt! - Date.now()).toBeGreaterThan(47 * 3_600_000);
  expect((await item.check()).access).toBe('granted');
  const checkout = await usher.checkout();
  expect(await checkout.receipts()).toMatchObject([{ item: '7', operation: 'ppv' }]);
  expect((await usher.item({ item: 8, streamtype: 'video' }).check()).access).toBe('denied');
  await usher.setUser({ id: '5' });
  expect((await item.check()).access).toBe('denied');
  expect(await checkout.receipts()).toEqual([]);
});

test('a subscription grants the items that offer it', async () => {
  const usher = createFakeUsher(options);
  const checkout = await usher.checkout();
  const [, offered] = await checkout.offers();
  await checkout.buy(offered!, { provider: 'card' });
  expect((await usher.finishPurchase()).status).toBe('granted');
  expect(await usher.item(film).check()).toMatchObject({
    access: 'granted',
    reason: 'subscription',
  });
  expect(await checkout.subscriptions()).toHaveLength(1);
  await usher.lose('7/video');
  expect(usher.item(film).$state.get().access).toBe('denied');
  await checkout.buy({ ...offered!, amount: 1999 }, { provider: 'card' });
  await usher.finishPurchase();
  expect((await usher.item(film).check()).access, 'by another subscription').toBe('granted');
});

test('a purchase can be pending, fail, or be abandoned', async () => {
  const usher = createFakeUsher(options);
  const [one, other] = [usher.item(film), usher.item({ item: 8, streamtype: 'video' })];
  const pending = await one.buy(offer, { provider: 'card' });
  expect((await usher.finishPurchase(pending, 'pending')).status).toBe('pending');
  expect((await errorOf(() => usher.finishPurchase(pending, 'abandoned'))).code).toBe('input');
  expect((await usher.finishPurchase(pending)).status).toBe('granted');
  await other.buy(offer, { provider: 'card' });
  expect((await usher.finishPurchase(undefined, 'failed')).status).toBe('failed');
  await other.buy(offer, { provider: 'card' });
  expect((await usher.finishPurchase(undefined, 'abandoned')).status).toBe('abandoned');
  expect((await errorOf(() => usher.finishPurchase())).code).toBe('input');
});

test('a page that configures its providers can only buy with those, and none is opened', async () => {
  const usher = createFakeUsher(options);
  const opened: unknown[] = [];
  const url = (payment: unknown): string => {
    opened.push(payment);
    return 'https://pay.example.com/';
  };
  usher.configure({ providers: [{ name: 'card', type: 'popup', url }] });
  const item = usher.item(film);
  expect(await errorOf(() => item.buy(offer, { provider: 'other' }))).toMatchObject({
    code: 'input',
    field: 'provider',
  });
  await item.buy(offer, { provider: 'card' });
  expect((await usher.finishPurchase()).status).toBe('granted');
  expect(opened).toEqual([]);
});

test('a voucher grants its item once', async () => {
  const usher = createFakeUsher({ ...options, vouchers: { SUMMER: '7/video' } });
  const item = usher.item(film);
  await item.check();
  const { redeemVoucher } = await usher.checkout();
  expect(await redeemVoucher({ vouchercode: 'SUMMER' })).toMatchObject({ state: 'redeemed' });
  expect(await item.check()).toMatchObject({ access: 'granted', reason: 'voucher' });
  expect(await errorOf(() => redeemVoucher({ vouchercode: 'SUMMER' }))).toMatchObject({
    code: 'platform',
    status: 410,
  });
  expect((await errorOf(() => redeemVoucher({ vouchercode: 'NIX' }))).code).toBe('not-found');
});

test('a voucher grants its item to its user only', async () => {
  const usher = createFakeUsher({ ...options, vouchers: { ONE: '7/video', TWO: '8/video' } });
  const item = usher.item(film);
  const { redeemVoucher } = await usher.checkout();
  await redeemVoucher({ vouchercode: 'ONE' });
  expect(await item.check()).toMatchObject({ access: 'granted' });
  await usher.setUser({ id: '18', name: 'eve' });
  expect(await item.check()).toMatchObject({ access: 'denied' });
  await usher.logout();
  expect(await item.check()).toMatchObject({ access: 'denied' });
  expect(await errorOf(() => redeemVoucher({ vouchercode: 'TWO' }))).toMatchObject({ status: 403 });
  await usher.setUser(options.user);
  expect(await item.check()).toMatchObject({ access: 'granted', reason: 'voucher' });
});

test('a voucher at a login is redeemed with it, and items that are shown are checked again', async () => {
  const usher = createFakeUsher({ ...options, vouchers: { SUMMER: '7/video' } });
  const item = usher.item(film);
  item.$state.subscribe(() => {});
  await expect.poll(() => item.$state.get().access).toBe('denied');
  const login = (vouchercode: string) =>
    usher.login({ username: 'ada', password: 'any', vouchercode });
  await login('SUMMER');
  await expect
    .poll(() => item.$state.get())
    .toMatchObject({ access: 'granted', reason: 'voucher' });
  expect(await errorOf(() => login('SUMMER'))).toMatchObject({ code: 'login-failed', status: 410 });
  await usher.logout();
  expect(await errorOf(() => login('NIX'))).toMatchObject({ code: 'login-failed', status: 404 });
  expect(usher.$user.get(), 'all of the login is refused').toBeNull();
  await usher.login({ vouchercode: 'NIX' });
  expect(usher.$user.get(), 'alone it is the credential').toEqual(options.user);
});

test('offline, calls reject, checks keep the last answer, and everything comes back', async () => {
  const usher = createFakeUsher({ ...options, answers: { 'allmedia/latest': latest } });
  const item = usher.item(film);
  await usher.grant('7/video');
  await item.check();
  const purchase = await usher
    .item({ item: 8, streamtype: 'video' })
    .buy(offer, { provider: 'card' });
  const $latest = usher.$query('allmedia/latest', { limit: 1 });
  usher.goOffline();
  expect(usher.$session.get()).toMatchObject({ status: 'offline', error: { code: 'network' } });
  expect(await item.check()).toMatchObject({ access: 'granted', error: { code: 'network' } });
  const stop = $latest.subscribe(() => {});
  const { latest: call } = await usher.allmedia();
  expect((await errorOf(() => call())).code).toBe('network');
  await expect.poll(() => $latest.get().error?.code).toBe('network');
  expect(await usher.finishPurchase(purchase)).toMatchObject({
    status: 'finishing',
    error: { code: 'network' },
  });
  await usher.goOnline();
  expect(usher.$session.get()).toMatchObject({ status: 'ready', user: { id: '17' } });
  expect(item.$state.get().error).toBeUndefined();
  expect((await purchase.settled()).status).toBe('granted');
  await expect
    .poll(() => $latest.get().data)
    .toEqual({ ...latest, items: latest.items.map((item) => ({ ...item, raw: item })) });
  stop();
});

const latest = {
  items: [{ general: { ID: '7', GID: '107', title: 'Film', streamtype: 'video' }, imagedata: {} }],
  paging: { start: 0, limit: 1, resultcount: 1 },
};

test('times are those of the test, also after the network was back and a purchase was finished', async () => {
  const usher = createFakeUsher(options);
  const item = usher.item(film);
  for (let times = 0; times < 3; times++) {
    await usher.start();
    usher.goOffline();
    await usher.goOnline();
  }
  const purchase = await item.buy(offer, { provider: 'card' });
  await usher.finishPurchase(purchase, 'pending');
  await usher.finishPurchase(purchase);
  const { checkedAt } = await item.check();
  expect(Math.abs(checkedAt! - Date.now())).toBeLessThan(5000);
  await usher.grant('8/video', { expiresAt: Date.now() + 5000 });
  const other = usher.item({ item: 8, streamtype: 'video' });
  await other.check();
  usher.goOffline();
  expect((await other.check()).access, 'it has not ended').toBe('granted');
});

test('a grant keeps its time when the network comes back and a purchase is finished', async () => {
  const usher = createFakeUsher(options);
  const other = usher.item({ item: 8, streamtype: 'video' });
  await usher.grant('8/video', { expiresAt: Date.now() + 8000 });
  expect((await other.check()).access).toBe('granted');
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  await usher.finishPurchase(purchase, 'pending');
  await usher.finishPurchase(purchase);
  usher.goOffline();
  expect((await other.check()).access, 'after a purchase').toBe('granted');
  await usher.goOnline();
  usher.goOffline();
  expect((await other.check()).access, 'after the network was back').toBe('granted');
});

test('data comes from the answers, with values checked as in the real runtime', async () => {
  const usher = createFakeUsher({
    answers: {
      'allmedia/latest': ({ limit = 20 }) => ({
        ...latest,
        paging: { ...latest.paging, limit: Number(limit) },
      }),
      'allmedia/byglobalid': null,
      'system/languagecodes': [{ title: 'German', code: 'de' }],
      'session/currentweather': { general: { temperature: 20 } },
    },
  });
  const [allmedia, system] = [await usher.allmedia(), await usher.system()];
  expect((await allmedia.latest({ limit: 3 })).paging.limit).toBe(3);
  expect(await allmedia.byglobalid({ globalid: 1 })).toBeNull();
  expect(await system.languagecodes()).toEqual([
    { title: 'German', code: 'de', raw: { title: 'German', code: 'de' } },
  ]);
  expect(await system.currentincidents()).toEqual([]);
  const { result } = await usher.call('session/currentweather', { lat: 48, lng: 11 });
  expect(result).toEqual({ general: { temperature: 20 } });
  expect((await errorOf(() => allmedia.latest({ limit: -1 }))).code).toBe('input');
  const missing = await errorOf(() => allmedia.random());
  expect(missing.code).toBe('unsupported');
  expect(missing.message).toContain("answers: { 'allmedia/random'");
});

test('a call rejects with what the function of its answer throws', async () => {
  const busy = new Error('busy');
  const usher = createFakeUsher({
    answers: { 'session/currentweather': () => Promise.reject(busy) },
  });
  await expect(usher.call('session/currentweather')).rejects.toBe(busy);
});

test('an item has the sources of the options while it is granted', async () => {
  const source = { url: 'https://media.example.com/7.mp4', type: 'video/mp4' };
  const usher = createFakeUsher({ ...options, sources: { '7/video': [source] } });
  const item = usher.item(film);
  expect(await item.sources()).toEqual([]);
  await usher.grant('7/video');
  expect(await item.sources()).toMatchObject([source]);
  const other = usher.item({ item: 8, streamtype: 'video' });
  expect((await errorOf(() => other.sources())).code).toBe('input');
});

test('diagnose() finds only real problems, and forget() removes the user', async () => {
  const usher = createFakeUsher(options);
  await usher.start();
  expect((await usher.diagnose()).every(({ ok }) => ok)).toBe(true);
  usher.goOffline();
  const { diagnosis: findings, session } = await usher.supportReport();
  expect(findings.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['platform']);
  expect(session).toMatchObject({ status: 'offline', hasUser: true });
  await usher.goOnline();
  expect(await usher.reportToken()).toBe('fake-report-token');
  expect(await usher.forget()).toEqual({ open: [], openOfOthers: 0 });
  expect(usher.$user.get()).toBeNull();
});

test('two fakes share nothing', async () => {
  const [one, other] = [createFakeUsher(options), createFakeUsher(options)];
  await one.item(film).buy(offer, { provider: 'card' });
  await one.finishPurchase();
  expect((await one.item(film).check()).access).toBe('granted');
  expect((await other.item(film).check()).access).toBe('denied');
  expect(await (await other.checkout()).receipts()).toEqual([]);
});
