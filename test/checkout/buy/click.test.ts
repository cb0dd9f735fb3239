import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import type { Purchase, Usher } from '../../../src/index.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';

describe('a click that waits for its code', () => {
  let platform: PaymentPlatform;
  let date: SinonFakeTimers;
  let usher: Usher;
  let granted: Purchase;
  beforeEach(async () => {
    date = useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
    granted = await usher.item(film).buy(ppv);
    await granted.settled();
  });
  afterEach(async () => {
    await platform.end();
    date.restore();
  });
  /** Clicks 2 s before the grant. The page is frozen then, until a minute after the grant. */
  async function freezeAfter(click: () => Promise<Purchase>): Promise<Purchase> {
    const [record] = await entriesOf(platform.baseUrl);
    date.setSystemTime(record.changedAt - 2000);
    const bought = click();
    date.setSystemTime(record.changedAt + 60_000);
    return bought;
  }

  it('joins a purchase that is granted meanwhile: item.buy()', async () => {
    expect(await freezeAfter(() => usher.item(film).buy(ppv))).to.equal(granted);
    expect(platform.to('payment/preparetransaction')).to.have.length(1);
  });

  it('joins a purchase that is granted meanwhile: checkout.buy()', async () => {
    const checkout = await usher.checkout();
    expect(await freezeAfter(() => checkout.buy({ ...ppv, ...film }))).to.equal(granted);
    expect(platform.to('payment/preparetransaction')).to.have.length(1);
  });
});
