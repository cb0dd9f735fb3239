import { expect } from 'chai';
import type { Checkout, Usher } from '../../../src/index.ts';
import {
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { rejection } from '../../fixtures/session/waiting.ts';

const amounts = [19.99, NaN, -1, Infinity, '499', 2 ** 53, null, true];
const ids = ['', '7a', -7, 1.5, NaN, 2 ** 53, '1'.repeat(21), null, {}];
const texts = ['a\r\nb', '\ud800', 7, null, {}, true, '\0'];
const flags = ['yes', 2, null, '1', {}];
const moments = [NaN, -1, 1.5, '2026-11-21', Date.UTC(2026, 10, 21), new Date(NaN), null];
const currencies = ['EU', 'EURO', '€', 978, '', null, 'E\nR'];

/** For each field of a call, the values that it refuses. */
type Bad = Readonly<Record<string, readonly unknown[]>>;

const prepare: Bad = {
  operation: [...texts, ''],
  item: ids,
  streamtype: texts,
  reference: texts,
  amount: amounts,
  currency: currencies,
  provider: [...texts, '', 'nobody'],
  paymentType: texts,
  affiliateParam: texts,
  subscriptionDuration: [-1, 1.5, '1', NaN, null],
  subscriptionIsPremium: flags,
  subscriptionWillRenew: flags,
  subscriptionCanRenew: flags,
  subscriptionWillBePayedMonthly: flags,
  capturePaymentOn: moments,
  unheardOf: ['x'],
};
const finish: Bad = {
  transactionID: ids,
  token: texts,
  reference: texts,
  paymentType: texts,
  finalPayment: amounts,
  isLatePremium: flags,
  externalUserID: texts,
  externalTransactionReference: texts,
  unheardOf: ['x'],
};
const inApp: Bad = {
  operation: [...texts, ''],
  item: ids,
  streamtype: texts,
  provider: ['xx', '', 7, null],
  amount: amounts,
  currency: currencies,
  amount_original: [NaN, -1, Infinity, '4', null],
  isPremium: flags,
  receipt: [...texts, ''],
  unheardOf: ['x'],
};
const cancel: Bad = {
  transactionID: [...ids, undefined],
  skipEmail: flags,
  reasonText: texts,
  unheardOf: ['x'],
};

/** Every call with valid values, and for each field invalid ones. */
const calls: readonly {
  readonly name: string;
  readonly good: object;
  readonly bad: Bad;
  readonly call: (usher: Usher, checkout: Checkout, values: never) => Promise<unknown>;
}[] = [
  {
    name: 'item.buy',
    good: ppv,
    bad: { ...prepare, item: [], streamtype: [] },
    call: (usher, _, values) => usher.item(film).buy(values),
  },
  {
    name: 'checkout.buy',
    good: { ...ppv, ...film },
    bad: prepare,
    call: (_, checkout, values) => checkout.buy(values),
  },
  {
    name: 'redeemVoucher',
    good: { vouchercode: 'ABC' },
    bad: { vouchercode: [...texts, ''], referencecode: ['R1', ...texts], unheardOf: ['x'] },
    call: (_, checkout, values) => checkout.redeemVoucher(values),
  },
  {
    name: 'verifyInAppPurchase',
    good: { operation: 'ppv', provider: 'go', receipt: '{}' },
    bad: inApp,
    call: (_, checkout, values) => checkout.verifyInAppPurchase(values),
  },
  {
    name: 'addExternalSubscription',
    good: { validUntil: 1900000000 },
    bad: { validUntil: [...moments, undefined], isPremium: flags, unheardOf: ['x'] },
    call: (_, checkout, values) => checkout.addExternalSubscription(values),
  },
  {
    name: 'upgradeSubscription',
    good: { transactionID: 'P7', amount: 500 },
    bad: {
      transactionID: [...texts, '', undefined],
      amount: [...amounts, undefined],
      unheardOf: ['x'],
    },
    call: (_, checkout, values) => checkout.upgradeSubscription(values),
  },
  {
    name: 'stopRenewal',
    good: { transactionID: '7' },
    bad: cancel,
    call: (_, checkout, values) => checkout.stopRenewal(values),
  },
  {
    name: 'deleteFailedTransaction',
    good: { transactionID: '7' },
    bad: cancel,
    call: (_, checkout, values) => checkout.deleteFailedTransaction(values),
  },
  {
    name: 'call cancelsubscription',
    good: { transactionID: '7', cancelTransaction: 1 },
    bad: { ...cancel, cancelTransaction: flags },
    call: (usher, _, values) => usher.call('payment/cancelsubscription', values),
  },
  {
    name: 'call preparetransaction',
    good: { ...ppv, ...film },
    bad: { ...prepare, operation: texts, provider: texts },
    call: (usher, _, values) => usher.call('payment/preparetransaction', values),
  },
  {
    name: 'call finishtransaction',
    good: { transactionID: '7' },
    bad: { ...finish, transactionID: [...ids, undefined] },
    call: (usher, _, values) => usher.call('payment/finishtransaction', values),
  },
];

describe('invalid input of payment calls', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let checkout: Checkout;
  before(async () => {
    platform = scriptPayments();
    usher = platform.usher({
      providers: [{ name: 'card', type: 'in-page', pay: () => new Promise(() => {}) }],
    });
    checkout = await usher.checkout();
    await usher.start();
  });
  after(async () => {
    await platform.end();
  });

  for (const { name, good, bad, call } of calls) {
    for (const [field, values] of Object.entries(bad)) {
      it(`${name}: an invalid ${field} is refused before anything is written or sent`, async () => {
        for (const value of values) {
          const error = await rejection(
            call(usher, checkout, { ...good, [field]: value } as never),
          );
          expect(error, String(value)).to.include({ code: 'input', name: 'UsherError' });
          expect(String(error.field).split(','), String(value)).to.include(field);
        }
        expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
        expect(platform.sent.filter(({ id }) => id.startsWith('payment/'))).to.deep.equal([]);
      });
    }
  }

  it('requires operation, amount, currency and provider', async () => {
    for (const field of ['operation', 'amount', 'currency', 'provider']) {
      const error = await rejection(checkout.buy({ ...ppv, ...film, [field]: undefined } as never));
      expect(error).to.include({ code: 'input', field });
    }
    expect((await rejection(checkout.buy(undefined as never))).code).to.equal('input');
  });

  it('requires the item that is bought, but none of a subscription', async () => {
    for (const operation of ['ppv', 'ownage']) {
      const error = await rejection(checkout.buy({ ...ppv, operation }));
      expect(error).to.include({ code: 'input', endpoint: 'checkout.buy', field: 'item' });
    }
    expect(platform.to('payment/preparetransaction')).to.have.length(0);
    const month = await checkout.buy({ ...ppv, operation: 'subscription' });
    await month.abandon();
  });

  it('accepts exactly one voucher code', async () => {
    for (const values of [{}, { vouchercode: 'A', referencecode: 'B' }, undefined]) {
      expect((await rejection(checkout.redeemVoucher(values as never))).code).to.equal('input');
    }
  });

  it('keeps secrets out of the error', async () => {
    const secret = 'canary\r\n4711';
    const refused = [
      checkout.redeemVoucher({ vouchercode: secret }),
      checkout.redeemVoucher({ referencecode: secret }),
      checkout.verifyInAppPurchase({ operation: 'ppv', provider: 'go', receipt: secret }),
      usher.call('payment/finishtransaction', { transactionID: 7, token: secret }),
    ];
    for (const promise of refused) {
      const error = await rejection(promise);
      expect(JSON.stringify([error.message, error.stack, { ...error }])).not.to.include('canary');
    }
  });
});

