import { expect } from 'chai';
import type { Offer, Usher } from '../../../src/index.ts';
import {
  card,
  film,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { answer, unreachable, userResult } from '../../fixtures/session/scripted-platform.ts';
import { until } from '../../fixtures/session/waiting.ts';

const month: Offer = {
  id: 'subscription-799-EUR-1-monthly',
  operation: 'subscription',
  amount: 799,
  currency: 'EUR',
  duration: 1,
  isPremium: false,
  paidMonthly: true,
};

let platform: PaymentPlatform;
let usher: Usher;
beforeEach(() => {
  platform = scriptPayments();
  usher = platform.usher({ providers: [card] });
});
afterEach(() => platform.end());

describe('offers', () => {
  const prepared = (): URLSearchParams[] =>
    platform.to('payment/preparetransaction').map(({ query }) => new URLSearchParams(query));

  it('come from the price model, each with the fields that a purchase needs', async () => {
    const pricemodel = {
      currency: 'EUR',
      ppv: { price: 499, hours: 48 },
      ownage: { price: '1299' },
      subscriptions: [{ duration: 1, price: 799, isPremium: 0, paidMonthly: 1 }, { duration: 3 }],
      upgrade: { price: 300 },
    };
    platform.script('session/init', () => answer({ ...userResult(), pricemodel }));
    const offers = await (await usher.checkout()).offers();
    expect(JSON.parse(JSON.stringify(offers))).to.deep.equal([
      { id: 'ppv-499-EUR-48', operation: 'ppv', amount: 499, currency: 'EUR', hours: 48 },
      { id: 'ownage-1299-EUR', operation: 'ownage', amount: 1299, currency: 'EUR' },
      month,
      { id: 'upgrade-300-EUR', operation: 'upgrade', amount: 300, currency: 'EUR' },
    ]);
  });

  it('are empty without a price model', async () => {
    expect(await (await usher.checkout()).offers()).to.deep.equal([]);
  });

  it('of a subscription are bought with their terms, and without the item they came with', async () => {
    await (await usher.item(film).buy(month, { provider: 'card' })).settled();
    const [sent] = prepared();
    expect(Object.fromEntries(sent!)).to.deep.equal({
      operation: 'subscription',
      amount: '799',
      currency: 'EUR',
      provider: 'card',
      subscriptionDuration: '1',
      subscriptionIsPremium: '0',
      subscriptionWillBePayedMonthly: '1',
    });
  });

  it('of an item are bought with the item, and without the key and the texts of the offer', async () => {
    const offer = {
      id: 'ppv-499-EUR-48',
      operation: 'ppv',
      amount: 499,
      currency: 'EUR',
      hours: 48,
    };
    await (await usher.item(film).buy(offer, { provider: 'card', affiliateParam: 'a' })).settled();
    expect(Object.fromEntries(prepared()[0]!)).to.deep.equal({
      operation: 'ppv',
      item: '1369342',
      streamtype: 'video',
      amount: '499',
      currency: 'EUR',
      provider: 'card',
      affiliateParam: 'a',
    });
  });

  it('can be bought by checkout too', async () => {
    const checkout = await usher.checkout();
    await (await checkout.buy(month, { provider: 'card', subscriptionWillRenew: true })).settled();
    expect(prepared()[0]!.get('subscriptionWillRenew')).to.equal('1');
  });
});

describe('the names of a purchase', () => {
  it('are in its state and its receipt, and are not sent', async () => {
    const item = usher.item({ ...film, globalId: 4711n });
    const ppv = { operation: 'ppv', amount: 499, currency: 'EUR' };
    const purchase = await item.buy(ppv, { provider: 'card', title: 'Night Train' });
    await purchase.settled();
    const names = { title: 'Night Train', globalId: '4711' };
    expect(purchase.$state.get()).to.include(names);
    expect((await (await usher.checkout()).receipts())[0]).to.include(names);
    const { query } = platform.to('payment/preparetransaction')[0]!;
    expect(query).not.to.match(/title|globalId|4711/);
  });

  it('are those of the page where the item has no global ID', async () => {
    const ppv = { operation: 'ppv', amount: 499, currency: 'EUR' };
    const purchase = await usher.item(film).buy(ppv, { provider: 'card', globalId: 4711 });
    await purchase.settled();
    expect(purchase.$state.get().globalId).to.equal('4711');
  });

  it('are missing where none were given, or none that can be kept', async () => {
    const ppv = { operation: 'ppv', amount: 499, currency: 'EUR', provider: 'card' };
    const purchase = await usher.item(film).buy({ ...ppv, title: Symbol('no text') as never });
    await purchase.settled();
    expect(purchase.$state.get()).to.include({ title: null, globalId: null });
  });
});

describe('the explanation of a purchase', () => {
  const ppv = { operation: 'ppv', amount: 499, currency: 'EUR', provider: 'card' };

  it('says what was paid, what failed, and when the next try is', async () => {
    platform.script('payment/finishtransaction', unreachable);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    const { text, nextTryAt } = await purchase.explain();
    expect(text).to.match(/^Paid at the provider at .+\. The platform has not confirmed it yet\./);
    expect(text).to.match(/The last try failed: .+\. The next try is in \d+ s\.$/);
    expect(nextTryAt! - Date.now()).to.be.within(0, 10_000);
  });

  it('says that the purchase is granted, without a next try', async () => {
    const purchase = await usher.item(film).buy(ppv);
    await purchase.settled();
    const { text, nextTryAt } = await purchase.explain();
    expect(text).to.match(/^Granted at .+, until .+\.$/);
    expect(nextTryAt).to.equal(null);
  });
});
