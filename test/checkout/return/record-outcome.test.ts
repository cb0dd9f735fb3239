import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { InPageProvider, ProviderOutcome, Purchase, Usher } from '../../../src/index.ts';
import { refuseRecords } from '../../fixtures/checkout/failing-records.ts';
import {
  entriesOf,
  film,
  ppv,
  returnsOf,
  scriptPayments,
  statusesOf,
  transactionID,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { later, rejection, until } from '../../fixtures/session/waiting.ts';

describe('the outcome of a function of the page', () => {
  let platform: PaymentPlatform;
  let accept = (): void => {};
  beforeEach(() => {
    platform = scriptPayments();
  });
  afterEach(async () => {
    accept();
    await platform.end();
  });

  const approved: ProviderOutcome = { outcome: 'approved', token: 'canary-4714', reference: 'P1' };
  const card = (pay: () => Promise<ProviderOutcome>): InPageProvider => ({
    name: 'card',
    type: 'in-page',
    pay,
  });
  const finishes = (): string[] =>
    platform.to('payment/finishtransaction').map(({ query }) => query);
  const sent = [`transactionID=${transactionID}&token=canary-4714&reference=P1`];

  /** Buys, and pays while some records cannot be written. */
  async function pay(
    isRefused: (name: string) => boolean,
    outcome: ProviderOutcome = approved,
  ): Promise<{ readonly usher: Usher; readonly purchase: Purchase }> {
    const paid = later<ProviderOutcome>();
    const usher = platform.usher({ providers: [card(() => paid.promise)] });
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().status === 'awaiting-provider');
    // The provider is open when the journal says so.
    let entry: { providerOpenedAt?: number } | undefined;
    while (!entry?.providerOpenedAt) [entry] = await entriesOf(platform.baseUrl);
    accept = refuseRecords(isRefused);
    paid.resolve(outcome);
    await until(() => purchase.$state.get().error);
    return { usher, purchase };
  }

  const refuseJournal = (name: string): boolean => !name.endsWith('|returns');

  it('stays as an unread return when its token cannot be sent, and blocks a second payment', async () => {
    const paid = later<ProviderOutcome>();
    const usher = platform.usher({ providers: [card(() => paid.promise)] });
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().status === 'awaiting-provider');
    paid.resolve({ outcome: 'approved', token: 4711 as unknown as string });
    await until(() => purchase.$state.get().error);
    expect(purchase.$state.get()).to.deep.include({
      status: 'awaiting-provider',
      hasUnreadReturn: true,
    });
    expect(purchase.$state.get().error).to.include({ code: 'input' });
    await purchase.abandon();
    expect(purchase.$state.get().status).to.equal('awaiting-provider');
    expect((await usher.item(film).buy(ppv)).id).to.equal(purchase.id);
    expect(platform.to('payment/preparetransaction')).to.have.length(1);
  });

  it('waits in localStorage while IndexedDB takes nothing, is shown, and is finished by the next page', async () => {
    const { usher, purchase } = await pay(() => true);
    expect(purchase.$state.get()).to.deep.include({
      status: 'awaiting-provider',
      hasUnreadReturn: true,
      error: {
        code: 'journal-unavailable',
        message: 'the answer of the provider waits for the journal',
        hint: 'the answer of the provider waits for the journal',
        status: undefined,
        retryable: false,
        reference: undefined,
      },
    });
    expect(usher.$purchases.get()[0]).to.deep.equal(purchase.$state.get());
    expect(await rejection(purchase.settled({ deadlineMs: 20 }))).to.include({ code: 'timeout' });
    expect(finishes(), 'nothing is sent before it is written').to.deep.equal([]);
    usher.dispose();
    accept();
    const next = platform.nextPage();
    const statuses = statusesOf(next);
    await next.start();
    await until(() => next.$purchases.get()[0]?.status === 'granted');
    expect(finishes()).to.deep.equal(sent);
    expect(statuses).not.to.include('failed');
    const stored = [Object.entries(localStorage), Object.entries(sessionStorage)];
    expect(JSON.stringify([stored, await entriesOf(platform.baseUrl)])).not.to.include('canary');
  });

  it('waits in IndexedDB when the journal fails and a killed browser loses localStorage', async () => {
    const { usher } = await pay(refuseJournal);
    usher.dispose();
    accept();
    const name = `usher:${platform.baseUrl}|741`;
    for (const store of [localStorage, sessionStorage]) store.removeItem(`${name}|returns`);
    localStorage.removeItem(`${name}|purchases`);
    const next = platform.nextPage();
    await next.start();
    await until(() => next.$purchases.get()[0]?.status === 'granted');
    expect(finishes()).to.deep.equal(sent);
    let left: unknown = approved;
    while (left) left = await returnsOf(platform.baseUrl);
  });

  it('keeps what the provider has verified, and odd values, for the next page', async () => {
    const { usher } = await pay(() => true, {
      outcome: 'declined',
      verified: true,
      externalUserID: 'line\nbreak \u2028',
      finalPayment: 10n as unknown as number,
    });
    usher.dispose();
    accept();
    const next = platform.nextPage();
    await next.start();
    await until(() => next.$purchases.get()[0]?.status === 'failed');
    expect(finishes()).to.deep.equal([]);
  });
});
