import { expect } from 'chai';
import type { Checkout, Usher } from '../../../src/index.ts';
import {
  card,
  entriesOf,
  eraseJournal,
  film,
  ppv,
  scriptPayments,
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
import { rejection, until } from '../../fixtures/session/waiting.ts';

/** What the page does not say at the sale. */
const noNames = { globalId: null, title: null };

describe('the other payment calls', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let checkout: Checkout;
  beforeEach(async () => {
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
    checkout = await usher.checkout();
  });
  afterEach(() => platform.end());
  const queries = (id: string): string[] =>
    platform.to(id).map(({ method, query }) => `${method} ${query}`);

  it('redeems a code, and refetches denied items', async () => {
    const item = usher.item(film);
    item.$state.listen(() => {});
    expect((await item.check()).access).to.equal('denied');
    platform.script('payment/redeemvoucher', () => {
      platform.open(true);
      return answer({
        general: {
          state: 'redeemed',
          operation: 'subscription',
          item: 0,
          streamtype: '',
          validUntil: 1900000000,
        },
      });
    });
    expect(await checkout.redeemVoucher({ vouchercode: 'SUMMER & CO' })).to.deep.equal({
      state: 'redeemed',
      operation: 'subscription',
      item: null,
      streamtype: null,
      transactionId: null,
      expiresAt: 1900000000000,
    });
    expect(queries('payment/redeemvoucher')).to.deep.equal(['POST vouchercode=SUMMER%20%26%20CO']);
    await until(() => item.$state.get().access === 'granted');
  });

  it('redeems the code of the call, although the page changes its object', async () => {
    platform.script('payment/redeemvoucher', () => answer({ general: { state: 'redeemed' } }));
    const values = { vouchercode: 'SUMMER' };
    const redeemed = checkout.redeemVoucher(values);
    values.vouchercode = 'WINTER';
    await redeemed;
    expect(queries('payment/redeemvoucher')).to.deep.equal(['POST vouchercode=SUMMER']);
  });

  it('notifies the other tabs by a text without data', async () => {
    platform.script('payment/redeemvoucher', () => answer({ general: { state: 'redeemed' } }));
    await checkout.redeemVoucher({ referencecode: 'R-1' });
    expect(localStorage.getItem(`usher:${platform.baseUrl}|741|purchases`)).to.match(
      /^\d{13}:\w+$/,
    );
  });

  for (const [status, code] of [
    [404, 'not-found'],
    [410, 'platform'],
    [401, 'platform'],
  ] as const) {
    it(`reports a voucher refused with ${status}, and sends it once`, async () => {
      platform.script('payment/redeemvoucher', () =>
        refusal(status, 'no session for that voucher'),
      );
      expect(await rejection(checkout.redeemVoucher({ vouchercode: 'X' }))).to.include({
        code,
        status,
      });
      expect(platform.to('payment/redeemvoucher')).to.have.length(1);
      expect(platform.to('session/init')).to.have.length(1);
    });
  }

  it('refetches denied items after a refused voucher: the browser may have sent it twice', async () => {
    const item = usher.item(film);
    item.$state.subscribe(() => {});
    await item.check();
    platform.script('payment/redeemvoucher', () => {
      platform.open(true);
      return refusal(410, 'used up');
    });
    await rejection(checkout.redeemVoucher({ vouchercode: 'SUMMER' }));
    await until(() => item.$state.get().access === 'granted');
  });

  const changes = [
    { id: 'payment/redeemvoucher', call: () => checkout.redeemVoucher({ vouchercode: 'X' }) },
    {
      id: 'payment/verifyinapptransaction',
      call: () => checkout.verifyInAppPurchase({ operation: 'ppv', provider: 'go', receipt: '{}' }),
    },
    {
      id: 'payment/addexternalsubscription',
      call: () => checkout.addExternalSubscription({ validUntil: 1900000000 }),
    },
    {
      id: 'payment/upgradesubscription',
      call: () => checkout.upgradeSubscription({ transactionID: 'P7', amount: 500 }),
    },
    { id: 'payment/cancelsubscription', call: () => checkout.stopRenewal({ transactionID: 7 }) },
  ] as const;
  for (const { id, call } of changes) {
    it(`never repeats ${id} by itself`, async () => {
      for (const [reply, code] of [
        [unreachable, 'network'],
        [() => refusal(503, 'busy'), 'platform'],
      ] as const) {
        platform.script(id, reply);
        expect((await rejection(call())).code).to.equal(code);
      }
      expect(platform.to(id)).to.have.length(2);
    });

    it(`reports an unreadable answer to ${id} as malformed`, async () => {
      platform.script(id, () => answer({ anything: 1 }));
      expect((await rejection(call())).code).to.equal('malformed');
    });
  }

  it('verifies an app store receipt, and stores the result without the receipt', async () => {
    platform.script('payment/verifyinapptransaction', () =>
      transaction({ state: 'finished', isPremium: 0, validUntil: 1900000000 }),
    );
    const settled = await checkout.verifyInAppPurchase({
      operation: 'ppv',
      ...film,
      provider: 'go',
      amount: 499,
      currency: 'EUR',
      amount_original: 4.99,
      isPremium: false,
      receipt: '{"canary":1}',
    });
    expect(settled).to.include({
      state: 'finished',
      transactionId: transactionID,
      expiresAt: 1900000000000,
    });
    expect(queries('payment/verifyinapptransaction')).to.deep.equal([
      'POST operation=ppv&item=1369342&streamtype=video&provider=go&amount=499&currency=EUR&amount_original=4.99&isPremium=0&receipt=%7B%22canary%22%3A1%7D',
    ]);
    expect(await checkout.receipts()).to.deep.equal([
      {
        transactionId: transactionID,
        operation: 'ppv',
        item: '1369342',
        ...noNames,
        expiresAt: 1900000000000,
        isPremium: false,
      },
    ]);
    expect(JSON.stringify(await entriesOf(platform.baseUrl))).not.to.include('canary');
  });

  for (const [state, count] of [
    ['finished', 1],
    [undefined, 1],
    ['pending', 0],
    ['declined', 0],
  ] as const) {
    it(`lists ${count} receipt for an in-app purchase with the state ${state}`, async () => {
      platform.script('payment/verifyinapptransaction', () => transaction({ state }));
      const bought = { operation: 'ppv', ...film, provider: 'go', receipt: '{}' } as const;
      const { transactionId } = await checkout.verifyInAppPurchase(bought);
      expect(transactionId).to.equal(transactionID);
      expect(await checkout.receipts()).to.have.length(count);
      expect(usher.$purchases.get()).to.have.length(count);
    });
  }

  it('registers a subscription that another operator sold', async () => {
    platform.script('payment/addexternalsubscription', () =>
      transaction({ state: 'finished', isPremium: 1, validUntil: 1900000000 }),
    );
    await checkout.addExternalSubscription({
      validUntil: new Date(1900000000000),
      isPremium: true,
    });
    expect(queries('payment/addexternalsubscription')).to.deep.equal([
      'POST validUntil=1900000000&isPremium=1',
    ]);
    expect(await checkout.subscriptions()).to.deep.equal([
      {
        transactionId: transactionID,
        operation: 'subscription',
        item: null,
        expiresAt: 1900000000000,
        isPremium: true,
        ...noNames,
      },
    ]);
  });

  it('reads the terms of a subscription in any form, and updates its receipt', async () => {
    platform.script('payment/addexternalsubscription', () =>
      transaction({ state: 'finished', duration: '12', isPremium: 0, willRenew: '1', canRenew: 7 }),
    );
    await checkout.addExternalSubscription({ validUntil: 1900000000 });
    const terms = { duration: 12, isPremium: false, willRenew: true };
    const [receipt] = await checkout.subscriptions();
    expect(receipt)
      .to.include({ ...terms, expiresAt: null })
      .and.not.have.property('canRenew');
    const ending = { state: 'ending', willRenew: false, validUntil: 1900000000 };
    platform.script('payment/cancelsubscription', () => transaction(ending));
    const result = await checkout.stopRenewal({ transactionID });
    expect(result)
      .to.include({ state: 'ending', willRenew: false })
      .and.not.have.property('duration');
    platform.script('payment/cancelsubscription', () => transaction({ state: 'ending' }));
    await checkout.stopRenewal({ transactionID }); // says nothing: what is known stays
    expect(await checkout.subscriptions()).to.deep.equal([
      { ...receipt, willRenew: false, expiresAt: 1900000000000 },
    ]);
  });

  it('upgrades a subscription with the given amount', async () => {
    platform.script('payment/upgradesubscription', () =>
      transaction({ state: 'finished', isPremium: 1, validUntil: 1900000000 }),
    );
    expect(
      (await checkout.upgradeSubscription({ transactionID: 'P7', amount: 500 })).expiresAt,
    ).to.equal(1900000000000);
    expect(queries('payment/upgradesubscription')).to.deep.equal([
      'POST transactionID=P7&amount=500',
    ]);
  });

  it('stops a renewal without deleting a transaction', async () => {
    platform.script('payment/cancelsubscription', () =>
      transaction({ state: 'ending', validUntil: 1900000000 }),
    );
    expect(
      (await checkout.stopRenewal({ transactionID, skipEmail: true, reasonText: 'too dear' }))
        .state,
    ).to.equal('ending');
    expect(queries('payment/cancelsubscription')).to.deep.equal([
      `DELETE transactionID=${transactionID}&skipEmail=1&reasonText=too%20dear&cancelTransaction=0`,
    ]);
  });

  it('does not take an answer about another transaction', async () => {
    platform.script('payment/cancelsubscription', () => transaction({ state: 'ending' }));
    const error = await rejection(checkout.stopRenewal({ transactionID: 8 }));
    expect(error).to.include({ code: 'malformed' });
    expect((await checkout.stopRenewal({ transactionID })).state).to.equal('ending');
  });

  it('deletes only failed transactions', async () => {
    platform.script('payment/cancelsubscription', () => transaction({ state: 'deleted' }));
    expect((await rejection(checkout.deleteFailedTransaction({ transactionID }))).code).to.equal(
      'unknown-transaction',
    );
    platform.script('payment/finishtransaction', unreachable);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    const open = { code: 'purchase-in-progress', transactionId: transactionID };
    expect(await rejection(checkout.deleteFailedTransaction({ transactionID }))).to.include(open);
    expect(
      await rejection(
        usher.call('payment/cancelsubscription', { transactionID, cancelTransaction: 1 }),
      ),
    ).to.include(open);
    expect(platform.to('payment/cancelsubscription')).to.have.length(0);
  });

  it('deletes a transaction that the platform declined', async () => {
    platform.script('payment/cancelsubscription', () => transaction({ state: 'deleted' }));
    platform.script('payment/finishtransaction', () => refusal(402, 'declined'));
    expect((await (await usher.item(film).buy(ppv)).settled()).status).to.equal('failed');
    expect((await checkout.deleteFailedTransaction({ transactionID })).state).to.equal('deleted');
    expect(queries('payment/cancelsubscription')).to.deep.equal([
      `DELETE transactionID=${transactionID}&cancelTransaction=1`,
    ]);
    expect(usher.$purchases.get()).to.deep.equal([]);
  });

  it('returns the subscriptions that the publisher supplies', async () => {
    const known = [{ transactionId: '5', operation: 'subscription', item: null, expiresAt: null }];
    usher.configure({ listSubscriptions: async () => known });
    expect(await checkout.subscriptions()).to.equal(known);
  });

  describe('called by endpoint ID', () => {
    it('prepares and finishes through the journal', async () => {
      const prepared = await usher.call('payment/preparetransaction', { ...ppv, ...film });
      expect(prepared.result).to.deep.equal({ general: { transactionID, state: 'prepared' } });
      expect(
        (await entriesOf(platform.baseUrl)).map(({ step, transactionID: id }) => [step, id]),
      ).to.deep.equal([['awaiting-provider', transactionID]]);
      const refused = await rejection(
        usher.call('payment/preparetransaction', { ...ppv, ...film }),
      );
      expect(refused).to.include({ code: 'purchase-in-progress', transactionId: transactionID });
      expect(refused).not.to.have.property('transactionID');
      const finished = await usher.call('payment/finishtransaction', {
        transactionID,
        token: 'proof',
      });
      expect(finished.result).to.deep.include({
        general: { transactionID, state: 'finished', validUntil: 1900000000 },
      });
      await until(() => usher.$purchases.get()[0]?.status === 'granted');
      expect(queries('payment/preparetransaction')).to.deep.equal([
        'POST operation=ppv&amount=499&currency=EUR&provider=card&item=1369342&streamtype=video',
      ]);
      expect(queries('payment/finishtransaction')).to.deep.equal([
        `POST transactionID=${transactionID}&token=proof`,
      ]);
    });

    it('stores a finish without an answer, also for a transaction of another page', async () => {
      platform.script('payment/finishtransaction', unreachable);
      expect(
        (
          await rejection(
            usher.call('payment/finishtransaction', { transactionID: 77, token: 'proof' }),
          )
        ).code,
      ).to.equal('network');
      expect(
        (await entriesOf(platform.baseUrl)).map(({ step, finish }) => [step, finish]),
      ).to.deep.equal([['finishing', { transactionID: '77', token: 'proof' }]]);
    });

    it('refuses an unknown endpoint', async () => {
      expect(
        (await rejection(usher.call('payment/nothing' as 'payment/redeemvoucher'))).code,
      ).to.equal('input');
    });
  });

  it('sells nothing without a journal', async () => {
    usher.configure({ journal: false });
    expect((await rejection(usher.item(film).buy(ppv))).code).to.equal('journal-unavailable');
    expect((await rejection(usher.call('payment/preparetransaction', ppv))).code).to.equal(
      'journal-unavailable',
    );
    expect(platform.sent.filter(({ id }) => id.startsWith('payment/'))).to.deep.equal([]);
  });

  it('keeps no receipt without a journal', async () => {
    usher.configure({ journal: false });
    platform.script('payment/verifyinapptransaction', () => transaction({ state: 'finished' }));
    await checkout.verifyInAppPurchase({ operation: 'ppv', provider: 'go', receipt: '{}' });
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
  });

  it('sells nothing without a session', async () => {
    platform.script('session/staticdetails', () => answer({ general: { geocode: 'DE' } }));
    const still = platform.nextPage({ mode: 'static', providers: [card] });
    expect((await rejection(still.item(film).buy(ppv))).code).to.equal('static-session');
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
  });

  it('finishes on the second call when the journal could not be written for the first', async () => {
    const { open } = indexedDB;
    await usher.start();
    await usher.call('payment/preparetransaction', { ...ppv, ...film });
    indexedDB.open = () => {
      throw new DOMException('refused', 'UnknownError');
    };
    const refused = await rejection(
      usher.call('payment/finishtransaction', { transactionID, token: 'proof' }),
    );
    indexedDB.open = open;
    expect(refused.code).to.equal('journal-unavailable');
    expect(platform.to('payment/finishtransaction')).to.have.length(0);
    await usher.call('payment/finishtransaction', { transactionID, token: 'proof' });
    await until(() => usher.$purchases.get()[0]?.status === 'granted');
  });

  it('sells without a login when the dialect allows it, and keeps no device hash with it', async () => {
    const anybody = scriptPayments();
    anybody.script('session/init', () => answer(sessionResult()));
    const here = anybody.usher({ providers: [card], dialect: { allowsAnonymousPurchase: true } });
    expect((await (await here.item(film).buy(ppv)).settled()).status).to.equal('granted');
    expect((await entriesOf(anybody.baseUrl))[0].owner).to.match(/^anonymous \w+$/);
    anybody.close();
    await eraseJournal(anybody.baseUrl);
  });

  it('rejects when a provider is not ready, before anything is sent', async () => {
    usher.configure({
      providers: [{ ...card, ready: () => Promise.reject(new Error('blocked')) }],
    });
    expect((await rejection(usher.item(film).buy(ppv))).code).to.equal('provider-unavailable');
    expect(platform.sent.filter(({ id }) => id.startsWith('payment/'))).to.deep.equal([]);
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
  });
});
