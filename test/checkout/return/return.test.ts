import { expect } from 'chai';
import { stub } from 'sinon';
import type { Usher } from '../../../src/index.ts';
import {
  entriesOf,
  film,
  ppv,
  returnsOf,
  statusesOf,
  transactionID,
  writeJournal,
  writeReturns,
} from '../../fixtures/checkout/payment-platform.ts';
import { approved, returnTrips, statusOf } from '../../fixtures/checkout/return-trip.ts';
import { quiet, rejection, until } from '../../fixtures/session/waiting.ts';
import { collectUncaught } from '../../fixtures/uncaught-errors.ts';

describe('a return from a provider', () => {
  const trip = returnTrips();
  const { address, arriveAt, card, finishes, leave } = trip;

  it('leads to the page that bought, with a random state at the end of the query', async () => {
    history.replaceState(null, '', '?film=7&lang=de#top');
    const back = new URL(await leave());
    expect(back.hash).to.equal('');
    expect(back.search).to.match(/^\?film=7&lang=de&usher-return=741\.[0-9a-f]{32}$/);
  });

  it('is removed from the address when it is durable, finished once, and names the page that bought', async () => {
    history.replaceState({ kept: 1 }, '', '?film=7');
    const bought = location.href;
    const back = await leave();
    const { usher, told } = arriveAt(`${back}${approved}`);
    expect(location.href, 'not yet').to.equal(`${back}${approved}`);
    await until(() => location.href === bought);
    const arrival = await (await usher.checkout()).paymentReturn();
    expect(arrival!.page).to.equal(bought);
    await until(() => statusOf(usher) === 'granted');
    expect(finishes()).to.deep.equal([`transactionID=${transactionID}&token=proof&reference=P1`]);
    expect(told.map((state) => state.status)).to.include('granted');
    const purchase = await (await usher.checkout()).purchase(arrival!.id!);
    expect((await purchase!.settled()).status).to.equal('granted');
  });

  it('is not lost when a runtime existed before the code that reads it', async () => {
    const back = await leave();
    history.replaceState(null, '', address);
    const usher = trip.platform.nextPage({ providers: [card] });
    await usher.start();
    history.replaceState(null, '', `${back}${approved}`);
    expect(trip.platform.usher(), 'another copy of the code, later').to.equal(usher);
    await until(() => statusOf(usher) === 'granted');
    expect(location.href).not.to.match(/proof|usher-return/);
    expect((await (await usher.checkout()).paymentReturn())!.page).to.equal(address);
    expect(finishes()).to.have.length(1);
  });

  it('is found on a later page when a killed browser has lost it in localStorage, and erased everywhere', async () => {
    const text = `${(await leave()).split('741.')[1]}&outcome=approved&token=canary-4713`;
    await writeReturns(trip.platform.baseUrl, [{ text, receivedAt: Date.now() }]);
    history.replaceState(null, '', address);
    localStorage.removeItem(`usher:${trip.platform.baseUrl}|741|purchases`);
    const usher = trip.platform.nextPage({ providers: [card] });
    await usher.start();
    await until(() => statusOf(usher) === 'granted');
    expect(finishes()).to.deep.equal([`transactionID=${transactionID}&token=canary-4713`]);
    let unerased: unknown = text;
    while (unerased) unerased = await returnsOf(trip.platform.baseUrl);
    expect(JSON.stringify(await entriesOf(trip.platform.baseUrl))).not.to.include('canary');
  });

  it('that belongs to no purchase is erased before it is reported, so the next page is silent', async () => {
    history.replaceState(
      null,
      '',
      `${(await leave()).slice(0, -1)}x&outcome=approved&token=forged`,
    );
    const usher = trip.platform.nextPage({ providers: [card] });
    let waiting: Promise<unknown> | undefined;
    usher.on('error', () => {
      waiting = returnsOf(trip.platform.baseUrl);
    });
    await until(() => waiting);
    expect(await waiting).to.equal(undefined);
    expect(await (await usher.checkout()).unknownReturns()).to.have.length(1);
  });

  it('is the own one of a return page that is loaded again after a kill', async () => {
    const text = `${(await leave()).split('741.')[1]}${approved}`;
    await writeReturns(trip.platform.baseUrl, [{ text, receivedAt: Date.now() }]);
    history.replaceState(null, '', address);
    const usher = trip.platform.nextPage({ providers: [card] });
    const arrival = await (await usher.checkout()).storedPaymentReturn();
    expect(arrival!.page).to.equal(address);
  });

  it('is written durably in the first task, after the opening request', async () => {
    const back = await leave();
    const order: string[] = [];
    const { open } = indexedDB;
    const { fetch } = globalThis;
    globalThis.fetch = (...given) => {
      order.push(new URL(given[0] as string).pathname.split('/').slice(-2).join('/'));
      return fetch(...given);
    };
    IDBFactory.prototype.open = function (...given: [string]) {
      order.push('IndexedDB');
      return open.apply(this, given);
    };
    try {
      history.replaceState(null, '', `${back}${approved}`);
      // Without a stored session.
      localStorage.removeItem(`usher:${trip.platform.baseUrl}|741`);
      const usher = trip.platform.nextPage({ providers: [card] });
      const started = usher.start();
      setTimeout(() => order.push('next task'), 0);
      await started;
      await until(() => order.includes('next task'));
      expect(order.slice(0, 2)).to.deep.equal(['session/init', 'IndexedDB']);
      expect(order.indexOf('IndexedDB')).to.be.below(order.indexOf('next task'));
    } finally {
      IDBFactory.prototype.open = open;
      globalThis.fetch = fetch;
    }
    await until(() => !location.href.includes('usher-return'));
  });

  it('stays in the address while IndexedDB does not answer, and is finished when it does', async () => {
    const back = await leave();
    const { open } = indexedDB;
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest; // it never answers
    try {
      const { usher } = arriveAt(`${back}${approved}`);
      await usher.start();
      await quiet();
      expect(location.href).to.equal(`${back}${approved}`);
      usher.dispose();
    } finally {
      IDBFactory.prototype.open = open;
    }
    const usher = trip.platform.nextPage({ providers: [card] });
    await until(() => statusOf(usher) === 'granted');
    expect(location.href).to.equal(address);
    expect(finishes()).to.have.length(1);
  });

  it('is left to the next page by a runtime that was disposed of, and configured later', async () => {
    const state = new URL(await leave()).searchParams.get('usher-return')!.split('.')[1]!;
    const usher = trip.platform.nextPage({ providers: [card] });
    await usher.start();
    await usher.checkout();
    usher.dispose();
    const inbox = `usher:${trip.platform.baseUrl}|741|returns`;
    const line = `\n${Date.now() - 60_000} ${state}${approved}`;
    localStorage.setItem(inbox, line);
    usher.configure({ providers: [card] });
    await quiet();
    expect(localStorage.getItem(inbox)).to.equal(line);
    expect(finishes()).to.deep.equal([]);
    const next = trip.platform.nextPage({ providers: [card] });
    await next.start();
    await until(() => statusOf(next) === 'granted');
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
        status: undefined,
        retryable: false,
        reference: undefined,
      },
    });
    expect(finishes()).to.deep.equal([]);
  });

  it('is finished once when the browser leaves it in the address, and a reload finds it again', async () => {
    const back = `${await leave()}${approved}`;
    const { usher } = arriveAt(back);
    history.replaceState = () => {
      throw new DOMException('100 changes in 10 s', 'SecurityError');
    };
    try {
      await until(() => statusOf(usher) === 'granted');
      while (await returnsOf(trip.platform.baseUrl));
      const errors: unknown[] = [];
      const again = trip.platform.nextPage({ providers: [card] });
      again.on('error', (error) => void errors.push(error));
      const checkout = await again.checkout();
      expect((await checkout.paymentReturn())!.id).to.be.a('string');
      while (await returnsOf(trip.platform.baseUrl));
      expect(location.href).to.equal(back);
      expect(statusOf(again)).to.equal('granted');
      expect(await checkout.unknownReturns()).to.deep.equal([]);
      expect(errors).to.deep.equal([]);
      expect(finishes()).to.have.length(1);
    } finally {
      delete (history as Partial<History>).replaceState; // the browser's own one
    }
  });

  it('without an outcome is not stored', async () => {
    const { usher } = arriveAt(await leave());
    await until(() => usher.$purchases.get()[0]?.error);
    expect(usher.$purchases.get()[0]).to.deep.include({ status: 'awaiting-provider' });
    expect((await entriesOf(trip.platform.baseUrl))[0].unreadReturns).to.equal(undefined);
  });

  it('that no page can read is stored, and read on the next purchase of the item', async () => {
    const reader = { isBroken: true };
    const read = (): never => {
      if (reader.isBroken) throw new Error('broken');
      return { outcome: 'approved', token: 'proof' } as never;
    };
    const back = await leave();
    const uncaught = collectUncaught();
    history.replaceState(null, '', `${back}&odd=1`);
    const usher = trip.platform.nextPage({ providers: [{ ...card, read }] });
    await until(() => statusOf(usher) === 'awaiting-provider' && usher.$purchases.get()[0]!.error);
    await usher.item(film).buy(ppv);
    await quiet();
    uncaught.stop();
    expect(uncaught.errors.map(String), 'once').to.deep.equal(['Error: broken']);
    expect(usher.$purchases.get()[0]!.error).to.deep.include({
      code: 'malformed',
      message: 'read() of card throws Error',
      hint: 'read() of card throws Error',
    });
    reader.isBroken = false;
    const before = trip.left.length;
    await usher.item(film).buy(ppv);
    await until(() => statusOf(usher) === 'granted');
    expect(trip.left, 'the provider is not opened again').to.have.length(before);
    expect((await entriesOf(trip.platform.baseUrl))[0].unreadReturns).to.equal(undefined);
  });

  it('that is unread is read again by resume(), which opens no provider', async () => {
    const answered: { outcome?: object } = {};
    const read = (): never => {
      if (!answered.outcome) throw new Error('broken');
      return answered.outcome as never;
    };
    const uncaught = collectUncaught();
    history.replaceState(null, '', `${await leave()}&odd=1`);
    const popup = { ...card, type: 'popup', read } as const;
    const usher = trip.platform.nextPage({ providers: [popup] });
    await until(() => usher.$purchases.get()[0]?.error);
    const opened = stub(window, 'open').returns(null);
    const { id } = usher.$purchases.get()[0]!;
    const purchase = (await (await usher.checkout()).purchase(id))!;
    const before = trip.left.length;
    await purchase.resume();
    expect(purchase.$state.get()).to.include({ hasUnreadReturn: true });
    expect(usher.$purchases.get()[0]!.error).to.include({ code: 'malformed' });
    // The provider can say nothing: the viewer has asked for no second payment.
    answered.outcome = {};
    await purchase.resume();
    await quiet();
    answered.outcome = { outcome: 'approved', token: 'proof' };
    await purchase.resume();
    await until(() => statusOf(usher) === 'granted');
    uncaught.stop();
    opened.restore();
    expect(opened.callCount).to.equal(0);
    expect(trip.left).to.have.length(before);
    expect(trip.platform.to('payment/preparetransaction')).to.have.length(1);
  });

  it('that is unread is read by resume() on a page without its provider', async () => {
    const text = `${(await leave()).split('741.')[1]}&odd=1`;
    const [entry] = await entriesOf(trip.platform.baseUrl);
    const old = { ...entry, step: 'abandoned', unreadReturns: [{ text, receivedAt: Date.now() }] };
    await writeJournal(trip.platform.baseUrl, { entries: [old] });
    history.replaceState(null, '', address);
    const usher = trip.platform.nextPage({ providers: [] });
    await usher.start();
    const purchase = (await (await usher.checkout()).purchase(entry.id))!;
    const { hasUnreadReturn } = await purchase.resume();
    expect(hasUnreadReturn).to.equal(true);
  });

  describe('that is unread after a clock has jumped by 40 days', () => {
    const odd = (): never => ({ outcome: 'odd' }) as never;
    const longAgo = Date.now() - 40 * 86_400_000;

    /** Writes the purchase as it was so long ago. */
    async function leaveUnread(step = 'awaiting-provider'): Promise<string> {
      const text = `${(await leave()).split('741.')[1]}${approved}`;
      const [entry] = await entriesOf(trip.platform.baseUrl);
      const unreadReturns = [{ text, receivedAt: longAgo }];
      const times = { startedAt: longAgo, changedAt: longAgo, providerOpenedAt: longAgo };
      const old = { ...entry, ...times, step, unreadReturns };
      await writeJournal(trip.platform.baseUrl, { entries: [old] });
      history.replaceState(null, '', address);
      trip.left = [];
      return text;
    }

    it('is kept, shown and explained, and the same is not paid again', async () => {
      const text = await leaveUnread();
      const usher = trip.platform.nextPage({ providers: [{ ...card, read: odd }] });
      await usher.start();
      await until(() => usher.$purchases.get()[0]?.error);
      expect(usher.$purchases.get()[0]).to.deep.include({
        status: 'awaiting-provider',
        hasUnreadReturn: true,
      });
      const purchase = await usher.item(film).buy(ppv);
      await quiet();
      expect(purchase.$state.get()).to.include({ id: usher.$purchases.get()[0]!.id });
      expect(trip.left, 'the provider is not opened').to.deep.equal([]);
      expect((await purchase.explain()).text).to.match(
        /has not been read yet, and may be a payment/,
      );
      expect(await rejection(usher.item(film).buy({ ...ppv, amount: 599 }))).to.include({
        code: 'purchase-in-progress',
        transactionId: transactionID,
      });
      await purchase.abandon();
      expect((await entriesOf(trip.platform.baseUrl))[0].unreadReturns).to.deep.equal([
        { text, receivedAt: longAgo },
      ]);
      usher.dispose();
      const next = trip.platform.nextPage({ providers: [card] });
      await next.start();
      await until(() => statusOf(next) === 'granted');
      expect(finishes()).to.have.length(1);
    });

    it('blocks a second payment, and a raw prepare, also when its purchase was abandoned', async () => {
      await leaveUnread('abandoned');
      const usher = trip.platform.nextPage({ providers: [{ ...card, read: odd }] });
      await usher.start();
      await until(() => usher.$purchases.get()[0]?.error);
      expect(usher.$purchases.get()[0]!.hasUnreadReturn).to.equal(true);
      const prepares = trip.platform.to('payment/preparetransaction').length;
      const refused = { code: 'purchase-in-progress', transactionId: transactionID };
      expect(await rejection(usher.item(film).buy(ppv))).to.include(refused);
      expect(
        await rejection(usher.call('payment/preparetransaction', { ...ppv, ...film })),
      ).to.include({ code: 'purchase-in-progress' });
      expect(trip.left).to.deep.equal([]);
      expect(trip.platform.to('payment/preparetransaction')).to.have.length(prepares);
      usher.configure({ providers: [card] });
      await until(() => statusOf(usher) === 'granted');
    });
  });

  describe('that another tab received a moment ago', () => {
    const minuteMs = 60_000;

    /** Opens a page while the return of a purchase waits for that tab. */
    async function openBeside(step = 'awaiting-provider', ageMs = minuteMs): Promise<Usher> {
      const text = `${(await leave()).split('741.')[1]}${approved}`;
      const [entry] = await entriesOf(trip.platform.baseUrl);
      const at = Date.now() - ageMs;
      const times = { startedAt: at, changedAt: at, providerOpenedAt: at };
      await writeJournal(trip.platform.baseUrl, { entries: [{ ...entry, ...times, step }] });
      history.replaceState(null, '', address);
      trip.left = [];
      const usher = trip.platform.nextPage({ providers: [card] });
      localStorage.setItem(`usher:${trip.platform.baseUrl}|741|returns`, `\n${Date.now()} ${text}`);
      await usher.start();
      await usher.checkout();
      await until(() => statusOf(usher));
      return usher;
    }

    it('keeps a purchase open that began a day ago', async () => {
      const usher = await openBeside('awaiting-provider', 25 * 60 * minuteMs);
      const statuses = statusesOf(usher);
      const purchase = await (await usher.checkout()).purchase(usher.$purchases.get()[0]!.id);
      expect((await purchase!.settled()).status).to.equal('granted');
      expect(statuses).not.to.include('abandoned');
    });

    it('keeps a purchase that the viewer abandons', async () => {
      const usher = await openBeside();
      const purchase = await (await usher.checkout()).purchase(usher.$purchases.get()[0]!.id);
      expect((await purchase!.abandon()).status).to.equal('awaiting-provider');
      expect((await purchase!.settled()).status).to.equal('granted');
    });

    it('blocks a second payment', async () => {
      const usher = await openBeside();
      await usher.item(film).buy(ppv);
      await until(() => statusOf(usher) === 'granted');
      expect(trip.left, 'the provider is not opened').to.deep.equal([]);
    });

    it('blocks a second payment after its purchase was abandoned', async () => {
      const usher = await openBeside('abandoned');
      expect(await rejection(usher.item(film).buy(ppv))).to.include({
        code: 'purchase-in-progress',
        transactionId: transactionID,
      });
      await until(() => statusOf(usher) === 'granted');
      expect(finishes()).to.have.length(1);
    });
  });
});
