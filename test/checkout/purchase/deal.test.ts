import { expect } from 'chai';
import { restore, stub } from 'sinon';
import type { BuyValues, InPageProvider, PopupProvider, Usher } from '../../../src/index.ts';
import {
  entriesOf,
  film,
  ppv,
  scriptPayments,
  transaction,
  writeJournal,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { answer, refusal, userResult } from '../../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until } from '../../fixtures/session/waiting.ts';

const month: BuyValues = {
  operation: 'subscription',
  amount: 799,
  currency: 'EUR',
  provider: 'card',
  subscriptionDuration: 1,
  subscriptionWillRenew: true,
};
const year: BuyValues = { ...month, subscriptionDuration: 12, subscriptionWillRenew: false };

describe('a purchase on other terms', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  /** The transactions that the provider was opened for. */
  let opened: string[];
  const card: InPageProvider = {
    name: 'card',
    type: 'in-page',
    pay: ({ transactionId }) => {
      opened.push(transactionId);
      return new Promise(() => {});
    },
  };
  beforeEach(() => {
    platform = scriptPayments();
    opened = [];
    usher = platform.usher({ providers: [card] });
  });
  afterEach(async () => {
    restore();
    await platform.end();
  });
  const buy = async (values: BuyValues, one = usher) => (await one.checkout()).buy(values);
  const prepared = (): string[] =>
    platform.to('payment/preparetransaction').map(({ query }) => query);
  const journal = async (): Promise<string[]> =>
    (await entriesOf(platform.baseUrl)).map(
      ({ step, values }) => `${step} ${values.subscriptionDuration}`,
    );

  it('is refused while the first can be paid: a year does not join a month', async () => {
    await buy(month);
    await until(() => opened.length);
    expect(await rejection(buy(year))).to.include({ code: 'purchase-in-progress' });
    expect(prepared()).to.have.length(1);
    expect(opened).to.have.length(1);
  });

  it('is refused for a film that is being paid, also without its streamtype', async () => {
    await usher.item(film).buy(ppv);
    await until(() => opened.length);
    const withoutStreamtype = buy({ ...ppv, item: film.item });
    expect(await rejection(withoutStreamtype)).to.include({ code: 'purchase-in-progress' });
    expect(prepared()).to.have.length(1);
    expect(opened).to.have.length(1);
  });

  it('replaces a first one that the platform has not prepared', async () => {
    platform.script('payment/preparetransaction', () => refusal(500, 'out of order'));
    const first = await buy(month);
    await until(() => first.$state.get().error);
    platform.script('payment/preparetransaction', () => transaction({ state: 'prepared' }));
    const second = await buy(year);
    expect(second.id).not.to.equal(first.id);
    await until(() => opened.length);
    expect(
      prepared().map((query) => new URLSearchParams(query).get('subscriptionDuration')),
    ).to.eql(['1', '12']);
    expect(await journal()).to.deep.equal(['abandoned 1', 'awaiting-provider 12']);
  });

  it('is refused to a second click at the same moment', async () => {
    const answering = later<Response>();
    platform.script('payment/preparetransaction', () => answering.promise);
    const results = await Promise.allSettled([buy(month), buy(year)]);
    expect(results.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    answering.resolve(transaction({ state: 'prepared' }));
    await until(() => opened.length);
    expect(prepared()).to.have.length(1);
  });

  it('is refused when the first is granted while the click waits for a session', async () => {
    const answering = later<Response>();
    platform.script('session/init', () => answering.promise);
    const checkout = await usher.checkout();
    const clicks = [checkout.buy(year), checkout.buy(month)];
    await until(() => platform.to('session/init').length);
    const changedAt = Date.now();
    const granted = {
      id: 'one',
      owner: '17',
      step: 'granted',
      values: month,
      startedAt: changedAt,
    };
    await writeJournal(platform.baseUrl, { entries: [{ ...granted, changedAt }] });
    stub(Date, 'now').returns(changedAt + 6000); // longer than the 5 s after any grant
    answering.resolve(answer(userResult()));
    expect(await rejection(clicks[0]!)).to.include({ code: 'purchase-in-progress' });
    expect((await clicks[1]!).id).to.equal('one');
    expect(prepared()).to.deep.equal([]);
  });

  it('is not taken for another one because of the form of its values', async () => {
    const first = await buy(month);
    await until(() => opened.length);
    const offer = { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 } as const;
    const again = await (
      await usher.checkout()
    ).buy(offer, { provider: 'card', subscriptionWillRenew: 1 });
    expect(again).to.equal(first);
  });

  it('gets no window of the first', async () => {
    const shown = { closed: false, focus: stub(), close: stub(), location: { replace: stub() } };
    const other = { closed: false, focus: stub(), close: stub() };
    const open = stub(window, 'open')
      .onFirstCall()
      .returns(shown as unknown as Window)
      .onSecondCall()
      .returns(other as unknown as Window);
    const wallet: PopupProvider = { name: 'card', type: 'popup', url: () => 'https://pay.test/' };
    usher.configure({ providers: [wallet] });
    await usher.start();
    await buy(month);
    await until(() => shown.location.replace.callCount);
    expect(await rejection(buy(year))).to.include({ code: 'purchase-in-progress' });
    expect([open.callCount, shown.focus.callCount, other.close.callCount]).to.deep.equal([2, 0, 1]);
    // The same terms in the form of an offer show the window.
    const checkout = await usher.checkout();
    const offer = { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 } as const;
    await checkout.buy(offer, { provider: 'card', subscriptionWillRenew: true });
    expect([open.callCount, shown.focus.callCount > 0]).to.deep.equal([2, true]);
  });

  it('is compared by a raw prepare too: other terms replace what is not prepared', async () => {
    platform.script('payment/preparetransaction', () => refusal(500, 'out of order'));
    await rejection(usher.call('payment/preparetransaction', month));
    platform.script('payment/preparetransaction', () => transaction({ state: 'prepared' }));
    expect(await rejection(usher.call('payment/preparetransaction', month))).to.include({
      code: 'purchase-in-progress',
    });
    await usher.call('payment/preparetransaction', year);
    expect(prepared()).to.have.length(2);
    expect(await journal()).to.deep.equal(['abandoned 1', 'awaiting-provider 12']);
    expect(await rejection(usher.call('payment/preparetransaction', month))).to.include({
      code: 'purchase-in-progress',
    });
  });

  it('is not begun by resume(): the stored terms are sent, whatever the page offers now', async () => {
    platform.script('payment/preparetransaction', () => refusal(500, 'out of order'));
    const first = await usher.item(film).buy({ ...ppv, reference: 'first' });
    await until(() => first.$state.get().error);
    platform.script('payment/preparetransaction', () => transaction({ state: 'prepared' }));
    await first.resume();
    await until(() => opened.length);
    await quiet();
    expect(new Set(prepared()).size).to.equal(1);
    expect(prepared()).to.have.length(2);
  });
});
