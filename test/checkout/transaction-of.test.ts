import { expect } from 'chai';
import type { Dialect, Usher } from '../../src/index.ts';
import {
  card,
  film,
  ppv,
  scriptPayments,
  transactionID,
  type PaymentPlatform,
} from '../fixtures/checkout/payment-platform.ts';
import { statusOf } from '../fixtures/checkout/return-trip.ts';
import { answer, userResult } from '../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../fixtures/session/waiting.ts';
import { collectUncaught } from '../fixtures/uncaught-errors.ts';

describe('a dialect of the page that reads transactions', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let uncaught: ReturnType<typeof collectUncaught>;
  beforeEach(() => {
    platform = scriptPayments();
    uncaught = collectUncaught();
  });
  afterEach(async () => {
    uncaught.stop();
    await platform.end();
  });
  const sell = (readTransaction: unknown): void => {
    usher = platform.usher({ providers: [card], dialect: { readTransaction } as Partial<Dialect> });
  };
  const broken = (): never => {
    throw new Error('no such field');
  };

  for (const [title, id] of [
    ['a number', 4711],
    ['a bigint', 4711n],
  ] as const) {
    it(`may name them by ${title}: the payment is finished`, async () => {
      sell((result: { general: { state: string } }) => ({ id, state: result.general.state }));
      await usher.item(film).buy(ppv);
      await until(() => statusOf(usher) === 'granted');
      expect(platform.to('payment/finishtransaction')[0]!.query).to.match(/^transactionID=4711&/);
      expect(usher.$purchases.get()[0]!.transactionId).to.equal('4711');
    });
  }

  for (const [title, reading] of [
    ['no digits', { id: 'abc', state: 'prepared' }],
    ['an object', { id: {}, state: 'prepared' }],
    ['a promise', Promise.resolve({ id: '1' })],
    ['a text', 'prepared'],
  ] as const) {
    it(`and answers a prepare with ${title}: nothing is paid`, async () => {
      sell(() => reading);
      await usher.item(film).buy(ppv);
      await until(() => usher.$purchases.get()[0]?.error);
      await quiet();
      expect(usher.$purchases.get()[0]).to.deep.include({
        status: 'preparing',
        transactionId: null,
      });
      expect(usher.$purchases.get()[0]!.error!.code).to.equal('malformed');
      expect(platform.to('payment/finishtransaction')).to.have.length(0);
    });
  }

  it('and calls nothing finished that is no flag', async () => {
    sell((result: { general: { state: string } }) =>
      result.general.state === 'prepared'
        ? { id: '1' }
        : { id: '1', state: 'odd', alreadyFinished: '0' },
    );
    await usher.item(film).buy(ppv);
    await until(() => usher.$purchases.get()[0]?.error);
    expect(statusOf(usher)).to.equal('finishing');
  });

  it('and throws: the payment stays open, calls reject with malformed, and it is reported', async () => {
    sell((result: { general: { state: string } }) =>
      result.general.state === 'prepared' ? { id: transactionID } : broken(),
    );
    await usher.item(film).buy(ppv);
    await until(() => usher.$purchases.get()[0]?.error);
    expect(usher.$purchases.get()[0]!).to.include({ status: 'finishing' });
    expect(usher.$purchases.get()[0]!.error!.message).to.include('the option dialect');
    platform.script('payment/redeemvoucher', () => answer({ general: { state: 'redeemed' } }));
    const checkout = await usher.checkout();
    const redeemed = checkout.redeemVoucher({ vouchercode: 'SUMMER' });
    expect(await rejection(redeemed)).to.include({ code: 'malformed' });
    const finished = usher.call('payment/finishtransaction', { transactionID: '2', token: 't' });
    expect(await rejection(finished)).to.include({ code: 'malformed' });
    await until(() => uncaught.errors.length === 3);
    expect(uncaught.errors.map(String)).to.deep.equal(Array(3).fill('Error: no such field'));
  });

  it('and a price model that it cannot read rejects the offers with malformed', async () => {
    platform.script('session/init', () => answer({ ...userResult(), pricemodel: {} }));
    for (const readPriceModel of [broken, () => undefined as never]) {
      usher = platform.nextPage({ dialect: { readPriceModel } });
      const offers = (await usher.checkout()).offers();
      expect(await rejection(offers)).to.include({ code: 'malformed' });
    }
  });
});
