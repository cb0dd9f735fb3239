import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { InPageProvider } from '../../src/index.ts';
import { fakePageClock } from '../fixtures/session/page-clock.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';
import { eraseJournal, film, ppv, scriptPayments } from '../fixtures/checkout/payment-platform.ts';
import type { PaymentPlatform } from '../fixtures/checkout/payment-platform.ts';

describe('a finish that the platform puts off', () => {
  let platform: PaymentPlatform;
  let clock: SinonFakeTimers;
  const card: InPageProvider = {
    name: 'card',
    type: 'in-page',
    pay: async () => ({ outcome: 'approved', token: 'proof' }),
  };
  beforeEach(() => {
    platform = scriptPayments();
    clock = fakePageClock();
  });
  afterEach(async () => {
    platform.close();
    clock.restore();
    await eraseJournal(platform.baseUrl);
  });

  it('for years is sent again after 90 s: who has paid does not wait that long', async () => {
    platform.script(
      'payment/finishtransaction',
      () =>
        new Response('{"metadata":{"status":503}}', {
          status: 503,
          headers: { 'Retry-After': '1000000000' },
        }),
    );
    const usher = platform.usher({ providers: [card] });
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    const sent = (): number => platform.to('payment/finishtransaction').length;
    expect(sent()).to.equal(1);
    await clock.tickAsync(80_000);
    await quiet();
    expect(sent()).to.equal(1);
    await clock.tickAsync(11_000);
    await until(() => sent() === 2);
  });

  it('is sent with the same bytes each time, also by the next page: it has no reference', async () => {
    platform.script('payment/finishtransaction', () => new Response('', { status: 503 }));
    const purchase = await platform
      .usher({ providers: [card] })
      .item(film)
      .buy(ppv);
    await until(() => purchase.$state.get().error);
    const bytes = (): string[] =>
      platform
        .to('payment/finishtransaction')
        .map(
          ({ method, query, init }) =>
            `${method} ${query} ${(init.body as string | undefined) ?? ''}`,
        );
    await clock.tickAsync(11_000);
    await until(() => bytes().length === 2);
    await platform.nextPage({ providers: [card] }).checkout();
    await until(() => {
      clock.tick(1000);
      return bytes().length > 2;
    });
    expect(new Set(bytes()).size).to.equal(1);
    expect(bytes()[0]).to.not.include('cfo');
    const [prepared] = platform.to('payment/preparetransaction');
    expect(prepared!.reference).to.match(/^[0-9a-z]{10}$/);
  });
});
