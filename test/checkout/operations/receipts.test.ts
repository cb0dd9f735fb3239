import { expect } from 'chai';
import { restore, stub } from 'sinon';
import type { Checkout, Purchase, Usher } from '../../../src/index.ts';
import {
  card,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { rejection } from '../../fixtures/session/waiting.ts';

describe('the purchases of a journal that cannot be read', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let checkout: Checkout;
  let purchase: Purchase;
  beforeEach(async () => {
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
    checkout = await usher.checkout();
    purchase = await usher.item(film).buy(ppv);
    await purchase.settled();
  });
  afterEach(async () => {
    restore();
    await platform.end();
  });
  const fail = (): unknown => stub(IDBObjectStore.prototype, 'get').throws(new Error('disk'));

  const calls: readonly (readonly [string, (one: Checkout) => Promise<unknown>])[] = [
    ['receipts()', (one) => one.receipts()],
    ['subscriptions()', (one) => one.subscriptions()],
    ['purchase()', (one) => one.purchase('0123456789abcdef')],
  ];
  for (const [name, call] of calls) {
    it(`are not said to be none: ${name}`, async () => {
      fail();
      expect((await rejection(call(checkout))).code).to.equal('journal-unavailable');
      restore();
      await call(checkout);
    });
  }

  it('are still available if this page knows them', async () => {
    fail();
    expect(await checkout.purchase(purchase.id)).to.equal(purchase);
  });

  it('do not hide the subscriptions of the publisher', async () => {
    usher.configure({ listSubscriptions: async () => [] });
    fail();
    expect(await checkout.subscriptions()).to.deep.equal([]);
  });
});
