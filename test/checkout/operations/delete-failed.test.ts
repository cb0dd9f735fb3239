import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import type {
  Checkout,
  InPageProvider,
  ProviderOutcome,
  Purchase,
  Usher,
} from '../../../src/index.ts';
import {
  entriesOf,
  film,
  ppv,
  scriptPayments,
  transaction,
  transactionID,
  writeJournal,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import {
  answer,
  refusal,
  unreachable,
  userResult,
} from '../../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until } from '../../fixtures/session/waiting.ts';

describe('the deletion of a failed transaction', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let checkout: Checkout;
  const card: InPageProvider = {
    name: 'card',
    type: 'in-page',
    pay: async (): Promise<ProviderOutcome> => ({ outcome: 'declined', verified: true }),
  };
  beforeEach(async () => {
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
    checkout = await usher.checkout();
    platform.script('payment/cancelsubscription', () => transaction({ state: 'deleted' }));
  });
  afterEach(() => platform.end());
  async function fail(): Promise<Purchase> {
    const purchase = await usher.item(film).buy(ppv);
    expect((await purchase.settled()).status).to.equal('failed');
    return purchase;
  }
  /** The provider returns once more: the viewer has paid in a window that was left open. */
  async function payLate(): Promise<void> {
    const [{ state }] = await entriesOf(platform.baseUrl);
    const message = { usherReturn: `${state}&outcome=approved&token=late`, usherHandOver: 'late' };
    window.postMessage(message, location.origin);
  }
  const finishes = (): number => platform.to('payment/finishtransaction').length;
  const deletions = (): number => platform.to('payment/cancelsubscription').length;

  const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['deleteFailedTransaction()', () => checkout.deleteFailedTransaction({ transactionID })],
    [
      'usher.call()',
      () => usher.call('payment/cancelsubscription', { transactionID, cancelTransaction: true }),
    ],
  ];
  for (const [name, remove] of ways) {
    it(`keeps a payment that comes back meanwhile, and finishes it afterwards: ${name}`, async () => {
      const purchase = await fail();
      const reply = later<Response>();
      platform.script('payment/cancelsubscription', () => reply.promise);
      const removing = remove();
      await until(() => deletions() === 1);
      await payLate();
      await until(() => purchase.$state.get().status === 'finishing');
      await quiet();
      expect(finishes()).to.equal(0);
      platform.script('payment/finishtransaction', () => refusal(410, 'it was deleted'));
      reply.resolve(transaction({ state: 'deleted' }));
      await removing;
      await until(() => finishes() === 1);
      await until(() => purchase.$state.get().status === 'failed');
      expect((await entriesOf(platform.baseUrl)).map(({ step }) => step)).to.deep.equal(['failed']);
    });
  }

  for (const [name, remove] of ways) {
    it(`says that the journal cannot be read: ${name}`, async () => {
      await fail();
      await quiet(); // its return is removed
      const { get } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.get = function (key) {
        if (key === `usher:${platform.baseUrl}|741`) throw new Error('disk');
        return get.call(this, key);
      };
      try {
        expect(await rejection(remove())).to.include({ code: 'journal-unavailable' });
      } finally {
        IDBObjectStore.prototype.get = get;
      }
      expect(deletions()).to.equal(0);
    });
  }

  describe('while a return waits in the inbox of another tab', () => {
    async function leaveReturn(): Promise<void> {
      const [{ state }] = await entriesOf(platform.baseUrl);
      const line = `${Date.now()} ${state}&outcome=approved&token=late`;
      localStorage.setItem(`usher:${platform.baseUrl}|741|returns`, line);
    }
    for (const [name, remove] of ways) {
      it(`is refused: ${name}`, async () => {
        await fail();
        await leaveReturn();
        expect(await rejection(remove())).to.include({ code: 'purchase-in-progress' });
        expect(deletions()).to.equal(0);
      });

      it(`removes no purchase whose return has come meanwhile: ${name}`, async () => {
        await fail();
        platform.script('payment/cancelsubscription', async () => {
          await leaveReturn();
          return transaction({ state: 'deleted' });
        });
        await remove();
        expect(await entriesOf(platform.baseUrl)).to.have.length(1);
      });
    }
  });

  for (const [name, remove] of ways) {
    it(`is not sent by a page that was frozen for 20 s before it: ${name}`, async () => {
      await fail();
      await quiet(); // its return is removed
      const date = useFakeTimers({ now: Date.now(), toFake: ['Date'] });
      usher = platform.nextPage({ providers: [card] });
      checkout = await usher.checkout();
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...given) {
        date.tick(20_000); // after the lease was made
        return put.apply(this, given);
      };
      try {
        expect(await rejection(remove())).to.include({ code: 'aborted' });
      } finally {
        IDBObjectStore.prototype.put = put;
        date.restore();
      }
      expect(deletions()).to.equal(0);
      // It can be tried again.
      await remove();
      expect(deletions()).to.equal(1);
    });

    it(`leaves the lease of a page that finishes the purchase meanwhile: ${name}`, async () => {
      await fail();
      const lease = { tabId: 'other', expiresAt: Date.now() + 40_000 };
      platform.script('payment/cancelsubscription', async () => {
        const [record] = await entriesOf(platform.baseUrl);
        const finish = { transactionID, token: 'late' };
        const entries = [{ ...record, step: 'finishing', finish, lease }];
        await writeJournal(platform.baseUrl, { entries });
        return refusal(404, 'there is no such transaction');
      });
      await rejection(remove());
      expect((await entriesOf(platform.baseUrl))[0].lease).to.deep.equal(lease);
    });
  }

  it('removes the purchase', async () => {
    await fail();
    await checkout.deleteFailedTransaction({ transactionID });
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
  });

  it('is sent once by two calls at the same moment', async () => {
    await fail();
    const results = await Promise.allSettled(ways.map(([, remove]) => remove()));
    expect(results.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect(deletions()).to.equal(1);
  });

  it('is refused to another user: this device has no proof about a transaction of theirs', async () => {
    await fail();
    platform.script('session/login', () => answer(userResult(18)));
    await usher.login({ username: 'bob', password: 'x' });
    for (const [, remove] of ways) {
      expect(await rejection(remove())).to.include({ code: 'unknown-transaction' });
    }
    expect(deletions()).to.equal(0);
  });

  describe('of another device', () => {
    const values = { transactionID, cancelTransaction: true };
    const remove = (ofAnotherDevice: boolean): Promise<unknown> =>
      usher.call('payment/cancelsubscription', values, { ofAnotherDevice });

    it('is sent only with the explicit word', async () => {
      for (const refused of [
        undefined,
        {},
        { ofAnotherDevice: false },
        { ofAnotherDevice: 'no' },
      ]) {
        const call = usher.call('payment/cancelsubscription', values, refused as never);
        expect(await rejection(call)).to.include({ code: 'unknown-transaction' });
      }
      expect(deletions()).to.equal(0);
      await remove(true);
      expect(deletions()).to.equal(1);
    });

    it('is still refused for an open purchase of this one', async () => {
      platform.script('payment/finishtransaction', unreachable);
      usher.configure({ providers: [{ ...card, pay: async () => ({ outcome: 'approved' }) }] });
      const purchase = await usher.item(film).buy(ppv);
      await until(() => purchase.$state.get().error);
      expect(await rejection(remove(true))).to.include({ code: 'purchase-in-progress' });
      expect(deletions()).to.equal(0);
    });

    it('removes a failed purchase of this one', async () => {
      await fail();
      await remove(true);
      expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
    });
  });

  it('keeps the purchase after an answer about another transaction', async () => {
    await fail();
    platform.script('payment/cancelsubscription', () => transaction({ state: 'deleted' }, '8'));
    const error = await rejection(checkout.deleteFailedTransaction({ transactionID }));
    expect(error).to.include({ code: 'malformed' });
    expect(await entriesOf(platform.baseUrl)).to.have.length(1);
    // It can be tried again.
    platform.script('payment/cancelsubscription', () => transaction({ state: 'deleted' }));
    await checkout.deleteFailedTransaction({ transactionID });
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
  });
});
