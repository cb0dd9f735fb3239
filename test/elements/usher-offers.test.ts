import { expect } from 'chai';
import type { LitElement } from 'lit';
import { atom } from 'nanostores';
import type { PurchaseState } from '../../src/checkout/purchase/purchase-state.ts';
import { defineElements } from '../../src/elements/define-elements.ts';
import { ChunkError } from '../../src/errors/chunk-error.ts';
import { PlatformError } from '../../src/errors/platform-error.ts';
import type { FakeUsher } from '../../src/testing/fake-usher.ts';
import { buttonOf, lockedFilm, press, put, shows, textOf } from '../fixtures/elements/shown.ts';
import { later, quiet, until } from '../fixtures/session/waiting.ts';
import { offer } from '../fixtures/testing/locked-film.ts';

const subscription = {
  operation: 'subscription',
  amount: 79900,
  currency: 'JPY',
  duration: 12,
  paidMonthly: false,
};
const user = { id: '17' };

describe('usher-offers', () => {
  before(() => defineElements());
  afterEach(() => {
    for (const element of document.querySelectorAll('body > div')) element.remove();
  });

  it('lists the offers of an item, with price and period', async () => {
    const usher = lockedFilm({ offers: [offer, subscription] });
    const offers = put<'usher-offers'>('<usher-offers item="7" lang="en"></usher-offers>', usher);
    await shows(offers, 'Rent for €4.99');
    await shows(offers, 'Subscribe for ¥79,900');
    await shows(offers, '12 months · paid at once');
  });

  it('lists the offers of the domain without an item, and sells one', async () => {
    const usher = lockedFilm({ offers: [subscription], user });
    const offers = put<'usher-offers'>('<usher-offers lang="en"></usher-offers>', usher);
    await press(offers, 'Subscribe for ¥79,900');
    await press(offers, 'Pay ¥79,900 with Card');
    await shows(offers, 'Waiting for your payment');
    expect(usher.$purchases.get()).to.have.length(1);
    await press(offers, 'Cancel this payment');
    await shows(offers, 'The payment was not completed');
    await buttonOf(offers, 'Subscribe for');
  });

  it('reads the offers of the domain again for a viewer who has logged in', async () => {
    const usher = lockedFilm({ offers: [] });
    const checkout = await usher.checkout();
    const priceOf = (): number => (usher.$user.get() ? 499 : 799);
    let reads = 0;
    const offersOfViewer = async (): Promise<unknown> => {
      reads++;
      return [{ id: 'one', ...subscription, currency: 'EUR', amount: priceOf() }];
    };
    const offers = put<'usher-offers'>('<usher-offers lang="en"></usher-offers>', {
      ...usher,
      checkout: async () => ({ ...checkout, offers: offersOfViewer }),
    } as never);
    await shows(offers, '€7.99');
    await usher.login({ username: 'ada', password: 'lovelace' });
    await shows(offers, '€4.99');
    expect(textOf(offers)).to.not.include('€7.99');
    await quiet();
    expect(reads).to.be.at.most(3);
  });

  it('reads the offers of the domain again for a viewer who logs in while they are read', async () => {
    const usher = lockedFilm({ offers: [] });
    await usher.start();
    const checkout = await usher.checkout();
    const loaded = later<void>();
    let reads = 0;
    const offersOfViewer = async (): Promise<unknown> => {
      reads++;
      const amount = usher.$user.get() ? 499 : 799;
      await loaded.promise;
      return [{ id: 'one', ...subscription, currency: 'EUR', amount }];
    };
    const offers = put<'usher-offers'>('<usher-offers lang="en"></usher-offers>', {
      ...usher,
      checkout: async () => ({ ...checkout, offers: offersOfViewer }),
    } as never);
    await until(() => reads === 1);
    await usher.login({ username: 'ada', password: 'lovelace' });
    loaded.resolve();
    await shows(offers, '€4.99');
    expect(reads).to.equal(2);
  });

  describe('whose code could not be loaded', () => {
    /** The offers of a runtime whose checkout cannot be loaded, until `mend` is called. */
    async function withoutCheckout(error: Error) {
      const usher = lockedFilm({ offers: [subscription], user });
      await usher.start();
      const state = { isBroken: true, requests: 0 };
      const offers = put<'usher-offers'>('<usher-offers lang="en"></usher-offers>', {
        ...usher,
        checkout: async () => {
          state.requests++;
          if (state.isBroken) throw error;
          return usher.checkout();
        },
      } as never);
      await shows(offers, 'Redeem a voucher');
      await until(() => state.requests > 0);
      await quiet();
      return { offers, state };
    }

    it('loads the offers when the network is back', async () => {
      const { offers, state } = await withoutCheckout(new ChunkError('checkout', 'network'));
      expect(textOf(offers)).to.not.include('Subscribe');
      const before = state.requests;
      (offers as unknown as LitElement).requestUpdate();
      await quiet();
      expect(state.requests).to.equal(before);
      state.isBroken = false;
      dispatchEvent(new Event('online'));
      await shows(offers, 'Subscribe for ¥79,900');
      dispatchEvent(new Event('online'));
      await quiet();
      expect(state.requests - before).to.be.at.most(2);
    });

    it('loads the offers with the next click', async () => {
      const { offers, state } = await withoutCheckout(new ChunkError('checkout', 'network'));
      state.isBroken = false;
      await press(offers, 'Redeem a voucher');
      await press(offers, 'Back');
      await shows(offers, 'Subscribe for ¥79,900');
    });

    it('loads nothing after another error when the network is back, or when it is removed', async () => {
      const refused = await withoutCheckout(new PlatformError('payment/x', 403));
      const removed = await withoutCheckout(new ChunkError('checkout', 'network'));
      removed.offers.remove();
      const before = [refused.state.requests, removed.state.requests];
      dispatchEvent(new Event('online'));
      await quiet();
      expect([refused.state.requests, removed.state.requests]).to.deep.equal(before);
    });
  });

  it('names a subscription by its level, in purchases and in the list of them', async () => {
    const monthly = { operation: 'subscription', currency: 'EUR', duration: 1 };
    const premium = { ...monthly, amount: 1299, isPremium: true };
    const usher = lockedFilm({ offers: [{ ...monthly, amount: 799 }, premium], user });
    const offers = put<'usher-offers'>('<usher-offers lang="en"></usher-offers>', usher);
    const list = put<'usher-purchases'>('<usher-purchases lang="en"></usher-purchases>', usher);
    const names = (): string[] => {
      const titles = list.shadowRoot!.querySelectorAll<HTMLElement>('[part=purchase-title]');
      return Array.from(titles, ({ innerText }) => innerText);
    };
    await press(offers, 'Subscribe for €12.99');
    await press(offers, 'Pay €12.99 with Card');
    await shows(list, 'Waiting for your payment');
    expect(usher.$purchases.get()[0]?.title).to.equal('Premium subscription');
    expect(names()).to.deep.equal(['Premium subscription']);
    await press(offers, 'Cancel this payment');
    await press(offers, 'Subscribe for €7.99');
    await press(offers, 'Pay €7.99 with Card');
    await shows(offers, 'Waiting for your payment');
    expect(names()).to.deep.equal(['Subscription', 'Premium subscription']);
  });

  it('leaves out the offers of the domain that the page filters', async () => {
    const premium = { ...subscription, amount: 99900, isPremium: true };
    const usher = lockedFilm({ offers: [premium, subscription], user });
    const offers = put<'usher-offers'>('<usher-offers lang="en"></usher-offers>', usher);
    offers.filter = ({ isPremium }) => !isPremium;
    await shows(offers, 'Subscribe for ¥79,900');
    expect(textOf(offers)).to.not.include('¥99,900');
  });

  it('sells nothing of an item, and no upgrade, where there is no item', async () => {
    const bought = { ...offer, operation: 'ownage', amount: 1999 };
    const upgrade = { operation: 'upgrade', amount: 500, currency: 'EUR' };
    const usher = lockedFilm({ offers: [offer, bought, upgrade, subscription], user });
    const offers = put<'usher-offers'>('<usher-offers lang="en"></usher-offers>', usher);
    await shows(offers, 'Subscribe for ¥79,900');
    for (const price of ['€4.99', '€19.99', '€5.00']) {
      expect(textOf(offers)).to.not.include(price);
    }
  });

  it('uses the item of the gate around it', async () => {
    const usher = lockedFilm();
    const gate = put<'usher-gate'>(
      '<usher-gate item="7" lang="en"><usher-offers slot="denied"></usher-offers></usher-gate>',
      usher,
    );
    gate.querySelector('usher-offers')!.usher = usher;
    await shows(gate, 'Rent for €4.99');
  });

  it('shows that there is nothing to buy', async () => {
    const offers = put<'usher-offers'>(
      '<usher-offers lang="en"></usher-offers>',
      lockedFilm({ offers: [] }),
    );
    await shows(offers, 'There is nothing to buy at the moment.');
  });

  it('shows a declined payment, and offers the item again', async () => {
    const usher = lockedFilm({ user });
    const offers = put<'usher-offers'>('<usher-offers item="7" lang="en"></usher-offers>', usher);
    await press(offers, 'Rent for');
    await press(offers, 'with Card');
    await shows(offers, 'Waiting for your payment');
    await usher.finishPurchase(undefined, 'failed');
    await shows(offers, 'The payment was declined');
    await press(offers, 'Rent for');
    await buttonOf(offers, 'with wallet');
  });

  describe('beside another offer of the same price', () => {
    const monthly = { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 };
    const markup = '<usher-offers item="7" lang="en"></usher-offers>';

    /** Shows both offers, and pays for the second one. */
    function choose(second: typeof monthly & { readonly isPremium?: boolean }): {
      readonly usher: FakeUsher;
      readonly offers: HTMLElement;
      readonly failures: unknown[];
      readonly paySecond: () => Promise<void>;
    } {
      const usher = lockedFilm({ user, offers: [monthly, second] });
      const offers = put<'usher-offers'>(markup, usher);
      const failures: unknown[] = [];
      offers.addEventListener('usher-failure', ({ detail }) => failures.push(detail));
      const paySecond = async (): Promise<void> => {
        await buttonOf(offers, 'Subscribe for');
        const buttons = offers.shadowRoot!.querySelectorAll<HTMLElement>('[part=offers] button');
        expect(buttons.length).to.equal(2);
        buttons[1]!.click();
        await press(offers, 'with Card');
      };
      return { usher, offers, failures, paySecond };
    }

    it('opens the provider of a payment again, and names the terms that were chosen', async () => {
      const { usher, offers, failures, paySecond } = choose({ ...monthly, isPremium: true });
      await paySecond();
      await shows(offers, 'Waiting for your payment');
      expect(textOf(offers)).to.include('Subscribe for €7.99 a month · Premium');
      await press(offers, 'Continue the payment');
      await quiet();
      expect(failures).to.deep.equal([]);
      expect(usher.$purchases.get().map(({ status }) => status)).to.deep.equal([
        'awaiting-provider',
      ]);
    });

    it('continues a purchase whose preparation got no answer, and buys nothing else', async () => {
      const { usher, offers, paySecond } = choose({ ...monthly, duration: 12 });
      await paySecond();
      usher.goOffline();
      await until(() => usher.$purchases.get()[0]?.error);
      await usher.goOnline();
      await press(offers, 'Continue the payment');
      await until(() => usher.$purchases.get().some(({ status }) => status !== 'preparing'));
      expect(usher.$purchases.get().map(({ status }) => status)).to.deep.equal([
        'awaiting-provider',
      ]);
    });

    it('continues in the click, so that a payment window can open', async () => {
      const { usher, offers, paySecond } = choose({ ...monthly, duration: 12 });
      await paySecond();
      const button = await buttonOf(offers, 'Continue the payment');
      const [{ id }] = usher.$purchases.get() as [PurchaseState];
      const purchase = (await (await usher.checkout()).purchase(id))!;
      let calls = 0;
      Object.assign(purchase, {
        resume: async () => {
          calls++;
          return purchase.$state.get();
        },
      });
      await quiet();
      button.click();
      expect(calls).to.equal(1);
    });

    it('continues with the runtime that has replaced an ended one', async () => {
      const { usher, offers, failures, paySecond } = choose({ ...monthly, duration: 12 });
      await paySecond();
      await buttonOf(offers, 'Continue the payment');
      const known = usher.$purchases.get();
      const checkout = await usher.checkout();
      const purchase = (await checkout.purchase(known[0]!.id))!;
      await quiet();

      let calls = 0;
      const resume = async (): Promise<PurchaseState> => {
        calls++;
        return purchase.$state.get();
      };
      const next = {
        ...usher,
        $purchases: atom(known.map((each) => ({ ...each }))), // it reads the journal itself
        checkout: async () => ({ ...checkout, purchase: async () => ({ ...purchase, resume }) }),
      };
      Object.assign(purchase, { resume: () => Promise.reject(new Error('This one has ended')) });
      Object.assign(offers, { usher: next });
      await quiet();
      (await buttonOf(offers, 'Continue the payment')).click();
      expect(calls).to.equal(1);
      await quiet();
      expect(failures).to.deep.equal([]);
    });
  });

  it('shares the request for an item with a second element', async () => {
    const usher = lockedFilm();
    let checks = 0;
    usher.on('item', ({ checking }) => {
      if (checking) checks++;
    });
    const one = put<'usher-offers'>('<usher-offers item="7" lang="en"></usher-offers>', usher);
    const other = put<'usher-gate'>('<usher-gate item="7" lang="en"></usher-gate>', usher);
    await shows(one, 'Rent for');
    await shows(other, 'Rent for');
    await quiet();
    expect(checks).to.equal(1);
  });
});
