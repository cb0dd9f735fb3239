import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import { passTime } from '../../fixtures/checkout/pass-time.ts';
import {
  card,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { fakePageClock } from '../../fixtures/session/page-clock.ts';
import { until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

describe('a finish that the platform delays by Retry-After', () => {
  let platform: PaymentPlatform;
  let clock: SinonFakeTimers;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPayments();
    clock = fakePageClock();
  });
  afterEach(async () => {
    await platform.end();
    clock.restore();
  });

  it('is repeated after 90 s even when Retry-After names years', async () => {
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
    await passTime(clock, 80);
    expect(sent()).to.equal(1);
    await passTime(clock, 11);
    await until(() => sent() === 2);
  });

  it('is repeated with the same bytes, also by the next page', async () => {
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
    while (bytes().length < 2) await passTime(clock, 1);
    await platform.nextPage({ providers: [card] }).checkout();
    while (bytes().length < 3) await passTime(clock, 1);
    expect(new Set(bytes()).size).to.equal(1);
    expect(bytes()[0]).to.not.include('cfo');
    const [prepared] = platform.to('payment/preparetransaction');
    expect(prepared!.reference).to.match(/^[0-9a-z]{10}$/);
  });
});
