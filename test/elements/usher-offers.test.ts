import { expect } from 'chai';
import { defineElements } from '../../src/elements/define-elements.ts';
import { buttonOf, lockedFilm, press, put, shows, textOf } from '../fixtures/elements/shown.ts';
import { quiet } from '../fixtures/session/waiting.ts';
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
    const usher = lockedFilm({ offers: [offer, subscription], user });
    const offers = put<'usher-offers'>('<usher-offers lang="en"></usher-offers>', usher);
    offers.filter = ({ operation }) => operation === 'subscription';
    await shows(offers, 'Subscribe for ¥79,900');
    expect(textOf(offers)).to.not.include('Rent for');
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
