import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { InPageProvider, ProviderOutcome } from '../../../src/index.ts';
import {
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { until } from '../../fixtures/session/waiting.ts';

describe('an error thrown by the `pay` of a page', () => {
  let platform: PaymentPlatform;
  beforeEach(() => {
    platform = scriptPayments();
  });
  afterEach(() => platform.end());

  const card = (pay: () => Promise<ProviderOutcome>): InPageProvider => ({
    name: 'card',
    type: 'in-page',
    pay,
  });

  for (const [title, pay, hint] of [
    [
      'an error',
      async () => {
        throw new Error('the card reader is not there');
      },
      'the card reader is not there',
    ],
    [
      'an error before any promise',
      () => {
        throw new RangeError('no amount');
      },
      'RangeError: no amount',
    ],
    // A page can throw any value.
    ['a text', () => Promise.reject('closed by the viewer'), 'closed by the viewer'],
    [
      'an error with a secret',
      async () => {
        throw new Error('card 4111 1111 1111 1111 refused');
      },
      'card … refused',
    ],
  ] as const) {
    it(`is in the error of the purchase: ${title}`, async () => {
      const usher = platform.usher({ providers: [card(pay)] });
      const purchase = await usher.item(film).buy(ppv);
      await until(() => purchase.$state.get().error);
      expect(purchase.$state.get().error).to.include({ code: 'provider-unavailable', hint });
      expect(usher.$purchases.get()[0]!.error).to.include({ hint });
      expect(platform.to('payment/finishtransaction')).to.have.length(0);
    });
  }
});

describe('the `pay` of a page without types', () => {
  let platform: PaymentPlatform;
  beforeEach(() => {
    platform = scriptPayments();
  });
  afterEach(() => platform.end());

  it('is called again by the next click after it has thrown at once', async () => {
    let calls = 0;
    const pay = (): never => {
      calls++;
      throw new Error('the card reader is not there');
    };
    const usher = platform.usher({ providers: [{ name: 'card', type: 'in-page', pay }] });
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    await usher.item(film).buy(ppv);
    await until(() => calls === 2);
    await purchase.resume();
    await until(() => calls === 3);
  });

  it('may return the outcome without a promise', async () => {
    const outcome: ProviderOutcome = { outcome: 'approved', token: 'token-of-the-card' };
    const pay = (() => outcome) as unknown as InPageProvider['pay'];
    const usher = platform.usher({ providers: [{ name: 'card', type: 'in-page', pay }] });
    const purchase = await usher.item(film).buy(ppv);
    expect((await purchase.settled()).status).to.equal('granted');
    expect(platform.to('payment/finishtransaction')).to.have.length(1);
  });
});

describe('the signal of a payment in the page', () => {
  let platform: PaymentPlatform;
  beforeEach(() => {
    platform = scriptPayments();
  });
  afterEach(() => platform.end());

  for (const end of ['logout', 'forget', 'abandon'] as const) {
    it(`is aborted after a change of the viewer or the purchase is complete: ${end}`, async () => {
      let signal: AbortSignal | undefined;
      const card: InPageProvider = {
        name: 'card',
        type: 'in-page',
        pay: (_payment, options) => {
          signal = options.signal;
          return new Promise(() => {});
        },
      };
      const usher = platform.usher({ providers: [card] });
      await usher.login({ username: 'ada', password: 'x' });
      const purchase = await usher.item(film).buy(ppv);
      await until(() => signal);
      const seen: unknown[] = [];
      signal!.addEventListener('abort', () => {
        seen.push(usher.$user.get()?.id, usher.$session.get().status);
        seen.push(purchase.$state.get().status);
      });
      const isOver = end === 'abandon' ? purchase.abandon() : usher[end]();
      await isOver;
      await until(() => seen.length);
      expect(seen).to.deep.equal(
        end === 'abandon' ? ['17', 'ready', 'abandoned'] : [undefined, 'ended', 'suspended'],
      );
    });
  }
});
