import { expect } from 'chai';
import type { UsherError } from '../../../src/index.ts';
import {
  entriesOf,
  eraseJournal,
  film,
  ppv,
  recordOf,
  returnsOf,
  transactionID,
  writeJournal,
} from '../../fixtures/checkout/payment-platform.ts';
import { approved, returnTrips, statusOf } from '../../fixtures/checkout/return-trip.ts';
import {
  answer,
  refusal,
  sessionResult,
  unreachable,
  userResult,
} from '../../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until } from '../../fixtures/session/waiting.ts';

describe('a return from a provider, for its purchase', () => {
  const trip = returnTrips();
  const { address, arriveAt, card, finishes, leave } = trip;

  it('can come in the fragment too', async () => {
    const { usher } = arriveAt(`${await leave()}#token=proof&outcome=approved`);
    await until(() => statusOf(usher) === 'granted');
    expect(location.href).not.to.match(/proof|usher-return/);
  });

  it('can have the parameters of the provider in front of ours', async () => {
    const back = await leave();
    const { usher } = arriveAt(back.replace('usher-return', `${approved.slice(1)}&usher-return`));
    await until(() => statusOf(usher) === 'granted');
    expect(finishes()).to.deep.equal([`transactionID=${transactionID}&token=proof&reference=P1`]);
  });

  it('can have no parameters but those of the page: nothing is unread, and it can be paid', async () => {
    const back = await leave();
    const { usher } = arriveAt(back);
    await until(() => usher.$purchases.get()[0]?.error?.code === 'malformed');
    expect(usher.$purchases.get()[0]).to.include({
      status: 'awaiting-provider',
      hasUnreadReturn: false,
    });
  });

  it('is finished once, however often its address is opened', async () => {
    const back = `${await leave()}${approved}`;
    const { usher } = arriveAt(back);
    await until(() => statusOf(usher) === 'granted');
    const { usher: again, errors } = arriveAt(back);
    await (await again.checkout()).paymentReturn();
    await until(() => statusOf(again) === 'granted');
    await quiet();
    expect(finishes()).to.have.length(1);
    expect(errors).to.deep.equal([]);
  });

  for (const [title, forge] of [
    ['a forged state', (back: string) => back.replace(/741\.\w+/, `741.${'0'.repeat(32)}`)],
    ['no state', (back: string) => back.replace(/741\.\w+/, '741.')],
    ['a part of the state', (back: string) => back.slice(0, -1)],
  ] as const) {
    it(`with ${title} changes nothing, is reported as an error, and refetches items`, async () => {
      const back = await leave();
      const before = await entriesOf(trip.platform.baseUrl);
      const { usher, errors } = arriveAt(`${forge(back)}${approved}`);
      const asked = trip.platform.to('payment/itemstate').length;
      void usher.item(film).check(); // the page's own check
      const arrival = await (await usher.checkout()).paymentReturn();
      expect(arrival!.id).to.equal(null);
      expect(errors.map(({ code }) => code)).to.deep.equal(['unknown-transaction']);
      await until(() => trip.platform.to('payment/itemstate').length > asked + 1);
      expect(await entriesOf(trip.platform.baseUrl)).to.deep.equal(before);
      expect(finishes()).to.deep.equal([]);
    });
  }

  it('whose journal was deleted while the viewer paid is kept raw, and given to the page', async () => {
    const back = await leave();
    await eraseJournal(trip.platform.baseUrl);
    const { usher, errors, told } = arriveAt(
      `${back}&outcome=approved&token=canary-4715&order=a%20b`,
    );
    const checkout = await usher.checkout();
    const arrival = await checkout.paymentReturn();
    expect(await checkout.storedPaymentReturn()).to.include({ id: null, page: undefined });
    if (arrival?.id !== null) throw new Error('it has no purchase');
    expect([...arrival.parameters()]).to.deep.equal([
      ['outcome', 'approved'],
      ['token', 'canary-4715'],
      ['order', 'a b'],
    ]);
    await until(() => errors.length);
    expect(errors.map(({ code }) => code)).to.deep.equal(['unknown-transaction']);
    await until(() => !location.href.includes('canary'));
    const shown = [arrival, errors.map(String), errors, told, await usher.supportReport()];
    expect(JSON.stringify(shown)).not.to.include('canary');
    // The publisher finishes it by hand.
    await usher.call('payment/finishtransaction', {
      transactionID,
      token: arrival.parameters().get('token')!,
    });
    expect(finishes()).to.deep.equal([`transactionID=${transactionID}&token=canary-4715`]);
    usher.dispose();

    history.replaceState(null, '', address);
    const next = trip.platform.nextPage({ providers: [card] });
    const [kept] = await (await next.checkout()).unknownReturns();
    expect(kept!.parameters().get('token')).to.equal('canary-4715');
    expect(await returnsOf(trip.platform.baseUrl)).to.equal(undefined);
    // It may be the only proof of a payment, and its viewer is not known.
    await next.forget();
    expect(await (await next.checkout()).unknownReturns()).to.have.length(1);
  });

  it('without a purchase is kept with the last four others, and once', async () => {
    const states = [0, 1, 2, 3, 4, 5, 5].map((digit) => String(digit).repeat(32));
    for (const state of states) {
      const { usher } = arriveAt(`${address}&usher-return=741.${state}&token=t${state[0]}`);
      await (await usher.checkout()).paymentReturn();
      usher.dispose();
    }
    history.replaceState(null, '', address);
    const kept = await (await trip.platform.nextPage().checkout()).unknownReturns();
    expect(kept.map(({ parameters }) => parameters().get('token'))).to.deep.equal([
      't1',
      't2',
      't3',
      't4',
      't5',
    ]);
  });

  it('of another domain is left in the address', async () => {
    history.replaceState(null, '', `?usher-return=742.${'0'.repeat(32)}&token=proof`);
    const { usher, errors } = arriveAt(location.href);
    await usher.start();
    expect(location.search).to.include('usher-return=742.');
    expect(errors).to.deep.equal([]);
    expect(await entriesOf(trip.platform.baseUrl)).to.deep.equal([]);
  });

  it('with the outcome cancelled abandons the purchase, and a later approved one revives it', async () => {
    const back = await leave();
    const { usher } = arriveAt(`${back}&outcome=cancelled`);
    await until(() => statusOf(usher) === 'abandoned');
    expect(finishes()).to.deep.equal([]);
    const { usher: later } = arriveAt(`${back}${approved}`);
    await until(() => statusOf(later) === 'granted');
    expect(finishes()).to.have.length(1);
  });

  it('with the outcome declined fails the purchase only when the platform confirms it', async () => {
    const back = await leave();
    const { usher } = arriveAt(`${back}&outcome=declined`);
    await until(() => statusOf(usher) === 'abandoned');
    trip.platform.script('payment/finishtransaction', () => refusal(402, 'declined'));
    const { usher: proved } = arriveAt(`${back}&outcome=declined&token=no`);
    await until(() => statusOf(proved) === 'failed');
    expect(finishes()).to.have.length(1);
  });

  it('of another viewer is stored, and finished when that viewer is back', async () => {
    const back = await leave();
    trip.platform.script('session/login', () => answer(userResult(18, '777')));
    await trip.platform
      .nextPage()
      .login({ provider: 'manual', username: 'grace', password: 'hopper' });
    const { usher, told } = arriveAt(`${back}${approved}`);
    await (await usher.checkout()).paymentReturn();
    expect(told.map((state) => state.status)).to.deep.equal(['suspended']);
    expect(usher.$purchases.get()).to.deep.equal([]);
    await quiet();
    expect(finishes()).to.deep.equal([]);
    trip.platform.script('session/login', () => answer(userResult(17, '999')));
    await usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' });
    await until(() => statusOf(usher) === 'granted');
    expect(finishes()).to.have.length(1);
  });

  for (const [title, outcome] of [
    ['an open purchase', undefined],
    ['an abandoned purchase', 'cancelled'],
  ] as const) {
    it(`to ${title}, unread at forget(), is finished for its owner, and its secrets are erased`, async () => {
      const back = await leave();
      if (outcome) {
        const { usher } = arriveAt(`${back}&outcome=${outcome}`);
        await until(() => statusOf(usher) === 'abandoned');
      }
      const { usher, told } = arriveAt(`${back}&token=canary-4712&reference=P1&outcome=approved`);
      const inbox = (): string =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
      expect(inbox(), 'it lies there').to.include('canary');
      // After forget() the viewer is anonymous.
      trip.platform.script('session/init', () => answer(sessionResult('888')));
      const { open } = await usher.forget();
      expect(open).to.have.length(1);
      await until(() => !inbox().includes('canary')); // the journal has it
      expect(finishes()).to.deep.equal([]);
      expect(usher.$purchases.get()).to.deep.equal([]);
      trip.platform.script('session/login', () => answer(userResult(17, '999')));
      await usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' });
      await until(() => statusOf(usher) === 'granted');
      expect(finishes()).to.deep.equal([
        `transactionID=${transactionID}&token=canary-4712&reference=P1`,
      ]);
      expect(
        JSON.stringify([await entriesOf(trip.platform.baseUrl), told, inbox()]),
      ).not.to.include('canary');
    });
  }

  it('is finished in the new session of the same viewer when the old one has expired', async () => {
    const back = await leave();
    let isGone = true;
    const finish = trip.platform.to('payment/finishtransaction');
    expect(finish).to.have.length(0);
    trip.platform.script('payment/finishtransaction', () => {
      if (isGone) {
        isGone = false;
        return refusal(401, 'session expired');
      }
      trip.platform.open(true);
      return answer({ general: { transactionID, state: 'finished', validUntil: 0 } });
    });
    const { usher } = arriveAt(`${back}${approved}`);
    await until(() => statusOf(usher) === 'granted');
    expect(finishes()).to.have.length(2);
    expect(new Set(finishes())).to.have.length(1);
  });

  it('suspends the purchase when the session comes back with another user', async () => {
    const back = await leave();
    trip.platform.script('payment/finishtransaction', () => {
      trip.platform.script('session/init', () => answer(userResult(18, '555')));
      return refusal(401, 'session expired');
    });
    const { usher, told } = arriveAt(`${back}${approved}`);
    await until(() => usher.$user.get()?.id === '18');
    await until(() => told.some((state) => state.status === 'suspended'));
    expect(usher.$purchases.get()).to.deep.equal([]);
    expect(finishes()).to.have.length(1);
  });

  it('is pending while the provider confirms slowly', async () => {
    trip.platform.script('payment/finishtransaction', () =>
      answer({ general: { transactionID, state: 'pending' } }),
    );
    const { usher } = arriveAt(`${await leave()}&outcome=pending&token=proof`);
    await until(() => statusOf(usher) === 'pending');
    expect(
      await rejection(
        (await (await usher.checkout()).purchase(usher.$purchases.get()[0]!.id))!.settled({
          deadlineMs: 20,
        }),
      ),
    ).to.include({ code: 'timeout' });
  });

  it('of a transaction that is already finished grants the purchase', async () => {
    trip.platform.script('payment/finishtransaction', () =>
      answer({
        general: { transactionID, state: 'finished', alreadyFinished: 1, validUntil: 1900000000 },
      }),
    );
    trip.platform.open(true);
    const { usher } = arriveAt(`${await leave()}${approved}`);
    await until(() => statusOf(usher) === 'granted');
  });

  it('is not failed by an error that proves no refusal', async () => {
    for (const reply of [
      unreachable,
      () => refusal(500, 'out of order'),
      () => refusal(429, 'slow down'),
      () => new Response('<h1>hello</h1>'),
      () => answer({ general: { state: 'odd' } }),
    ]) {
      trip.platform.script('payment/finishtransaction', reply);
      const { usher } = arriveAt(`${await leave()}${approved}`);
      await until(() => usher.$purchases.get()[0]?.error);
      expect(statusOf(usher)).to.equal('finishing');
      await trip.startAgain();
    }
  });

  it('leaves no secret of a settled purchase in journal, address, events or report', async () => {
    const back = await leave();
    const { usher, told, errors } = arriveAt(
      `${back}&token=canary-4711&reference=P1&outcome=approved`,
    );
    await until(() => statusOf(usher) === 'granted');
    const report = await usher.supportReport();
    const seen = JSON.stringify([
      await entriesOf(trip.platform.baseUrl),
      location.href,
      told,
      errors.map(String),
      usher.$purchases.get(),
      report,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
    ]);
    expect(seen).not.to.include('canary');
  });

  it('finds its purchase beside an entry of a newer build, and keeps that entry', async () => {
    const back = await leave();
    const [entry] = await entriesOf(trip.platform.baseUrl);
    const newer = { id: 'n', step: 'haggling', owner: '17', values: {}, more: [1] };
    await writeJournal(trip.platform.baseUrl, { entries: [newer, entry], edition: 2 });
    const { usher } = arriveAt(`${back}${approved}`);
    await until(() => usher.$purchases.get().some((state) => state.status === 'granted'));
    expect((await entriesOf(trip.platform.baseUrl))[0]).to.deep.equal(newer);
  });

  it('to a purchase of a newer build is stored with it, and the item is not sold twice', async () => {
    const back = await leave();
    const [entry] = await entriesOf(trip.platform.baseUrl);
    await writeJournal(trip.platform.baseUrl, { entries: [{ ...entry, step: 'haggling' }] });
    const { usher, errors } = arriveAt(`${back}${approved}`);
    expect((await (await usher.checkout()).paymentReturn())!.id).to.equal(entry.id);
    expect(errors).to.deep.equal([]);
    expect(await entriesOf(trip.platform.baseUrl)).to.deep.equal([
      {
        ...entry,
        step: 'haggling',
        unreadReturns: undefined,
        laterFinishes: [{ transactionID, token: 'proof', reference: 'P1' }],
      },
    ]);
    expect(usher.$purchases.get()).to.have.length(1);
    expect(usher.$purchases.get()[0]).to.include({
      id: entry.id,
      status: 'unknown',
      item: '1369342',
      amount: 499,
      transactionId: transactionID,
    });
    expect(await rejection(usher.item(film).buy(ppv))).to.include({
      code: 'purchase-in-progress',
      transactionId: transactionID,
    });
    expect(
      await rejection(usher.call('payment/preparetransaction', { ...ppv, ...film })),
    ).to.include({ code: 'purchase-in-progress' });
    expect(
      await rejection(usher.call('payment/finishtransaction', { transactionID, token: 'proof' })),
    ).to.include({ code: 'purchase-in-progress' });
    expect(trip.platform.to('payment/preparetransaction')).to.have.length(1);
    expect((await usher.forget()).open).to.have.length(1);
    expect(await entriesOf(trip.platform.baseUrl)).to.have.length(1);
  });

  it('starts a new journal when the old one is damaged', async () => {
    await leave();
    await writeJournal(trip.platform.baseUrl, 'damaged');
    trip.left = [];
    await leave(trip.platform.nextPage({ providers: [card] }));
    expect(await entriesOf(trip.platform.baseUrl)).to.have.length(1);
    expect(await recordOf(trip.platform.baseUrl)).to.include({ unreadable: 'damaged' });
  });

  it('rejects settled() of a disposed page with aborted', async () => {
    const wait = later<void>();
    const usher = trip.platform.usher({ providers: [card] });
    const purchase = await usher.item(film).buy(ppv);
    purchase.settled().catch((error: UsherError) => {
      if (error.code === 'aborted') wait.resolve();
    });
    usher.dispose();
    await wait.promise;
  });
});
