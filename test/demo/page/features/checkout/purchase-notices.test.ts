import { expect } from 'chai';
import type { Purchase } from 'usher-runtime';
import { createFakeUsher, type FakeUsher } from 'usher-runtime/testing';
import { mountPurchaseNotices } from '../../../../../demo/page/features/checkout/purchase-notices.ts';
import { createPlace, says, textOf } from '../../../../fixtures/demo/showing.ts';
import { until } from '../../../../fixtures/session/waiting.ts';
import { film, offer } from '../../../../fixtures/testing/locked-film.ts';

describe('the notice of open purchases of the demo', () => {
  const ada = { id: '17', name: 'ada' };
  let place: HTMLElement;
  let usher: FakeUsher;
  beforeEach(() => {
    place = createPlace('session-notices');
    usher = createFakeUsher({ user: ada, items: { '7/video': 'denied' }, offers: [offer] });
    mountPurchaseNotices(usher);
  });
  afterEach(() => place.remove());
  const buy = (): Promise<Purchase> => usher.item(film).buy(offer, { provider: 'card' });
  const isSilent = (): Promise<void> => until(() => textOf(place) === '');

  it('is empty without a purchase', () => {
    expect(textOf(place)).to.equal('');
  });

  it('says that a purchase is not paid, with the way to it, until it is paid', async () => {
    await buy();
    await says(place, 'You have started to buy a ticket, and have not paid for it yet. My tickets');
    expect(place.querySelector('a')!.getAttribute('href')).to.equal('/tickets.html');
    await usher.finishPurchase();
    await isSilent();
  });

  it('says that a pending payment is being confirmed', async () => {
    await usher.finishPurchase(await buy(), 'pending');
    await says(place, 'A payment of yours is being confirmed.');
  });

  it('is silent about a payment that has failed', async () => {
    const purchase = await buy();
    await says(place, 'not paid for it yet');
    await usher.finishPurchase(purchase, 'failed');
    await isSilent();
  });

  it('is silent while another viewer is here, and comes back with the first one', async () => {
    await buy();
    await says(place, 'not paid for it yet');
    await usher.setUser({ id: '18', name: 'grace' });
    await isSilent();
    await usher.setUser(ada);
    await says(place, 'not paid for it yet');
  });

  it('stays while the platform cannot be reached', async () => {
    await buy();
    await says(place, 'not paid for it yet');
    usher.goOffline();
    await until(() => usher.$session.get().status === 'offline');
    expect(textOf(place)).to.contain('not paid for it yet');
  });
});
