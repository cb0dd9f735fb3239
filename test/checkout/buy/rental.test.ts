import { expect } from 'chai';
import type { Item, Purchase, Usher } from '../../../src/index.ts';
import {
  card,
  film,
  scriptPayments,
  transaction,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { answer, unreachable } from '../../fixtures/session/scripted-platform.ts';
import { until } from '../../fixtures/session/waiting.ts';

describe('buying for ever during a rental', () => {
  const forEver = { operation: 'ownage', amount: 1299, currency: 'EUR', provider: 'card' } as const;
  const rentedUntil = Math.floor(Date.now() / 1000) + 3600;
  let platform: PaymentPlatform;
  let usher: Usher;
  let item: Item & { buy: (offer: typeof forEver) => Promise<Purchase> };
  beforeEach(() => {
    platform = scriptPayments();
    answerAccess(rentedUntil);
    usher = platform.usher({ providers: [card] });
    item = usher.item(film);
  });
  afterEach(() => platform.end());
  function answerAccess(validUntil: number): void {
    platform.script('payment/itemstate', () =>
      answer({
        general: { ...film, isPay: 1, canPlay: 1, reason: 'paid', validUntil, offers: [] },
      }),
    );
  }
  const prepares = (): number => platform.to('payment/preparetransaction').length;

  it('goes on with the next click when the answer to its prepare was lost', async () => {
    await item.check();
    platform.script('payment/preparetransaction', unreachable);
    const purchase = await item.buy(forEver);
    await until(() => purchase.$state.get().error);
    platform.script('payment/preparetransaction', () => transaction({ state: 'prepared' }));
    await item.buy(forEver);
    expect((await purchase.settled()).status).to.equal('granted');
    expect(prepares()).to.equal(2);
  });

  it('does not go on when the page did not know of the access at the click', async () => {
    platform.script('payment/preparetransaction', unreachable);
    const purchase = await item.buy(forEver);
    await until(() => purchase.$state.get().error);
    platform.nextPage({ providers: [card] });
    usher = platform.nextPage({ providers: [card] });
    const again = await usher.item(film).buy(forEver);
    expect((await again.settled()).status).to.equal('abandoned');
    expect(prepares()).to.equal(1);
  });

  it('shows the item without the end of the rental', async () => {
    expect((await item.check()).expiresAt).to.equal(rentedUntil * 1000);
    platform.script('payment/finishtransaction', () => {
      answerAccess(0);
      return transaction({ state: 'finished', validUntil: 0 });
    });
    const purchase = await item.buy(forEver);
    await purchase.settled();
    expect(purchase.$state.get().status).to.equal('granted');
    expect(item.$state.get()).to.include({ access: 'granted', expiresAt: null });
  });
});
