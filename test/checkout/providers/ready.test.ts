import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Provider } from '../../../src/index.ts';
import { passTime } from '../../fixtures/checkout/pass-time.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { fakePageClock } from '../../fixtures/session/page-clock.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const script = new URL('../../fixtures/checkout/hanging-module.ts', import.meta.url).href;

describe('a provider that does not become ready', () => {
  let platform: PaymentPlatform;
  let clock: SinonFakeTimers;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPayments();
    clock = fakePageClock();
  });
  afterEach(async () => {
    clock.restore();
    await platform.end();
  });

  for (const [title, provider] of [
    ['its module is not loaded', { name: 'card', type: 'in-page', script }],
    ['its check does not end', { ...card, ready: () => new Promise(() => {}) }],
  ] as readonly (readonly [string, Provider])[]) {
    it(`is unavailable after 10 s, and nothing is sent: ${title}`, async () => {
      const errors: unknown[] = [];
      const usher = platform.usher({ providers: [provider] });
      await usher.start();
      usher
        .item(film)
        .buy(ppv)
        .catch((error: unknown) => errors.push(error));
      await passTime(clock, 9.9);
      expect(errors).to.have.length(0);
      await passTime(clock, 0.2);
      expect(errors).to.have.length(1);
      expect(errors[0]).to.include({ code: 'provider-unavailable', retryable: true });
      expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
      expect(platform.to('payment/preparetransaction')).to.have.length(0);
    });
  }

  it('opens no window without an end: a payment whose address does not come is abandoned', async () => {
    const url = (): Promise<string> => new Promise(() => {});
    const usher = platform.usher({ providers: [{ name: 'card', type: 'redirect', url }] });
    await usher.start();
    const buying = usher.item(film).buy(ppv);
    await passTime(clock, 29);
    const purchase = await buying;
    expect(purchase.$state.get().status).to.equal('awaiting-provider');
    await passTime(clock, 2);
    const { status, error } = purchase.$state.get();
    expect([status, error?.code]).to.deep.equal(['abandoned', 'provider-unavailable']);
  });
});
