import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Purchase, Usher } from '../../../src/index.ts';
import { passTime } from '../../fixtures/checkout/pass-time.ts';
import {
  card,
  film,
  ppv,
  scriptPayments,
  transaction,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { buyUntilError } from '../../fixtures/checkout/viewer-steps.ts';
import { fakePageClock } from '../../fixtures/session/page-clock.ts';
import { refusal, unreachable } from '../../fixtures/session/scripted-platform.ts';
import { quiet, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const secondMs = 1000;
const dayMs = 86_400_000;

describe('a finish without an answer on a page that stays open', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let clock: SinonFakeTimers;
  /** Seconds of monotonic time between the finishes. */
  let gaps: number[];
  let lastAt: number | undefined;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPayments();
    clock = fakePageClock();
    gaps = [];
    lastAt = undefined;
    finishWith(unreachable);
  });
  afterEach(async () => {
    await platform.end();
    clock.restore();
  });
  function finishWith(reply: () => Response): void {
    platform.script('payment/finishtransaction', () => {
      if (lastAt !== undefined) gaps.push(Math.round((performance.now() - lastAt) / secondMs));
      lastAt = performance.now();
      return reply();
    });
  }
  async function pay(): Promise<Purchase> {
    usher = platform.usher({ providers: [card] });
    return buyUntilError(usher);
  }
  const pass = (seconds: number): Promise<void> => passTime(clock, seconds);
  /** The page is open until the waits of 10, 30 and 90 s are over. */
  async function passFirstWaits(): Promise<void> {
    await pass(160);
    expect(gaps).to.deep.equal([10, 30, 90]);
  }
  const laterGaps = (): number[] => gaps.slice(3);

  it('is sent again after 10, 30 and 90 s, and then every five minutes', async () => {
    const purchase = await pay();
    await passFirstWaits();
    const { text, nextTryAt } = await purchase.explain();
    expect(text).to.match(/The next try is in 2\d\d s\.$/);
    expect(nextTryAt! - Date.now()).to.be.within(200 * secondMs, 300 * secondMs);
    await pass(900);
    expect(laterGaps()).to.deep.equal([300, 300, 300]);
    platform.open(true);
    finishWith(() => transaction({ state: 'finished', validUntil: 1900000000 }));
    await pass(320);
    expect(purchase.$state.get().status).to.equal('granted');
  });

  it('is sent at once by resume(), and by buying the same again', async () => {
    const purchase = await pay();
    await passFirstWaits();
    await purchase.resume();
    await until(() => gaps.length === 4);
    await pass(60);
    await usher.item(film).buy(ppv);
    await until(() => gaps.length === 5);
    expect(laterGaps()).to.deep.equal([30, 60]);
    expect(
      new Set(platform.to('payment/finishtransaction').map(({ query }) => query)).size,
    ).to.equal(1);
  });

  it('is sent once by two calls of resume() at the same moment', async () => {
    const purchase = await pay();
    await pass(20);
    const before = gaps.length;
    await Promise.all([purchase.resume(), purchase.resume()]);
    await until(() => gaps.length > before);
    await quiet();
    expect(gaps.length).to.equal(before + 1);
  });

  for (const [words, jumpMs] of [
    ['back', -dayMs],
    ['back a little', -100 * secondMs],
  ] as const) {
    it(`is sent as often when the clock is set ${words}`, async () => {
      const purchase = await pay();
      await passFirstWaits();
      clock.setSystemTime(Date.now() + jumpMs);
      expect((await purchase.explain()).nextTryAt! - Date.now()).to.be.within(1, 300 * secondMs);
      await pass(700);
      expect(laterGaps()).to.deep.equal([300, 300]);
    });
  }

  it('is no refusal when a clock that is set ahead makes a 404 look a day old', async () => {
    finishWith(() => refusal(404, 'no such transaction'));
    const purchase = await pay();
    await passFirstWaits();
    clock.setSystemTime(Date.now() + 2 * dayMs);
    await pass(700);
    expect(laterGaps().length).to.be.above(1);
    expect(purchase.$state.get()).to.include({ status: 'finishing' });
  });

  it('is no refusal on the page after one, when the clock was set ahead between them', async () => {
    finishWith(() => refusal(404, 'no such transaction'));
    await pay();
    await passFirstWaits();
    clock.setSystemTime(Date.now() + 2 * dayMs);
    const before = gaps.length;
    usher = platform.nextPage({ providers: [card] });
    await usher.checkout();
    await pass(160);
    expect(gaps.length).to.be.above(before);
    expect(usher.$purchases.get().map(({ status }) => status)).to.deep.equal(['finishing']);
  });

  it('is not sent more often when the clock is set ahead', async () => {
    await pay();
    await passFirstWaits();
    clock.setSystemTime(Date.now() + dayMs);
    await pass(1000);
    expect(laterGaps()).to.deep.equal([300, 300, 300]);
  });
});
