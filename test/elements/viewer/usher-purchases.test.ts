import { expect } from 'chai';
import { atom } from 'nanostores';
import type { PurchaseState } from '../../../src/checkout/purchase/purchase-state.ts';
import { defineElements } from '../../../src/elements/define-elements.ts';
import { NetworkError } from '../../../src/errors/network-error.ts';
import { buttonOf, lockedFilm, press, put, shows, textOf } from '../../fixtures/elements/shown.ts';
import { quiet, until } from '../../fixtures/session/waiting.ts';
import { film, offer } from '../../fixtures/testing/locked-film.ts';

const markup = '<usher-purchases lang="en"></usher-purchases>';
const user = { id: '17' };

describe('usher-purchases', () => {
  before(() => defineElements());
  afterEach(() => {
    for (const element of document.querySelectorAll('body > div')) element.remove();
  });

  it('follows a purchase from the payment to the grant', async () => {
    const usher = lockedFilm({ user });
    const purchases = put<'usher-purchases'>(markup, usher);
    purchases.titleOf = ({ item }) => (item === '7' ? 'Sintel' : undefined);
    await shows(purchases, 'No purchases on this device.');
    await usher.item(film).buy(offer, { provider: 'card' });
    await shows(purchases, 'Sintel');
    await shows(purchases, 'Waiting for your payment');
    await usher.finishPurchase();
    await shows(purchases, 'Paid');
    expect(textOf(purchases)).to.not.include('Continue the payment');
  });

  it('names no purchase of a viewer who has logged out, as news neither', async () => {
    const usher = lockedFilm({ user });
    const purchases = put<'usher-purchases'>(markup, usher);
    purchases.titleOf = () => 'Sintel';
    await usher.item(film).buy(offer, { provider: 'card' });
    await shows(purchases, 'Waiting for your payment');
    await usher.finishPurchase();
    await shows(purchases, 'Paid');
    await usher.logout();
    await shows(purchases, 'Not logged in');
    expect(textOf(purchases)).to.not.include('Sintel');
  });

  it('shows the title that the sale was given', async () => {
    const usher = lockedFilm({ user });
    const purchases = put<'usher-purchases'>(markup, usher);
    await usher.item(film).buy(offer, { provider: 'card', title: 'Night Train' });
    await shows(purchases, 'Night Train');
    expect(textOf(purchases)).to.not.include('Rent for');
  });

  it('does not call a purchase free whose price is not known', async () => {
    const usher = lockedFilm({ user });
    const purchases = put<'usher-purchases'>(markup, usher);
    const bought = { operation: 'ppv', item: '7', streamtype: 'video' } as const;
    const receipt = { provider: 'go', receipt: '{}' } as const;
    const { verifyInAppPurchase } = await usher.checkout();
    const { transactionId } = await verifyInAppPurchase({ ...bought, ...receipt });
    await shows(purchases, 'Paid');
    expect(textOf(purchases)).to.include(transactionId).and.not.include('free');
  });

  it('names a subscription that the page sold without a title', async () => {
    const subscription = { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 };
    const usher = lockedFilm({ user, offers: [subscription] });
    const purchases = put<'usher-purchases'>(markup, usher);
    await (await usher.checkout()).buy(subscription, { provider: 'card' });
    await shows(purchases, 'Subscription');
    expect(textOf(purchases)).to.not.include('Subscribe for');
  });

  it('tells two subscriptions apart by their terms', async () => {
    const monthly = { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 };
    const yearly = { ...monthly, amount: 7990, duration: 12, paidMonthly: false };
    const usher = lockedFilm({ user, offers: [monthly, yearly] });
    const purchases = put<'usher-purchases'>(markup, usher);
    const { buy } = await usher.checkout();
    const options = { provider: 'card', title: 'Lantern Pass' };
    const terms = (): string[] => {
      const found = purchases.shadowRoot!.querySelectorAll<HTMLElement>('[part=terms]');
      return Array.from(found, ({ innerText }) => innerText);
    };
    await buy(monthly, { ...options, subscriptionWillRenew: true });
    await usher.finishPurchase();
    await shows(purchases, 'Paid');
    expect(terms()).to.deep.equal(['€7.99 a month · renews until you stop it']);
    await buy(yearly, { ...options, subscriptionWillRenew: false });
    await shows(purchases, 'Waiting for your payment');
    expect(terms()[0]).to.equal('€79.90 · 12 months · paid at once · ends by itself');
  });

  it('tells two rentals of one price apart by their hours, in the language of the page', async () => {
    const usher = lockedFilm({
      user,
      items: { '7/video': 'denied', '8/video': 'denied' },
      offers: [offer, { ...offer, hours: 72 }],
    });
    await usher.item(film).buy(offer, { provider: 'card', title: 'Night Train' });
    await usher.item({ ...film, item: 8 }).buy({ ...offer, hours: 72 }, { provider: 'card' });
    for (const [lang, terms] of [
      ['en', ['72 hours', '€4.99 · 48 hours']],
      ['de', ['72 Stunden', '4,99\u00a0€ · 48 Stunden']],
    ] as const) {
      const list = put<'usher-purchases'>(markup.replace('"en"', `"${lang}"`), usher);
      await shows(list, terms[0]);
      const found = list.shadowRoot!.querySelectorAll<HTMLElement>('[part=terms]');
      expect(Array.from(found, ({ innerText }) => innerText)).to.have.members(terms);
    }
  });

  for (const tag of ['usher-purchases', 'usher-gate item="7"']) {
    it(`${tag} lets a viewer check an unread payment again, and names its number`, async () => {
      const usher = lockedFilm({ user });
      const checkout = await usher.checkout();
      const purchase = await usher.item(film).buy(offer, { provider: 'card' });
      await until(() => purchase.$state.get().status === 'awaiting-provider');
      const unread = { ...purchase.$state.get(), hasUnreadReturn: true };
      let calls = 0;
      const resume = async (): Promise<PurchaseState> => {
        calls++;
        return unread;
      };
      const element = put<'usher-purchases'>(`<${tag} lang="en"></${tag.split(' ')[0]}>`, {
        ...usher,
        $purchases: atom([unread]),
        checkout: async () => ({ ...checkout, purchase: async () => ({ ...purchase, resume }) }),
      } as never);
      await shows(element, 'Your payment is being checked');
      await shows(element, `give this number: ${unread.transactionId}`);
      expect(textOf(element)).to.not.include('Continue the payment');
      await press(element, 'Check again');
      await until(() => calls === 1);
    });
  }

  it('continues an open payment, without a second purchase', async () => {
    const usher = lockedFilm({ user });
    const purchases = put<'usher-purchases'>(markup, usher);
    await usher.item(film).buy(offer, { provider: 'card' });
    await shows(purchases, 'Rent for €4.99');
    const resumed: (string | null)[] = [];
    purchases.addEventListener('usher-purchase', ({ detail }) => resumed.push(detail.status));
    await press(purchases, 'Continue the payment');
    await until(() => resumed.length > 0);
    expect(resumed).to.deep.equal(['awaiting-provider']);
    expect(usher.$purchases.get()).to.have.length(1);
  });

  it('gives up an open payment', async () => {
    const usher = lockedFilm({ user });
    const purchases = put<'usher-purchases'>(markup, usher);
    await usher.item(film).buy(offer, { provider: 'card' });
    await buttonOf(purchases, 'Continue the payment');
    await press(purchases, 'Cancel this payment');
    await shows(purchases, 'The payment was not completed');
  });

  it('keeps the focus on the button of a purchase when a newer one is added above', async () => {
    const usher = lockedFilm({ user, items: { '7/video': 'denied', '8/video': 'denied' } });
    const purchases = put<'usher-purchases'>(markup, usher);
    await usher.item(film).buy(offer, { provider: 'card', title: 'First' });
    const cancel = await buttonOf(purchases, 'Cancel this payment');
    cancel.focus();
    await quiet(); // they do not begin at the same time
    await usher.item({ ...film, item: 8 }).buy(offer, { provider: 'card', title: 'Second' });
    await shows(purchases, 'Second');
    expect(purchases.shadowRoot!.activeElement === cancel).to.equal(true);
    cancel.click();
    await shows(purchases, 'The payment was not completed');
    const open = usher.$purchases.get().filter(({ status }) => status !== 'abandoned');
    expect(open.map(({ title }) => title)).to.deep.equal(['Second']);
  });

  for (const end of ['another viewer logs in', 'the purchase has settled']) {
    it(`says no error of an action any more when ${end}`, async () => {
      const usher = lockedFilm({ user });
      let isReachable = true;
      const checkout: typeof usher.checkout = async () => {
        if (!isReachable) throw new NetworkError();
        return usher.checkout();
      };
      const purchases = put<'usher-purchases'>(markup, { ...usher, checkout });
      await usher.item(film).buy(offer, { provider: 'card' });
      await buttonOf(purchases, 'Continue the payment');
      isReachable = false;
      await press(purchases, 'Cancel this payment');
      await shows(purchases, 'The service cannot be reached');
      isReachable = true;
      if (end === 'the purchase has settled') {
        await usher.finishPurchase();
        await shows(purchases, 'Paid');
      } else {
        await usher.logout();
        await usher.setUser({ id: '18' });
        await shows(purchases, 'No purchases on this device');
      }
      expect(textOf(purchases)).to.not.include('The service cannot be reached');
    });
  }

  it('links to what was bought, and shows the content that the page adds to a purchase', async () => {
    const usher = lockedFilm({ user });
    const purchases = put<'usher-purchases'>(markup, usher);
    purchases.addressOf = ({ item }) => `/films/${item}`;
    await usher.item(film).buy(offer, { provider: 'card' });
    await buttonOf(purchases, 'Continue the payment');
    const [{ id, status }] = usher.$purchases.get() as [PurchaseState];
    const receipt = Object.assign(document.createElement('p'), { slot: id, textContent: 'Nr. 1' });
    purchases.append(receipt);
    const row = purchases.shadowRoot!.querySelector('[part~=purchase]')!;
    expect(row.part.contains(status)).to.equal(true);
    expect(row.querySelector('h3 a')?.getAttribute('href')).to.equal('/films/7');
    expect(row.contains(receipt.assignedSlot)).to.equal(true);
  });

  it('leaves out what the page filters', async () => {
    const usher = lockedFilm({ user });
    const purchases = put<'usher-purchases'>(markup, usher);
    await usher.item(film).buy(offer, { provider: 'card' });
    await shows(purchases, 'Rent for €4.99');
    purchases.filter = ({ item }) => item !== '7';
    await shows(purchases, 'No purchases on this device.');
    expect(textOf(purchases)).to.not.include('Rent');
  });

  it('ends an English sentence at its end on a page from right to left', async () => {
    const list = put<'usher-purchases'>(markup, lockedFilm({ user }));
    list.dir = 'rtl';
    await shows(list, 'No purchases on this device.');
    const text = list.shadowRoot!.querySelector('[part=text]')!;
    const words = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) if (words.currentNode.textContent?.includes('device.')) break;
    const sentence = words.currentNode as Text;
    const range = document.createRange();
    const leftOf = (character: string): number => {
      const at = sentence.data.indexOf(character);
      range.setStart(sentence, at);
      range.setEnd(sentence, at + 1);
      return range.getBoundingClientRect().left;
    };
    expect(leftOf('.')).to.be.greaterThan(leftOf('N'));
  });

  it('shows that no user is logged in', async () => {
    await shows(put<'usher-purchases'>(markup, lockedFilm()), 'Not logged in');
  });
});
