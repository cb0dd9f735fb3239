import { expect } from 'chai';
import { createPage } from '../../../src/browser/page.ts';
import type { InPageProvider, ProviderOutcome, Usher } from '../../../src/index.ts';
import '../../../src/api/background.ts';
import {
  film,
  ppv,
  scriptPayments,
  statusesOf,
  transaction,
  transactionID,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import {
  answer,
  refusal,
  sessionResult,
  unreachable,
} from '../../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until } from '../../fixtures/session/waiting.ts';

describe('buying in the page', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let taken: unknown[];
  let outcome: () => Promise<ProviderOutcome>;
  const card: InPageProvider = {
    name: 'card',
    type: 'in-page',
    pay(payment) {
      taken.push(payment);
      return outcome();
    },
  };
  beforeEach(() => {
    taken = [];
    outcome = async () => ({ outcome: 'approved', token: 'proof', reference: 'P1' });
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
  });
  afterEach(() => platform.end());

  it('is failed after one finish when the platform declines a session of the checkout', async () => {
    platform.script('payment/finishtransaction', () => refusal(402, 'checkout session declined'));
    const purchase = await usher.item(film).buy(ppv);
    expect(await purchase.settled()).to.deep.include({ status: 'failed' });
    expect(platform.to('payment/finishtransaction')).to.have.length(1);
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('buys on the terms of the click, although the page changes its date after it', async () => {
    const day = new Date(1_800_000_000_000);
    const buying = usher.item(film).buy(ppv, { provider: 'card', capturePaymentOn: day });
    day.setTime(0);
    await (await buying).settled();
    const [prepare] = platform.to('payment/preparetransaction');
    expect(new URLSearchParams(prepare!.query).get('capturePaymentOn')).to.equal('1800000000');
  });

  it('prepares, takes the payment, finishes, and grants access', async () => {
    const statuses = statusesOf(usher);
    const item = usher.item(film);
    expect((await item.check()).access).to.equal('denied');
    const purchase = await item.buy(ppv);
    const settled = await purchase.settled();
    expect(settled).to.include({
      status: 'granted',
      operation: 'ppv',
      item: '1369342',
      amount: 499,
      transactionId: transactionID,
      expiresAt: 1900000000000,
      error: undefined,
    });
    expect(statuses).to.deep.equal([
      'preparing',
      'awaiting-provider',
      'finishing',
      'verifying',
      'granted',
    ]);
    expect(platform.to('payment/preparetransaction').map(({ query }) => query)).to.deep.equal([
      'operation=ppv&amount=499&currency=EUR&provider=card&item=1369342&streamtype=video',
    ]);
    expect(platform.to('payment/finishtransaction').map(({ query }) => query)).to.deep.equal([
      `transactionID=${transactionID}&token=proof&reference=P1`,
    ]);
    expect(taken).to.have.length(1);
    expect(taken[0]).to.deep.include({
      transactionId: transactionID,
      operation: 'ppv',
      item: '1369342',
      streamtype: 'video',
      amount: 499,
      currency: 'EUR',
    });
    expect(item.$state.get()).to.include({ access: 'granted', reason: 'paid' });
    expect(usher.$purchases.get().map(({ status }) => status)).to.deep.equal(['granted']);
    expect(await (await usher.checkout()).receipts()).to.deep.equal([
      {
        transactionId: transactionID,
        operation: 'ppv',
        item: '1369342',
        expiresAt: 1900000000000,
        globalId: null,
        title: null,
      },
    ]);
  });

  it('returns the granted purchase for the same terms, and sells the item on other terms', async () => {
    const item = usher.item(film);
    const first = await item.buy(ppv);
    await first.settled();
    expect(await item.buy(ppv)).to.equal(first);
    expect(platform.to('payment/preparetransaction')).to.have.length(1);
    expect(
      (await (await item.buy({ ...ppv, operation: 'ownage', amount: 1299 })).settled()).status,
    ).to.equal('granted');
  });

  it('does not refetch the item when the viewer leaves the tab during a purchase', async () => {
    await usher.start();
    await new Promise<void>((resolve) => createPage().whenIdle(resolve));
    await quiet(); // the background tasks have started
    outcome = () => later<ProviderOutcome>().promise;
    const item = usher.item(film);
    item.$state.listen(() => {}); // a subscribed item is refetched
    expect((await item.check()).access).to.equal('denied');
    const purchase = await item.buy(ppv);
    await until(() => taken.length);
    expect(purchase.$state.get().status).to.equal('awaiting-provider');
    const asked = platform.to('payment/itemstate').length;
    document.dispatchEvent(new Event('visibilitychange'));
    await quiet();
    expect(platform.to('payment/itemstate')).to.have.length(asked);
    // Another tab reports a purchase.
    localStorage.setItem(`usher:${platform.baseUrl}|741|purchases`, `${Date.now()}:another`);
    window.dispatchEvent(new Event('storage'));
    await until(() => platform.to('payment/itemstate').length > asked);
  });

  it('returns the open purchase for the same terms, and refuses other terms', async () => {
    const wait = later<ProviderOutcome>();
    outcome = () => wait.promise;
    const item = usher.item(film);
    const [one, other] = await Promise.all([item.buy(ppv), item.buy(ppv)]);
    expect(one).to.equal(other);
    await until(() => taken.length);
    expect((await rejection(item.buy({ ...ppv, amount: 399 }))).code).to.equal(
      'purchase-in-progress',
    );
    wait.resolve({ outcome: 'approved', token: 'proof' });
    expect((await one.settled()).status).to.equal('granted');
    expect(platform.to('payment/preparetransaction')).to.have.length(1);
    expect(platform.to('payment/finishtransaction')).to.have.length(1);
  });

  it('stays granted when its transaction is finished by hand once more', async () => {
    const purchase = await usher.item(film).buy(ppv);
    await purchase.settled();
    platform.script('payment/finishtransaction', () => refusal(402, 'card declined'));
    const again = { transactionID, token: 'other' };
    const error = await rejection(usher.call('payment/finishtransaction', again));
    expect(error).to.include({ code: 'platform', status: 402 });
    expect(platform.to('payment/finishtransaction')).to.have.length(2);
    expect(purchase.$state.get().status).to.equal('granted');
    expect((await (await usher.checkout()).receipts()).length).to.equal(1);
  });

  it('fails when the platform declines', async () => {
    platform.script('payment/finishtransaction', () => refusal(402, 'card declined'));
    const purchase = await usher.item(film).buy(ppv);
    expect(await purchase.settled()).to.deep.include({
      status: 'failed',
      error: {
        code: 'platform',
        message: 'payment/finishtransaction: the platform answered 402: card declined',
        hint: 'card declined',
        status: 402,
        retryable: false,
        reference: undefined,
      },
    });
  });

  it('is abandoned when the viewer cancels, and can be started again', async () => {
    outcome = async () => ({ outcome: 'cancelled' });
    const item = usher.item(film);
    const first = await item.buy(ppv);
    expect((await first.settled()).status).to.equal('abandoned');
    expect(platform.to('payment/finishtransaction')).to.have.length(0);
    outcome = async () => ({ outcome: 'approved', token: 'proof' });
    const second = await item.buy(ppv);
    expect(second.id).not.to.equal(first.id);
    expect((await second.settled()).status).to.equal('granted');
  });

  it('is abandoned when its provider is removed before it opens', async () => {
    platform.script('payment/preparetransaction', () => {
      usher.configure({ providers: [] });
      return transaction({ state: 'prepared' });
    });
    const purchase = await usher.item(film).buy(ppv);
    expect(await purchase.settled()).to.deep.include({ status: 'abandoned' });
    expect(purchase.$state.get().error).to.deep.include({
      code: 'provider-unavailable',
      hint: 'There is no provider card any more',
    });
    expect(taken).to.deep.equal([]);
  });

  it('can be abandoned before the viewer pays, and the item can then be bought on other terms', async () => {
    const wait = later<ProviderOutcome>();
    outcome = () => wait.promise;
    const item = usher.item(film);
    const first = await item.buy(ppv);
    await until(() => taken.length);
    expect((await first.abandon()).status).to.equal('abandoned');
    platform.script('payment/preparetransaction', () =>
      answer({ general: { transactionID: 8, state: 'prepared' } }),
    );
    const second = await item.buy({ ...ppv, operation: 'ppv', amount: 399 });
    await until(() => taken.length === 2);
    wait.resolve({ outcome: 'approved', token: 'proof' });
    // A late payment for the abandoned purchase still counts.
    await until(() => first.$state.get().status === 'granted');
    await until(() => second.$state.get().status === 'granted'); // the second payment counts too
    expect(platform.to('payment/finishtransaction')).to.have.length(2);
  });

  it('checks the item after a failed prepare, and prepares again only when the viewer clicks', async () => {
    platform.script('payment/preparetransaction', () => refusal(500, 'out of order'));
    const item = usher.item(film);
    await item.check();
    const asked = platform.to('payment/itemstate').length;
    const purchase = await item.buy(ppv);
    await until(() => purchase.$state.get().error);
    await until(() => platform.to('payment/itemstate').length > asked);
    const { status, error } = purchase.$state.get();
    expect(status).to.equal('preparing');
    expect(error).to.deep.include({
      code: 'platform',
      message: 'payment/preparetransaction: the platform answered 500: out of order',
      hint: 'out of order',
      status: 500,
      retryable: true,
    });
    expect(
      platform.to('payment/itemstate').every(({ query }) => !query.includes('perform')),
    ).to.equal(true);
    expect(platform.to('payment/preparetransaction')).to.have.length(1);
    platform.script('payment/preparetransaction', () => transaction({ state: 'prepared' }));
    expect((await (await item.buy(ppv)).settled()).status).to.equal('granted');
    expect(platform.to('payment/preparetransaction')).to.have.length(2);
  });

  it('prepares again on the second click after a lost answer, also without a streamtype', async () => {
    platform.script('payment/preparetransaction', unreachable);
    const deal = { ...ppv, item: 7 };
    const { buy } = await usher.checkout();
    const purchase = await buy(deal);
    await until(() => purchase.$state.get().error);
    platform.script('payment/preparetransaction', () => transaction({ state: 'prepared' }));
    expect((await (await buy(deal)).settled()).status).to.equal('granted');
    expect(purchase.$state.get().status).to.equal('granted');
  });

  it('refuses a purchase without a login', async () => {
    platform.script('session/init', () => answer(sessionResult()));
    expect((await rejection(usher.item(film).buy(ppv))).code).to.equal('login-required');
    expect(platform.sent.map(({ id }) => id)).to.deep.equal(['session/init']);
  });

  it('shows the error of an in-page payment in the purchase, without secrets', async () => {
    outcome = () =>
      Promise.reject(
        Object.assign(
          new TypeError(
            'the form of card 4111111111111111 did not open at https://pay.test/?token=abc',
          ),
          { code: 'E_FORM' },
        ),
      );
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    expect(purchase.$state.get()).to.deep.include({
      status: 'awaiting-provider',
      error: {
        code: 'provider-unavailable',
        message: 'TypeError: E_FORM: the form of card … did not open at …',
        hint: 'TypeError: E_FORM: the form of card … did not open at …',
        status: undefined,
        retryable: false,
        reference: undefined,
      },
    });
  });

  it('stays in `finishing` with an error when finishtransaction gets no answer', async () => {
    platform.script('payment/finishtransaction', unreachable);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    expect(purchase.$state.get()).to.deep.include({ status: 'finishing' });
    expect(purchase.$state.get().error!.code).to.equal('network');
  });
});
