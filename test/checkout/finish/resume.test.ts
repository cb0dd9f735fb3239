import { expect } from 'chai';
import { restore, stub } from 'sinon';
import type { Provider, Purchase, Usher } from '../../../src/index.ts';
import {
  entriesOf,
  film,
  ppv,
  scriptPayments,
  transaction,
  transactionID,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { answer, unreachable, userResult } from '../../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../../fixtures/session/waiting.ts';

const minuteMs = 60_000;

describe('a purchase that is resumed', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  /** The transactions that the provider was opened for. */
  let opened: string[];
  const never = new Promise<never>(() => {});
  const card = (outcome: Promise<never> | undefined): Provider => ({
    name: 'card',
    type: 'in-page',
    pay: async ({ transactionId }) => {
      opened.push(transactionId);
      await outcome;
      return { outcome: 'approved', token: 'proof' };
    },
  });
  const wallet: Provider = { name: 'card', type: 'popup', url: () => 'https://pay.test/' };
  beforeEach(() => {
    platform = scriptPayments();
    opened = [];
    usher = platform.usher({ providers: [card(never)] });
  });
  afterEach(async () => {
    restore();
    await platform.end();
  });

  /** A purchase at a provider that never answers. */
  async function leaveUnpaid(): Promise<Purchase> {
    const purchase = await usher.item(film).buy(ppv);
    await until(() => opened.length === 1);
    return purchase;
  }
  /** The same purchase on the next page, whose provider is this one. */
  async function nextPageOf({ id }: Purchase, provider: Provider): Promise<Purchase> {
    usher = platform.nextPage({ providers: [provider] });
    await usher.start();
    return (await (await usher.checkout()).purchase(id))!;
  }
  const prepared = (): number => platform.to('payment/preparetransaction').length;

  it('is sent at once when it is paid, also by a page without its provider', async () => {
    usher.dispose();
    usher = platform.nextPage({ providers: [card(undefined)] });
    platform.script('payment/finishtransaction', unreachable);
    const { id, $state } = await usher.item(film).buy(ppv);
    await until(() => $state.get().error);
    usher.dispose();
    usher = platform.nextPage({ providers: [] });
    const purchase = (await (await usher.checkout()).purchase(id))!;
    await until(() => purchase.$state.get().error);
    await quiet();
    platform.script('payment/finishtransaction', () => {
      platform.open(true);
      return transaction({ state: 'finished' });
    });
    await purchase.resume();
    expect((await purchase.settled()).status).to.equal('granted');
    expect(opened).to.have.length(1);
  });

  it('opens the provider again on a later page, with the same transaction', async () => {
    const purchase = await nextPageOf(await leaveUnpaid(), card(undefined));
    // Another page that has just opened the provider is left alone.
    const { now } = Date;
    stub(Date, 'now').callsFake(() => now() + minuteMs);
    const { status } = await purchase.resume();
    await until(() => opened.length === 2);
    expect(status).to.equal('awaiting-provider');
    expect((await purchase.settled()).status).to.equal('granted');
    expect(opened).to.deep.equal([transactionID, transactionID]);
    expect(prepared()).to.equal(1);
    expect(await entriesOf(platform.baseUrl)).to.have.length(1);
  });

  it('opens the provider again after the clock was set back by an hour', async () => {
    const purchase = await nextPageOf(await leaveUnpaid(), card(undefined));
    const { now } = Date;
    stub(Date, 'now').callsFake(() => now() - 60 * minuteMs);
    await purchase.resume();
    await until(() => opened.length === 2);
    expect((await purchase.settled()).status).to.equal('granted');
    expect(opened).to.deep.equal([transactionID, transactionID]);
  });

  it('opens the provider again for a click after the clock was set back by an hour', async () => {
    const { id } = await nextPageOf(await leaveUnpaid(), card(undefined));
    const { now } = Date;
    stub(Date, 'now').callsFake(() => now() - 60 * minuteMs);
    const again = await usher.item(film).buy(ppv);
    expect(again.id).to.equal(id);
    await until(() => opened.length === 2);
    expect((await again.settled()).status).to.equal('granted');
  });

  it('opens a payment window in the click', async () => {
    const purchase = await nextPageOf(await leaveUnpaid(), wallet);
    const open = stub(window, 'open').returns(null);
    const resumed = purchase.resume();
    expect(open.callCount).to.equal(1);
    await resumed;
  });

  it('does not open a provider again that is still shown', async () => {
    const purchase = await leaveUnpaid();
    await purchase.resume();
    await quiet();
    expect(opened).to.have.length(1);
    expect(prepared()).to.equal(1);
  });

  it('is refused when it is settled, and no window opens', async () => {
    const purchase = await nextPageOf(await leaveUnpaid(), wallet);
    await purchase.abandon();
    const open = stub(window, 'open').returns(null);
    const error = await rejection(purchase.resume());
    expect(error).to.include({ code: 'input', field: 'status', value: 'abandoned' });
    expect(open.callCount).to.equal(0);
    expect(prepared()).to.equal(1);
  });

  it('is refused to another viewer, and without one', async () => {
    const purchase = await nextPageOf(await leaveUnpaid(), card(undefined));
    platform.script('session/login', () => answer(userResult(18)));
    await usher.login({ username: 'bob', password: 'x' });
    expect(await rejection(purchase.resume())).to.include({ code: 'identity-changed' });
    await usher.logout();
    platform.script('session/init', () => answer({ general: { cid: '556', clid: 741 } }));
    expect(await rejection(purchase.resume())).to.include({ code: 'login-required' });
    expect(opened).to.have.length(1);
  });
});
