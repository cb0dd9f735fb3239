import { expect } from 'chai';
import { nothing, render } from 'lit/html.js';
import type { Checkout, Offer, Receipt } from 'usher-runtime';
import {
  subscriptionCard,
  type SubscriptionCardParts,
} from '../../../../../demo/page/features/purchases/subscription-card.ts';
import { readNotes } from '../../../../../demo/page/features/purchases/subscription-notes.ts';
import { createPlace, textOf } from '../../../../fixtures/demo/showing.ts';

const expiresAt = Date.UTC(2031, 4, 6, 12);
const later = Date.UTC(2032, 4, 6, 12);
const subscription: Receipt = {
  transactionId: '9007199254740993001',
  operation: 'subscription',
  item: null,
  expiresAt,
};
const upgrade: Offer = {
  id: 'upgrade-300-EUR',
  operation: 'upgrade',
  amount: 300,
  currency: 'EUR',
};

describe('the card of a subscription in the demo', () => {
  let place: HTMLElement;
  let texts: string[];
  let stopped: unknown[];
  beforeEach(() => {
    [texts, stopped] = [[], []];
    place = createPlace();
  });
  afterEach(() => {
    place.remove();
    localStorage.clear();
    sessionStorage.clear();
  });

  const checkout = {
    stopRenewal: async (values: unknown) => {
      stopped.push(values);
      return { expiresAt: later };
    },
  } as unknown as Checkout;
  const show = (parts: Partial<SubscriptionCardParts>): HTMLElement => {
    const run: SubscriptionCardParts['run'] = async (_click, act) => {
      texts.push(await act(checkout));
    };
    const given = { subscription, notes: {}, isPremium: false, upgrade: undefined, run, ...parts };
    render(subscriptionCard(given), place);
    return place.querySelector<HTMLElement>('.subscription')!;
  };
  const button = (name: string): HTMLElement => place.querySelector<HTMLElement>(`[${name}]`)!;

  it('says until when it is paid, and that it renews', () => {
    const card = show({ subscription: { ...subscription, willRenew: true } });
    expect(card.dataset).to.include({ level: 'default', ending: 'false' });
    expect(textOf(card)).to.match(/Paid until .*2031.* It renews by itself\./);
    expect(button('data-upgrade')).to.equal(null);
  });

  it('says that one without renewal ends, and offers no second stop', () => {
    const card = show({ notes: { isEnding: true } });
    expect(textOf(card)).to.match(/Lasts until .*2031.* It does not renew\./);
    expect(button('data-stop-renewal')).to.equal(null);
  });

  it('says what the platform has said of the renewal, and nothing that it has not', () => {
    const ending = show({ subscription: { ...subscription, willRenew: false } });
    expect(textOf(ending)).to.match(/Lasts until .*2031.* It does not renew\./);
    expect(button('data-stop-renewal')).to.equal(null);
    render(nothing, place);
    const card = show({});
    expect(textOf(card)).to.match(/Paid until .*2031/);
    expect(textOf(card)).to.not.include('renews by itself');
    render(nothing, place);
    const endless = show({ subscription: { ...subscription, expiresAt: null } });
    expect(textOf(endless)).to.not.match(/until\s*[.,]/);
  });

  it('offers the upgrade with its price, and not to a viewer who is premium', () => {
    show({ upgrade });
    expect(textOf(button('data-upgrade'))).to.equal('Upgrade to premium for €3.00');
    render(nothing, place);
    const card = show({ upgrade, notes: { isPremium: true } });
    expect(button('data-upgrade')).to.equal(null);
    expect(card.dataset['level']).to.equal('premium');
  });

  it('asks to look again when an upgrade is paid and not made yet', () => {
    show({ upgrade, notes: { upgrade: { reference: 'r-1', amount: 300 } } });
    expect(textOf(button('data-upgrade'))).to.equal('Check the payment for the upgrade');
  });

  it('stops the renewal after a second question, says the end and remembers it', async () => {
    show({});
    const fold = place.querySelector('details')!;
    expect(fold.open).to.equal(false);
    fold.open = true;
    button('data-stop-renewal').click();
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(stopped).to.deep.equal([{ transactionID: subscription.transactionId }]);
    expect(texts[0]).to.match(/^Done\. It lasts until .*2032/);
    expect(readNotes(subscription.transactionId).isEnding).to.equal(true);
  });

  it('closes the question when the viewer keeps it', () => {
    show({});
    const fold = place.querySelector('details')!;
    fold.open = true;
    place.querySelector<HTMLElement>('.plain')!.click();
    expect([fold.open, stopped.length]).to.deep.equal([false, 0]);
    expect(document.activeElement).to.equal(fold.querySelector('summary'));
  });
});
