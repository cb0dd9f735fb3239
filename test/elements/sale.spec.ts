import { expect, test } from '@playwright/test';
import type { PurchaseState } from '../../src/checkout/purchase/purchase-state.ts';
import { createSale, offerOf, type Sale } from '../../src/elements/sale.ts';
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

test('a purchase is described by an offer only if one alone has its price', () => {
  const purchase = { operation: 'subscription', amount: 799, currency: 'EUR' } as PurchaseState;
  const [month, year] = offers as unknown as readonly [Offer, Offer];
  expect(offerOf(purchase, [year])).toBe(year);
  for (const known of [[], [month, year]]) {
    expect(offerOf(purchase, known)).toEqual({
      operation: 'subscription',
      amount: 799,
      currency: 'EUR',
    });
  }
});
