import { expect, test } from '@playwright/test';
import { atom } from 'nanostores';
import type { PurchaseState } from '../../src/checkout/purchase/purchase-state.ts';
import { offerOf } from '../../src/elements/offer-of.ts';
import { createSale, type Sale } from '../../src/elements/sale.ts';
import { AbortedError } from '../../src/errors/aborted-error.ts';
import { MalformedError } from '../../src/errors/malformed-error.ts';
import { PlatformError } from '../../src/errors/platform-error.ts';
import { UsherError } from '../../src/errors/usher-error.ts';
import type { Offer } from '../../src/item/offer.ts';
import { createFakeUsher, type FakeUsher } from '../../src/testing/create-fake-usher.ts';

/** Two subscriptions at one price. */
const offers = [
  { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 },
  { operation: 'subscription', amount: 799, currency: 'EUR', duration: 12 },
] as const satisfies readonly Omit<Offer, 'id'>[];

function saleOf(usher: FakeUsher): Sale {
  return createSale({
    runtime: () => usher,
    item: () => usher.item({ item: 7, streamtype: 'video' }),
    offers: () => offers as unknown as readonly Offer[],
    optionsOf: () => undefined,
    redeemedItem: async () => undefined,
    tell: () => {},
    requestUpdate: () => {},
  });
}

test('a purchase keeps its terms when it is continued beside an offer at its price', async () => {
  const usher = createFakeUsher({ user: { id: '17' }, items: { '7/video': 'denied' }, offers });
  const sale = saleOf(usher);
  await (await usher.checkout()).offers(); // the code of a purchase is loaded
  usher.goOffline();
  sale.pay(offers[1], 'card');
  const only = (): PurchaseState | undefined => usher.$purchases.get()[0];
  await expect.poll(() => only()?.error?.code).toBeDefined();
  await expect.poll(() => sale.isBusy).toBe(false);

  const { id } = only()!;
  await usher.goOnline();
  sale.keep(only()!);
  sale.resume(only()!);
  await expect.poll(() => only()?.status).toBe('awaiting-provider');
  expect(usher.$purchases.get().map((purchase) => purchase.id)).toEqual([id]);
  usher.dispose();
});

test('a purchase is described by an offer only if one alone has its price and its terms', () => {
  const price = { operation: 'subscription', amount: 799, currency: 'EUR' };
  const [month, year] = offers as unknown as readonly [Offer, Offer];
  const described = (terms: Partial<PurchaseState>, known: readonly Offer[]): unknown =>
    offerOf({ ...price, ...terms } as PurchaseState, known);
  expect(described({}, [year])).toBe(year);
  expect(described({ duration: 12 }, [month, year])).toBe(year);
  expect(described({ duration: 12 }, [month])).toEqual({ ...price, duration: 12 });
  expect(described({}, [])).toEqual(price);
  expect(described({}, [month, year])).toEqual(price);
});

test('a rental is described by the offer of its length', () => {
  const price = { operation: 'ppv', amount: 499, currency: 'EUR' };
  const known = [48, 72].map((hours) => ({ ...price, hours })) as unknown as readonly Offer[];
  const rental = { ...price, hours: 72 } as PurchaseState;
  expect(offerOf(rental, known)).toBe(known[1]);
  expect(offerOf(rental, [])).toEqual(rental);
});

const endpoint = 'payment/redeemvoucher';
/** What a panel says of a voucher, by the error of the call. */
const voucherNotices: readonly (readonly [words: string, error: UsherError, notice: object])[] = [
  ['a refusal', new PlatformError(endpoint, 400), { key: 'voucherInvalid' }],
  ['a refusal of this viewer', new PlatformError(endpoint, 403), { error: 'platform' }],
  ['a code that is used up', new PlatformError(endpoint, 410, 'used'), { key: 'voucherUsed' }],
  ['no answer', new UsherError('network', 'no'), { key: 'voucherUnclear' }],
  ['a failure of the platform', new PlatformError(endpoint, 500), { key: 'voucherUnclear' }],
  ['a platform that is down', new PlatformError(endpoint, 503), { key: 'voucherUnclear' }],
  ['an unreadable answer', new MalformedError(endpoint, 'not JSON'), { key: 'voucherUnclear' }],
  ['an abort', new AbortedError('signal'), { key: 'voucherUnclear' }],
  ['too many requests', new PlatformError(endpoint, 429), { error: 'platform' }],
  [
    'a refusal of a proxy',
    new PlatformError(endpoint, 403, undefined, undefined, true),
    { error: 'platform' },
  ],
];
for (const [words, error, notice] of voucherNotices) {
  test(`after ${words}, a panel does not say more of a voucher than is known`, async () => {
    const checkout = async () => ({ redeemVoucher: () => Promise.reject(error) });
    const sale = saleOf({ checkout, $user: atom(null) } as unknown as FakeUsher);
    Object.assign(sale, { task: { form: 'voucher' } });
    sale.redeem('SUMMER');
    await expect.poll(() => sale.notice).toEqual(notice);
  });
}

for (const [who, user, notice] of [
  ['the same user', { id: '17' }, { redeemed: undefined }],
  ['another user', { id: '18' }, { error: 'identity-changed' }],
  ['a user who is not known', undefined, { error: 'identity-changed' }],
] as const) {
  test(`a voucher is redeemed for the user who entered it: ${who} after a wait for code`, async () => {
    let load = (): void => {};
    const loaded = new Promise<void>((resolve) => (load = resolve));
    const redeemed: unknown[] = [];
    const redeemVoucher = async (values: object): Promise<object> => (redeemed.push(values), {});
    const $user = atom<{ id: string } | undefined>({ id: '17' });
    const checkout = async () => loaded.then(() => ({ redeemVoucher }));
    const item = () => ({ check: async () => ({}) });
    const sale = saleOf({ checkout, item, $user } as unknown as FakeUsher);
    Object.assign(sale, { task: { form: 'voucher' } });
    sale.redeem('SUMMER');
    $user.set(user);
    load();
    await expect.poll(() => sale.notice).toEqual(notice);
    expect(redeemed).toHaveLength('error' in notice ? 0 : 1);
  });
}

test('an error of a voucher is told as that, although the viewer has gone back', async () => {
  let reject!: (error: unknown) => void;
  const redeemVoucher = () => new Promise((_resolve, fail) => (reject = fail));
  const checkout = async () => ({ redeemVoucher });
  const sale = saleOf({ checkout, $user: atom(null) } as unknown as FakeUsher);
  Object.assign(sale, { task: { form: 'voucher' } });
  sale.redeem('SUMMER');
  await expect.poll(() => reject).toBeDefined();
  Object.assign(sale, { task: {} });
  reject(new UsherError('timeout', 'no answer'));
  await expect.poll(() => sale.notice).toEqual({ key: 'voucherUnclear' });
});

for (const code of ['provider-unavailable', 'journal-unavailable'] as const) {
  test(`a purchase that cannot be continued by ${code} is not said to be uncharged`, async () => {
    const resume = () => Promise.reject(new UsherError(code, 'no'));
    const checkout = async () => ({ purchase: async () => ({ resume }) });
    const sale = saleOf({ checkout } as unknown as FakeUsher);
    sale.resume({ id: 'p1' } as PurchaseState);
    await expect.poll(() => sale.notice).toEqual({ key: 'next.interrupted' });
  });
}