describe('an unsafe payment address', () => {
  for (const returnUrl of [
    'javascript:alert(1)',
    '//evil.test/back',
    '\\\\evil.test\\back',
    '/\\evil.test',
    'https://evil.test/',
    'data:text/html,x',
    `${location.protocol}//ada:secret@${location.host}/`,
    'http://[',
    'blob:x',
  ]) {
    it(`is refused as return address: ${returnUrl}`, async () => {
      const platform = scriptPayments();
      const usher = platform.usher({
        providers: [{ name: 'card', type: 'redirect', url: () => 'https://pay.test/', returnUrl }],
      });
      expect(await rejection(usher.item(film).buy(ppv))).to.include({
        code: 'input',
        field: 'returnUrl',
      });
      expect(platform.sent.filter(({ id }) => id.startsWith('payment/'))).to.deep.equal([]);
      expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
      platform.close();
    });
  }

  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://ada:secret@pay.test/',
    'not an address',
  ]) {
    it(`is not opened, and the purchase is abandoned: ${url}`, async () => {
      const platform = scriptPayments();
      const purchase = await platform
        .usher({ providers: [{ name: 'card', type: 'redirect', url: () => url }] })
        .item(film)
        .buy(ppv);
      const { status, error } = await purchase.settled();
      expect({ status, code: error?.code }).to.deep.equal({
        status: 'abandoned',
        code: 'provider-unavailable',
      });
      await platform.end();
    });
  }
});
