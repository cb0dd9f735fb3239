import { expect } from 'chai';
import type { PurchaseState, RedirectProvider, Usher, UsherError } from '../../src/index.ts';
import { later, quiet, rejection, until } from '../fixtures/session/waiting.ts';
import {
  answer,
  refusal,
  sessionResult,
  unreachable,
  userResult,
} from '../fixtures/session/scripted-platform.ts';
import {
  entriesOf,
  eraseJournal,
  film,
  ppv,
  recordOf,
  scriptPayments,
  transactionID,
  writeJournal,
} from '../fixtures/checkout/payment-platform.ts';
import type { PaymentPlatform } from '../fixtures/checkout/payment-platform.ts';

describe('a return from a provider', () => {
  const address = location.href;
  let platform: PaymentPlatform;
  let left: string[];
  /** The test stays on its page when the viewer would leave it. */
  const card: RedirectProvider = {
    name: 'card',
    type: 'redirect',
    url(payment) {
      left.push(payment.returnUrl);
      return new Promise(() => {});
    },
  };
  beforeEach(() => {
    left = [];
    platform = scriptPayments();
  });
  afterEach(async () => {
    platform.close();
    history.replaceState(null, '', address);
    await eraseJournal(platform.baseUrl);
  });

  /** Buys, and returns the return address. */
  async function leave(usher: Usher = platform.usher({ providers: [card] })): Promise<string> {
    await usher.item(film).buy(ppv);
    await until(() => left.length);
    return left[0]!;
  }
  /** Opens the next page at an address. */
  function arriveAt(url: string): {
    readonly usher: Usher;
    readonly told: PurchaseState[];
    readonly errors: UsherError[];
  } {
    history.replaceState(null, '', url);
    const usher = platform.nextPage({ providers: [card] });
    const told: PurchaseState[] = [];
    const errors: UsherError[] = [];
    usher.on('purchase', (state) => void told.push(state));
    usher.on('error', (error) => void errors.push(error as UsherError));
    return { usher, told, errors };
  }
  const approved = '&token=proof&reference=P1&outcome=approved';
  const finishes = (): string[] =>
    platform.to('payment/finishtransaction').map(({ query }) => query);
  const status = (usher: Usher): string | undefined => usher.$purchases.get()[0]?.status;

  it('leads to the page that bought, with a random state at the end of the query', async () => {
    history.replaceState(null, '', '?film=7&lang=de#top');
    const back = new URL(await leave());
    expect(back.hash).to.equal('');
    expect(back.search).to.match(/^\?film=7&lang=de&usher-return=741\.[0-9a-f]{32}$/);
  });

  it('is removed from the address at once, finished once, and names the page that bought', async () => {
    history.replaceState({ kept: 1 }, '', '?film=7');
    const bought = location.href;
    const back = await leave();
    const { usher, told } = arriveAt(`${back}${approved}`);
    expect(location.href).to.equal(bought);
    const arrival = await (await usher.checkout()).paymentReturn();
    expect(arrival!.page).to.equal(bought);
    await until(() => status(usher) === 'granted');
    expect(finishes()).to.deep.equal([`transactionID=${transactionID}&token=proof&reference=P1`]);
    expect(told.map((state) => state.status)).to.include('granted');
    const purchase = await (await usher.checkout()).purchase(arrival!.id);
    expect((await purchase!.settled()).status).to.equal('granted');
  });

  it('is not lost when a runtime existed before the code that reads it', async () => {
    const back = await leave();
    history.replaceState(null, '', address);
    const usher = platform.nextPage({ providers: [card] });
    await usher.start();
    history.replaceState(null, '', `${back}${approved}`);
    expect(platform.usher(), 'another copy of the code, later').to.equal(usher);
    expect(location.href).not.to.match(/proof|usher-return/);
    await until(() => status(usher) === 'granted');
    expect((await (await usher.checkout()).paymentReturn())!.page).to.equal(address);
    expect(finishes()).to.have.length(1);
  });

  it('with an unsendable token keeps the purchase open, and its error names no value', async () => {
    const { usher } = arriveAt(
      `${await leave()}&outcome=approved&token=${encodeURIComponent('canary\u0000')}`,
    );
    await until(() => usher.$purchases.get()[0]?.error);
    expect(usher.$purchases.get()[0]).to.deep.include({
      status: 'awaiting-provider',
      error: {
        code: 'input',
        message: 'the token of the provider cannot be sent',
        hint: 'the token of the provider cannot be sent',
      },
    });
    expect(finishes()).to.deep.equal([]);
  });

  it('without an outcome is not stored', async () => {
    const { usher } = arriveAt(await leave());
    await until(() => usher.$purchases.get()[0]?.error);
    expect(usher.$purchases.get()[0]).to.deep.include({ status: 'awaiting-provider' });
    expect((await entriesOf(platform.baseUrl))[0].unreadReturns).to.equal(undefined);
  });

  it('that no page can read is stored, and read on the next purchase of the item', async () => {
    const reader = { isBroken: true };
    const read = (): never => {
      if (reader.isBroken) throw new Error('broken');
      return { outcome: 'approved', token: 'proof' } as never;
    };
    const back = await leave();
    history.replaceState(null, '', `${back}&odd=1`);
    const usher = platform.nextPage({ providers: [{ ...card, read }] });
    await until(() => status(usher) === 'awaiting-provider' && usher.$purchases.get()[0]!.error);
    expect(usher.$purchases.get()[0]!.error).to.deep.equal({
      code: 'malformed',
      message: 'read() of card throws Error',
      hint: 'read() of card throws Error',
    });
    reader.isBroken = false;
    const before = left.length;
    await usher.item(film).buy(ppv);
    await until(() => status(usher) === 'granted');
    expect(left, 'the provider is not opened again').to.have.length(before);
    expect((await entriesOf(platform.baseUrl))[0].unreadReturns).to.equal(undefined);
  });

  it('can come in the fragment too', async () => {
    const { usher } = arriveAt(`${await leave()}#token=proof&outcome=approved`);
    expect(location.href).not.to.match(/proof|usher-return/);
    await until(() => status(usher) === 'granted');
  });

  it('is finished once, however often its address is opened', async () => {
    const back = `${await leave()}${approved}`;
    const { usher } = arriveAt(back);
    await until(() => status(usher) === 'granted');
    const { usher: again, errors } = arriveAt(back);
    await (await again.checkout()).paymentReturn();
    await until(() => status(again) === 'granted');
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
      const before = await entriesOf(platform.baseUrl);
      const { usher, errors } = arriveAt(`${forge(back)}${approved}`);
      const asked = platform.to('payment/itemstate').length;
      void usher.item(film).check(); // the page's own check
      expect(await (await usher.checkout()).paymentReturn()).to.equal(undefined);
      expect(errors.map(({ code }) => code)).to.deep.equal(['unknown-transaction']);
      await until(() => platform.to('payment/itemstate').length > asked + 1);
      expect(await entriesOf(platform.baseUrl)).to.deep.equal(before);
      expect(finishes()).to.deep.equal([]);
    });
  }

  it('of another domain is left in the address', async () => {
    history.replaceState(null, '', `?usher-return=742.${'0'.repeat(32)}&token=proof`);
    const { usher, errors } = arriveAt(location.href);
    await usher.start();
    expect(location.search).to.include('usher-return=742.');
    expect(errors).to.deep.equal([]);
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
  });

  it('with the outcome cancelled abandons the purchase, and a later approved one revives it', async () => {
    const back = await leave();
    const { usher } = arriveAt(`${back}&outcome=cancelled`);
    await until(() => status(usher) === 'abandoned');
    expect(finishes()).to.deep.equal([]);
    const { usher: later } = arriveAt(`${back}${approved}`);
    await until(() => status(later) === 'granted');
    expect(finishes()).to.have.length(1);
  });

  it('with the outcome declined fails the purchase only when the platform confirms it', async () => {
    const back = await leave();
    const { usher } = arriveAt(`${back}&outcome=declined`);
    await until(() => status(usher) === 'abandoned');
    platform.script('payment/finishtransaction', () => refusal(402, 'declined'));
    const { usher: proved } = arriveAt(`${back}&outcome=declined&token=no`);
    await until(() => status(proved) === 'failed');
    expect(finishes()).to.have.length(1);
  });

  it('of another viewer is stored, and finished when that viewer is back', async () => {
    const back = await leave();
    platform.script('session/login', () => answer(userResult(18, '777')));
    await platform.nextPage().login({ provider: 'manual', username: 'grace', password: 'hopper' });
    const { usher, told } = arriveAt(`${back}${approved}`);
    await (await usher.checkout()).paymentReturn();
    expect(told.map((state) => state.status)).to.deep.equal(['suspended']);
    expect(usher.$purchases.get()).to.deep.equal([]);
    await quiet();
    expect(finishes()).to.deep.equal([]);
    platform.script('session/login', () => answer(userResult(17, '999')));
    await usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' });
    await until(() => status(usher) === 'granted');
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
        await until(() => status(usher) === 'abandoned');
      }
      const { usher, told } = arriveAt(`${back}&token=canary-4712&reference=P1&outcome=approved`);
      const inbox = (): string =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
      expect(inbox(), 'it lies there').to.include('canary');
      // After forget() the viewer is anonymous.
      platform.script('session/init', () => answer(sessionResult('888')));
      const { open } = await usher.forget();
      expect(open).to.have.length(1);
      await until(() => !inbox().includes('canary')); // the journal has it
      expect(finishes()).to.deep.equal([]);
      expect(usher.$purchases.get()).to.deep.equal([]);
      platform.script('session/login', () => answer(userResult(17, '999')));
      await usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' });
      await until(() => status(usher) === 'granted');
      expect(finishes()).to.deep.equal([
        `transactionID=${transactionID}&token=canary-4712&reference=P1`,
      ]);
      expect(JSON.stringify([await entriesOf(platform.baseUrl), told, inbox()])).not.to.include(
        'canary',
      );
    });
  }

  it('is finished in the new session of the same viewer when the old one has expired', async () => {
    const back = await leave();
    let isGone = true;
    const finish = platform.to('payment/finishtransaction');
    expect(finish).to.have.length(0);
    platform.script('payment/finishtransaction', () => {
      if (isGone) {
        isGone = false;
        return refusal(401, 'session expired');
      }
      platform.open(true);
      return answer({ general: { transactionID, state: 'finished', validUntil: 0 } });
    });
    const { usher } = arriveAt(`${back}${approved}`);
    await until(() => status(usher) === 'granted');
    expect(finishes()).to.have.length(2);
    expect(new Set(finishes())).to.have.length(1);
  });

  it('suspends the purchase when the session comes back with another user', async () => {
    const back = await leave();
    platform.script('payment/finishtransaction', () => {
      platform.script('session/init', () => answer(userResult(18, '555')));
      return refusal(401, 'session expired');
    });
    const { usher, told } = arriveAt(`${back}${approved}`);
    await until(() => usher.$user.get()?.id === '18');
    await until(() => told.some((state) => state.status === 'suspended'));
    expect(usher.$purchases.get()).to.deep.equal([]);
    expect(finishes()).to.have.length(1);
  });

  it('is pending while the provider confirms slowly', async () => {
    platform.script('payment/finishtransaction', () =>
      answer({ general: { transactionID, state: 'pending' } }),
    );
    const { usher } = arriveAt(`${await leave()}&outcome=pending&token=proof`);
    await until(() => status(usher) === 'pending');
    expect(
      await rejection(
        (await (await usher.checkout()).purchase(usher.$purchases.get()[0]!.id))!.settled({
          deadlineMs: 20,
        }),
      ),
    ).to.include({ code: 'timeout' });
  });

  it('of a transaction that is already finished grants the purchase', async () => {
    platform.script('payment/finishtransaction', () =>
      answer({
        general: { transactionID, state: 'finished', alreadyFinished: 1, validUntil: 1900000000 },
      }),
    );
    platform.open(true);
    const { usher } = arriveAt(`${await leave()}${approved}`);
    await until(() => status(usher) === 'granted');
  });

  it('is not failed by an error that proves no refusal', async () => {
    for (const reply of [
      unreachable,
      () => refusal(500, 'out of order'),
      () => refusal(429, 'slow down'),
      () => new Response('<h1>hello</h1>'),
      () => answer({ general: { state: 'odd' } }),
    ]) {
      platform.script('payment/finishtransaction', reply);
      const { usher } = arriveAt(`${await leave()}${approved}`);
      await until(() => usher.$purchases.get()[0]?.error);
      expect(status(usher)).to.equal('finishing');
      platform.close();
      history.replaceState(null, '', address);
      await eraseJournal(platform.baseUrl);
      platform = scriptPayments();
      left = [];
    }
  });

  it('leaves no secret of a settled purchase in journal, address, events or report', async () => {
    const back = await leave();
    const { usher, told, errors } = arriveAt(
      `${back}&token=canary-4711&reference=P1&outcome=approved`,
    );
    await until(() => status(usher) === 'granted');
    const report = await usher.supportReport();
    const seen = JSON.stringify([
      await entriesOf(platform.baseUrl),
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
    const [entry] = await entriesOf(platform.baseUrl);
    const newer = { id: 'n', step: 'haggling', owner: '17', values: {}, more: [1] };
    await writeJournal(platform.baseUrl, { entries: [newer, entry], edition: 2 });
    const { usher } = arriveAt(`${back}${approved}`);
    await until(() => usher.$purchases.get().some((state) => state.status === 'granted'));
    expect((await entriesOf(platform.baseUrl))[0]).to.deep.equal(newer);
  });

  it('to a purchase of a newer build is stored with it, and the item is not sold twice', async () => {
    const back = await leave();
    const [entry] = await entriesOf(platform.baseUrl);
    await writeJournal(platform.baseUrl, { entries: [{ ...entry, step: 'haggling' }] });
    const { usher, errors } = arriveAt(`${back}${approved}`);
    expect((await (await usher.checkout()).paymentReturn())!.id).to.equal(entry.id);
    expect(errors).to.deep.equal([]);
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([
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
    expect(platform.to('payment/preparetransaction')).to.have.length(1);
    expect((await usher.forget()).open).to.have.length(1);
    expect(await entriesOf(platform.baseUrl)).to.have.length(1);
  });

  it('starts a new journal when the old one is damaged', async () => {
    await leave();
    await writeJournal(platform.baseUrl, 'damaged');
    left = [];
    await leave(platform.nextPage({ providers: [card] }));
    expect(await entriesOf(platform.baseUrl)).to.have.length(1);
    expect(await recordOf(platform.baseUrl)).to.include({ unreadable: 'damaged' });
  });

  it('rejects settled() of a disposed page with aborted', async () => {
    const wait = later<void>();
    const usher = platform.usher({ providers: [card] });
    const purchase = await usher.item(film).buy(ppv);
    purchase.settled().catch((error: UsherError) => {
      if (error.code === 'aborted') wait.resolve();
    });
    usher.dispose();
    await wait.promise;
  });
});
