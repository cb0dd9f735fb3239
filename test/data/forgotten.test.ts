import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Checkout, Usher } from '../../src/index.ts';
import { card } from '../fixtures/checkout/payment-platform.ts';
import { item, listing } from '../fixtures/data/data-page.ts';
import { withLoggedInPage, type LoggedInPage } from '../fixtures/session/logged-in-page.ts';
import { answer } from '../fixtures/session/scripted-platform.ts';
import { later, quiet, ticking, until } from '../fixtures/session/waiting.ts';

const deposit = { operation: 'deposit', amount: 1, currency: 'EUR', provider: 'card' } as const;

describe('forget() opens no session for', () => {
  let clock: SinonFakeTimers;
  let usher: Usher;
  let forget: LoggedInPage['forget'];
  let page: LoggedInPage;
  withLoggedInPage((made) => {
    page = made;
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
    const film = usher.item({ item: 7, streamtype: 'video', globalId: 107 });
    const called = film.sources().catch((error: unknown) => error);
    await forget();
    expect(await called).to.include({ code: 'aborted' });
  });

  /** A listener of an item, whose answer depends on what the viewer has bought. */
  async function showItem(): Promise<void> {
    page.platform.script('allmedia/byglobalid/5000007', () => answer(item(7)));
    const allmedia = await ticking(clock, usher.allmedia());
    const $item = allmedia.$query('byglobalid', { globalid: 5000007 });
    $item.listen(() => {});
    await ticking(
      clock,
      until(() => $item.get().data),
    );
  }
  const wake = async (): Promise<void> => {
    globalThis.dispatchEvent(new Event('storage'));
    await quiet();
  };
  const signal = (): string | undefined =>
    Object.keys(localStorage).find((name) => name.endsWith('|purchases'));

  it('a query that depends on access, after a purchase was granted', async () => {
    page.platform.script('payment/redeemvoucher', () => answer({ general: { state: 'redeemed' } }));
    await showItem();
    const checkout = await ticking(clock, usher.checkout());
    await ticking(clock, checkout.redeemVoucher({ vouchercode: 'x' }));
    await wake();
    expect(signal()).to.be.a('string');
    await forget();
    expect(signal()).to.equal(undefined);
    const openings = page.platform.to('session/init').length;
    await wake();
    expect(page.platform.to('session/init')).to.have.length(openings);
  });

  const hold = (endpoint: string): Promise<void> => {
    page.platform.script(endpoint, () => later<Response>().promise);
    return ticking(
      clock,
      until(() => page.platform.to(endpoint).length),
    );
  };

  it('a query, after a voucher that was under way, and stores nothing for it', async () => {
    await showItem();
    const checkout = await ticking(clock, usher.checkout());
    const called = checkout.redeemVoucher({ vouchercode: 'x' }).catch((error: unknown) => error);
    await hold('payment/redeemvoucher');
    await forget();
    expect(await called).to.include({ code: 'aborted' });
    expect(signal()).to.equal(undefined);
  });

  it('a check of the item whose purchase was under way', async () => {
    usher.configure({ providers: [card] });
    void usher.item({ item: 7, streamtype: 'video' }).buy(deposit);
    await hold('payment/preparetransaction');
    await forget();
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
