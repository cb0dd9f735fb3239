import { expect } from 'chai';
import type { InPageProvider, Purchase, PurchaseState, Usher } from '../../../src/index.ts';
import { later, quiet, rejection, until } from '../../fixtures/session/waiting.ts';
import type { Later } from '../../fixtures/session/waiting.ts';
import {
  answer,
  refusal,
  sessionResult,
  unreachable,
  userResult,
} from '../../fixtures/session/scripted-platform.ts';
import {
  entriesOf,
  eraseJournal,
  film,
  ppv,
  scriptPayments,
  transaction,
  transactionID,
} from '../../fixtures/checkout/payment-platform.ts';
import type { PaymentPlatform } from '../../fixtures/checkout/payment-platform.ts';

describe('the owner of a purchase', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let told: PurchaseState[];
  const card: InPageProvider = {
    name: 'card',
    type: 'in-page',
    pay: async () => ({ outcome: 'approved', token: 'proof' }),
  };
  beforeEach(() => {
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
    told = [];
    usher.on('purchase', (state) => void told.push(state));
  });
  afterEach(async () => {
    platform.close();
    await eraseJournal(platform.baseUrl);
  });

  const shown = (): string[] => usher.$purchases.get().map(({ status }) => status);
  /** Paid, and its finish gets no answer. */
  async function pay(): Promise<Purchase> {
    platform.script('payment/finishtransaction', unreachable);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    return purchase;
  }
  /** Another viewer logs in on this page. */
  async function logInAs(uid: number): Promise<void> {
    platform.script('session/login', () => answer(userResult(uid)));
    await usher.login({ provider: 'manual', username: 'viewer', password: 'x' });
  }
  /** The platform no longer knows the session. The next one comes when the test says so. */
  async function loseSession(): Promise<Later<Response>> {
    const opening = later<Response>();
    platform.script('session/init', () => opening.promise);
    platform.script('session/currentweather', () => refusal(401, 'session expired'));
    usher.call('session/currentweather').catch(() => {});
    await until(() => usher.$session.get().status === 'opening');
    return opening;
  }
  const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
    await quiet();
    return Promise.race([
      promise.then(
        () => true,
        () => true,
      ),
      Promise.resolve(false),
    ]);
  };

  it('is not taken for another viewer while a lost session is replaced: nothing is suspended, emptied or settled', async () => {
    const purchase = await pay();
    const settled = purchase.settled();
    const opening = await loseSession();
    await quiet();
    expect(shown()).to.deep.equal(['finishing']);
    expect(purchase.$state.get().status).to.equal('finishing');
    expect(await isSettled(settled)).to.equal(false);
    opening.resolve(answer(userResult(17, '555')));
    await until(() => usher.$session.get().status === 'ready');
    expect(shown()).to.deep.equal(['finishing']);
    expect(told.filter(({ status }) => status === 'suspended')).to.deep.equal([]);
    settled.catch(() => {});
  });

  it('is another viewer when the session comes back as theirs: suspended then, and shown to them no more', async () => {
    const purchase = await pay();
    const settled = purchase.settled();
    const opening = await loseSession();
    opening.resolve(answer(userResult(18, '555')));
    expect((await settled).status).to.equal('suspended');
    expect(shown()).to.deep.equal([]);
  });

  it('is not known on a page that starts without a network: a purchase shows its own status, and its promise waits', async () => {
    const { id } = await pay();
    platform.script('session/init', unreachable);
    platform.script('session/staticdetails', unreachable);
    usher = platform.nextPage({ providers: [card], init: { gateway: 'mobile' } });
    await rejection(usher.start());
    const purchase = (await (await usher.checkout()).purchase(id))!;
    expect(purchase.$state.get().status).to.equal('finishing');
    expect(shown()).to.deep.equal([]);
    const settled = purchase.settled();
    expect(await isSettled(settled)).to.equal(false);
    platform.script('session/init', () => answer(userResult(18, '555')));
    await usher.start();
    expect((await settled).status).to.equal('suspended');
    expect(shown()).to.deep.equal([]);
  });

  it('leaves a settled promise open while the viewer is not known, also of what is granted', async () => {
    const { id } = await (await usher.item(film).buy(ppv)).settled();
    platform.script('session/init', unreachable);
    platform.script('session/staticdetails', unreachable);
    usher = platform.nextPage({ providers: [card], init: { gateway: 'mobile' } });
    await rejection(usher.start());
    const settled = (await (await usher.checkout()).purchase(id))!.settled();
    expect(await isSettled(settled)).to.equal(false);
    platform.script('session/init', () => answer(userResult()));
    await usher.start();
    expect((await settled).status).to.equal('granted');
  });

  it('parks only what is open: a granted purchase stays granted after a logout', async () => {
    const purchase = await usher.item(film).buy(ppv);
    await purchase.settled();
    platform.script('session/init', () => answer(sessionResult('555')));
    await usher.logout();
    await quiet();
    expect(purchase.$state.get().status).to.equal('granted');
    expect(told.at(-1)!.status).to.equal('granted');
    expect(shown()).to.deep.equal([]);
  });

  it('is asked for by ID: what is settled is not shown to another viewer', async () => {
    const { id } = await (await usher.item(film).buy(ppv)).settled();
    platform.script('session/init', () => answer(userResult(18, '555')));
    usher = platform.nextPage({ providers: [card], init: { gateway: 'mobile' } });
    await usher.start();
    expect((await (await usher.checkout()).purchase(id))?.id).to.equal(undefined);
  });

  it('alone gives a purchase up', async () => {
    platform.script('payment/preparetransaction', () => new Promise(() => {}));
    const purchase = await usher.item(film).buy(ppv);
    await logInAs(18);
    expect((await purchase.abandon()).status).to.equal('suspended');
    expect((await entriesOf(platform.baseUrl))[0].step).to.equal('preparing');
  });

  it('gives no receipt to another viewer whose session comes while a purchase is verified', async () => {
    const reply = later<Response>();
    platform.script('payment/verifyinapptransaction', () => reply.promise);
    const checkout = await usher.checkout();
    const verified = rejection(
      checkout.verifyInAppPurchase({ operation: 'ppv', provider: 'go', receipt: '{}' }),
    );
    await until(() => platform.to('payment/verifyinapptransaction').length);
    await logInAs(18);
    reply.resolve(transaction({ state: 'finished', validUntil: 1900000000 }));
    expect((await verified).code).to.equal('aborted');
    expect(await checkout.receipts()).to.deep.equal([]);
    expect(shown()).to.deep.equal([]);
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
  });

  const calls = [
    [
      'redeemVoucher',
      'payment/redeemvoucher',
      (one: Usher) =>
        one.checkout().then(({ redeemVoucher }) => redeemVoucher({ vouchercode: 'X' })),
      'aborted',
    ],
    [
      'a raw voucher',
      'payment/redeemvoucher',
      (one: Usher) => one.call('payment/redeemvoucher', { vouchercode: 'X' }),
      'aborted',
    ],
    [
      'a raw prepare',
      'payment/preparetransaction',
      (one: Usher) => one.call('payment/preparetransaction', { ...ppv, ...film }),
      'aborted',
    ],
    [
      'a raw finish',
      'payment/finishtransaction',
      (one: Usher) => one.call('payment/finishtransaction', { transactionID: 7, token: 'proof' }),
      'identity-changed',
    ],
  ] as const;
  for (const [name, id, call, code] of calls) {
    it(`is fixed before ${name} leaves: its answer is not given to another viewer`, async () => {
      await usher.start();
      const reply = later<Response>();
      platform.script(id, () => reply.promise);
      const refused = rejection(call(usher));
      await until(() => platform.to(id).length);
      await logInAs(18);
      reply.resolve(transaction({ state: 'finished' }));
      // Its call has ended with the session of the first viewer.
      expect((await refused).code).to.equal(code);
    });
  }

  const asked = [
    [
      'redeemVoucher',
      (one: Usher) =>
        one.checkout().then(({ redeemVoucher }) => redeemVoucher({ vouchercode: 'X' })),
      'aborted',
    ],
    ['buy', (one: Usher) => one.item(film).buy(ppv), 'identity-changed'],
    [
      'a raw prepare',
      (one: Usher) => one.call('payment/preparetransaction', { ...ppv, ...film }),
      'identity-changed',
    ],
  ] as const;
  for (const [name, call, code] of asked) {
    it(`is whom the page shows when it calls ${name}: nothing is sent for somebody who comes instead`, async () => {
      await usher.checkout();
      await usher.call('payment/itemstate', film); // so that all code is loaded
      const opening = await loseSession();
      const refused = rejection(call(usher));
      await quiet(); // it waits for the session
      opening.resolve(answer(userResult(18, '555')));
      expect((await refused).code).to.equal(code);
      expect(
        platform.sent.map(({ id }) => id).filter((id) => /voucher|prepare/.test(id)),
      ).to.deep.equal([]);
      expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
    });
  }

  it('is not told that a payment failed by what the platform said to another viewer', async () => {
    const reply = later<Response>();
    platform.script('payment/finishtransaction', () => reply.promise);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => platform.to('payment/finishtransaction').length);
    await logInAs(18);
    reply.resolve(refusal(410, 'no such transaction of this user'));
    let entries: any[] = [];
    for (let turn = 0; turn < 100 && !entries[0]?.trouble; turn++) {
      entries = await entriesOf(platform.baseUrl);
    }
    expect(
      entries.map(({ step, transactionID: id, trouble }) => [step, id, trouble?.code]),
    ).to.deep.equal([['finishing', transactionID, 'identity-changed']]);
    expect(purchase.$state.get().status).to.equal('suspended');
  });
});
