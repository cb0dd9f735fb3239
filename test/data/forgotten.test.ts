import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Checkout, Usher } from '../../src/index.ts';
import { card } from '../fixtures/checkout/payment-platform.ts';
import { listing } from '../fixtures/data/data-page.ts';
import { withLoggedInPage, type LoggedInPage } from '../fixtures/session/logged-in-page.ts';
import { quiet, ticking } from '../fixtures/session/waiting.ts';

describe('forget() opens no session for', () => {
  let clock: SinonFakeTimers;
  let usher: Usher;
  let forget: LoggedInPage['forget'];
  withLoggedInPage((page) => {
    ({ clock, usher, forget } = page);
    page.platform.script('allmedia/latest', () => listing(1, 2));
  });

  it('a list that was requested in the same task', async () => {
    const allmedia = await ticking(clock, usher.allmedia());
    const read = allmedia.latest({ limit: 2 }).catch((error: unknown) => error);
    await forget();
    expect(await read).to.include({ code: 'aborted' });
  });

  it('the first listener of a query in the same task', async () => {
    const allmedia = await ticking(clock, usher.allmedia());
    allmedia.$query('latest', { limit: 2 }).listen(() => {});
    await forget();
  });

  it('any call in the same task', async () => {
    const called = usher.call('session/currentweather', {}).catch((error: unknown) => error);
    await forget();
    expect(await called).to.include({ code: 'aborted' });
  });

  it('a report token in the same task', async () => {
    const called = usher.reportToken().catch((error: unknown) => error);
    await forget();
    expect(await called).to.include({ code: 'aborted' });
  });

  it('the sources of an item in the same task', async () => {
    const item = usher.item({ item: 7, streamtype: 'video', globalId: 107 });
    const called = item.sources().catch((error: unknown) => error);
    await forget();
    expect(await called).to.include({ code: 'aborted' });
  });

  it('the first listener of usher.$query in the same task', async () => {
    const $latest = usher.$query('allmedia/latest', { limit: 2 });
    $latest.listen(() => {});
    await forget();
    expect($latest.get()).to.deep.equal({ data: undefined, updatedAt: null, loading: false });

    // The page opens a session later: then the listener gets its answer.
    await ticking(clock, usher.start());
    await quiet();
    expect($latest.get().data?.items).to.have.length(2);
  });

  for (const name of ['offers', 'receipts', 'subscriptions'] as const) {
    it(`checkout.${name}() in the same task`, async () => {
      const checkout = await ticking(clock, usher.checkout());
      const called = checkout[name]().catch((error: unknown) => error);
      await forget();
      expect(await called).to.include({ code: 'aborted' });
    });
  }

  const deposit = { operation: 'deposit', amount: 1, currency: 'EUR', provider: 'card' } as const;
  for (const [title, call] of [
    ['a voucher', (checkout: Checkout) => checkout.redeemVoucher({ vouchercode: 'x' })],
    ['a purchase', (checkout: Checkout) => checkout.buy(deposit)],
    ['a raw payment call', () => usher.call('payment/redeemvoucher', { vouchercode: 'x' })],
    ['a purchase of an item', () => usher.item({ item: 7, streamtype: 'video' }).buy(deposit)],
  ] as const) {
    it(`${title} in the same task`, async () => {
      usher.configure({ providers: [card] });
      const checkout = await ticking(clock, usher.checkout());
      const called = Promise.resolve(call(checkout)).catch((error: unknown) => error);
      await forget();
      expect(await called).to.include({ code: 'identity-changed' });
    });
  }
});
