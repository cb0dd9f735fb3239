import { expect } from 'chai';
import type { Usher } from '../../../src/index.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { logInElsewhere, sendStorageEvent } from '../../fixtures/checkout/viewer-steps.ts';
import { answer, sessionResult, userResult } from '../../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until } from '../../fixtures/session/waiting.ts';

describe('a payment call that waits for its code', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  beforeEach(async () => {
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
    await usher.start();
  });
  afterEach(() => platform.end());
  /** Another tab logs in, and this tab learns of it at once. */
  function switchViewer(): void {
    logInElsewhere(platform, 18);
    sendStorageEvent(platform);
  }
  const sent = (): string[] =>
    platform.sent.map(({ id }) => id).filter((id) => /^payment\/(?!itemstate)/.test(id));

  const calls: readonly (readonly [string, (one: Usher) => Promise<unknown>])[] = [
    ['item.buy()', (one) => one.item(film).buy(ppv)],
    [
      'usher.call() of a voucher',
      (one) => one.call('payment/redeemvoucher', { vouchercode: 'SUMMER' }),
    ],
    [
      'usher.call() of a prepare',
      (one) => one.call('payment/preparetransaction', { ...ppv, ...film }),
    ],
    [
      'usher.call() of a finish',
      (one) => one.call('payment/finishtransaction', { transactionID: 7, token: 'proof' }),
    ],
  ];
  for (const [name, call] of calls) {
    it(`is not made for the next viewer: ${name}`, async () => {
      const refused = rejection(call(usher));
      switchViewer();
      expect((await refused).code).to.match(/^(identity-changed|aborted)$/);
      await until(() => usher.$user.get()?.id === '18');
      expect(sent()).to.deep.equal([]);
      expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
    });
  }

  /** The page shows that no user is logged in. */
  async function logOut(): Promise<void> {
    platform.script('session/init', () => answer(sessionResult('556')));
    await usher.logout();
    await usher.start();
    expect(usher.$user.get()).to.equal(null);
  }
  for (const [name, call] of calls) {
    it(`is not made for a viewer whom another tab logs in, if none was: ${name}`, async () => {
      await logOut();
      const refused = rejection(call(usher));
      switchViewer();
      expect((await refused).code).to.equal('identity-changed');
      await until(() => usher.$user.get()?.id === '18');
      expect(sent()).to.deep.equal([]);
      expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
    });
  }

  it('is made for the viewer whom this page logs in meanwhile', async () => {
    await logOut();
    const response = later<Response>();
    platform.script('session/login', () => response.promise);
    const loggedIn = usher.login({ provider: 'hash', token: 'hash of bob' });
    await until(() => platform.to('session/login').length);
    expect(usher.$user.get()).to.equal(null);
    const bought = usher.item(film).buy(ppv);
    await quiet();
    response.resolve(answer(userResult(18, '556')));
    await loggedIn;
    expect((await (await bought).settled()).status).to.equal('granted');
  });

  const operations: readonly (readonly [
    string,
    (one: Awaited<ReturnType<Usher['checkout']>>) => Promise<unknown>,
  ])[] = [
    ['buy()', (one) => one.buy({ ...ppv, ...film })],
    ['redeemVoucher()', (one) => one.redeemVoucher({ vouchercode: 'SUMMER' })],
    [
      'verifyInAppPurchase()',
      (one) => one.verifyInAppPurchase({ operation: 'ppv', provider: 'go', receipt: '{}' }),
    ],
    ['addExternalSubscription()', (one) => one.addExternalSubscription({ validUntil: 1900000000 })],
    ['upgradeSubscription()', (one) => one.upgradeSubscription({ transactionID: 'P', amount: 1 })],
    ['stopRenewal()', (one) => one.stopRenewal({ transactionID: 7 })],
  ];
  for (const [name, call] of operations) {
    it(`is not made for the next viewer: checkout.${name}`, async () => {
      const checkout = await usher.checkout();
      const refused = rejection(call(checkout));
      switchViewer();
      expect((await refused).code).to.match(/^(identity-changed|aborted)$/);
      await until(() => usher.$user.get()?.id === '18');
      expect(sent()).to.deep.equal([]);
    });
  }
});
