import { expect } from 'chai';
import type { PurchaseState, Usher } from '../../../src/index.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  scriptPayments,
  transaction,
  transactionID,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { logInAs, payWithoutAnswer } from '../../fixtures/checkout/viewer-steps.ts';
import {
  answer,
  refusal,
  sessionResult,
  unreachable,
  userResult,
} from '../../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until, type Later } from '../../fixtures/session/waiting.ts';

describe('the owner of a purchase', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let told: PurchaseState[];
  beforeEach(() => {
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
    told = [];
    usher.on('purchase', (state) => void told.push(state));
  });
  afterEach(() => platform.end());

  const shown = (): string[] => usher.$purchases.get().map(({ status }) => status);
  /** The platform has lost the session. The test decides when the next one is opened. */
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

  it('is unchanged while a lost session is replaced: no purchase is suspended, hidden or settled', async () => {
    const purchase = await payWithoutAnswer(platform, usher);
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

  it('suspends and hides a purchase when the session comes back with another user', async () => {
    const purchase = await payWithoutAnswer(platform, usher);
    const settled = purchase.settled();
    const opening = await loseSession();
    opening.resolve(answer(userResult(18, '555')));
    expect((await settled).status).to.equal('suspended');
    expect(shown()).to.deep.equal([]);
  });

  it('is unknown on an offline page: a purchase shows its own status, and settled() waits', async () => {
    const { id } = await payWithoutAnswer(platform, usher);
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

  it('keeps settled() waiting while the viewer is unknown, also for a granted purchase', async () => {
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

  it('suspends only open purchases: a granted one stays granted after a logout', async () => {
    const purchase = await usher.item(film).buy(ppv);
    await purchase.settled();
    platform.script('session/init', () => answer(sessionResult('555')));
    await usher.logout();
    await quiet();
    expect(purchase.$state.get().status).to.equal('granted');
    expect(told.at(-1)!.status).to.equal('granted');
    expect(shown()).to.deep.equal([]);
  });

  it('is checked for a purchase by ID: another viewer does not get a settled one', async () => {
    const { id } = await (await usher.item(film).buy(ppv)).settled();
    platform.script('session/init', () => answer(userResult(18, '555')));
    usher = platform.nextPage({ providers: [card], init: { gateway: 'mobile' } });
    await usher.start();
    expect((await (await usher.checkout()).purchase(id))?.id).to.equal(undefined);
  });

  it('is the only viewer who can abandon a purchase', async () => {
    platform.script('payment/preparetransaction', () => new Promise(() => {}));
    const purchase = await usher.item(film).buy(ppv);
    await logInAs(platform, usher, 18);
    expect((await purchase.abandon()).status).to.equal('suspended');
    expect((await entriesOf(platform.baseUrl))[0].step).to.equal('preparing');
  });

  it('gets the receipt of a verification: another viewer who logs in meanwhile does not', async () => {
    const reply = later<Response>();
    platform.script('payment/verifyinapptransaction', () => reply.promise);
    const checkout = await usher.checkout();
    const verified = rejection(
      checkout.verifyInAppPurchase({ operation: 'ppv', provider: 'go', receipt: '{}' }),
    );
    await until(() => platform.to('payment/verifyinapptransaction').length);
    await logInAs(platform, usher, 18);
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
    it(`is fixed when ${name} is sent: another viewer does not get its answer`, async () => {
      await usher.start();
      const reply = later<Response>();
      platform.script(id, () => reply.promise);
      const refused = rejection(call(usher));
      await until(() => platform.to(id).length);
      await logInAs(platform, usher, 18);
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
    it(`is the viewer at the call of ${name}: nothing is sent for a later user`, async () => {
      await usher.checkout();
      await usher.call('payment/itemstate', film); // loads all code
      const opening = await loseSession();
      const refused = rejection(call(usher));
      await quiet(); // the call waits for the session
      opening.resolve(answer(userResult(18, '555')));
      expect((await refused).code).to.equal(code);
      expect(
        platform.sent.map(({ id }) => id).filter((id) => /voucher|prepare/.test(id)),
      ).to.deep.equal([]);
      expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
    });
  }

  it('does not see a failed payment because of an answer to another viewer', async () => {
    const reply = later<Response>();
    platform.script('payment/finishtransaction', () => reply.promise);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => platform.to('payment/finishtransaction').length);
    await logInAs(platform, usher, 18);
    reply.resolve(refusal(410, 'no such transaction of this user'));
    let entries: any[] = [];
    for (let turn = 0; turn < 100 && !entries[0]?.error; turn++) {
      entries = await entriesOf(platform.baseUrl);
    }
    expect(
      entries.map(({ step, transactionID: id, error }) => [step, id, error?.code]),
    ).to.deep.equal([['finishing', transactionID, 'identity-changed']]);
    expect(purchase.$state.get().status).to.equal('suspended');
  });
});
