import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { restore, stub, type SinonFakeTimers } from 'sinon';
import type { InPageProvider, Purchase, Usher } from '../../src/index.ts';
import { passTime } from '../fixtures/checkout/pass-time.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  scriptPayments,
  transaction,
  type PaymentPlatform,
} from '../fixtures/checkout/payment-platform.ts';
import { fakePageClock } from '../fixtures/session/page-clock.ts';
import { until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

/** More than a purchase has. */
const writes = [1, 2, 3, 4, 5, 6, 7];

describe('a journal that cannot be written', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let clock: SinonFakeTimers;
  let paid: number;
  /** The number of writes so far, and those that fail. */
  let written: number;
  let fails: (write: number) => boolean;
  const counted: InPageProvider = {
    ...card,
    pay: (...given) => {
      paid++;
      return card.pay(...given);
    },
  };
  before(warmUp);
  beforeEach(() => {
    paid = 0;
    written = 0;
    fails = () => false;
    platform = scriptPayments();
    clock = fakePageClock();
    usher = platform.usher({ providers: [counted] });
    const { put } = IDBObjectStore.prototype;
    stub(IDBObjectStore.prototype, 'put').callsFake(function (this: IDBObjectStore, ...given) {
      const isJournal = this.name === 'journal' && !(given[1] as string).endsWith('returns');
      if (isJournal && fails(++written)) {
        throw new DOMException('no room', 'QuotaExceededError');
      }
      return put.apply(this, given);
    });
  });
  afterEach(async () => {
    restore();
    await platform.end();
    clock.restore();
  });
  const pass = (seconds: number): Promise<void> => passTime(clock, seconds);
  const sent = (name: string): string[] => platform.to(`payment/${name}`).map(({ query }) => query);
  const buy = (): Promise<Purchase | undefined> =>
    usher
      .item(film)
      .buy(ppv)
      .catch(() => undefined);

  for (const [words, failsAt] of [
    ['once', (from: number) => (write: number) => write === from],
    ['for a minute', (from: number) => (write: number) => write >= from],
  ] as const) {
    for (const write of writes) {
      it(`loses and doubles no payment when write ${write} fails ${words}`, async () => {
        fails = failsAt(write);
        usher.on('error', () => {});
        const purchase = await buy();
        await pass(60);
        fails = () => false;
        await pass(150);
        const [entry] = await entriesOf(platform.baseUrl);
        expect(sent('preparetransaction').length).to.be.at.most(1);
        expect(paid).to.be.at.most(1);
        expect(new Set(sent('finishtransaction')).size).to.equal(paid);
        const unpaid = ['preparing', 'awaiting-provider', 'abandoned', undefined];
        expect(paid ? ['granted'] : unpaid).to.include(entry?.step);
        if (!purchase) expect(sent('preparetransaction')).to.deep.equal([]);
        // The viewer can buy, and pays once.
        if (paid) return;
        const again = (await buy())!;
        await pass(60);
        expect([again.$state.get().status, paid]).to.deep.equal(['granted', 1]);
      });
    }
  }
});

describe('a journal that answers late', () => {
  let platform: PaymentPlatform;
  let clock: SinonFakeTimers;
  const { open } = indexedDB;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPayments();
    clock = fakePageClock();
  });
  afterEach(async () => {
    IDBFactory.prototype.open = open;
    await platform.end();
    clock.restore();
  });

  it('is asked again when a killed browser has lost the signal of a paid purchase', async () => {
    platform.script('payment/finishtransaction', () => new Promise<never>(() => {}));
    const usher = platform.usher({ providers: [card] });
    await usher.item(film).buy(ppv);
    await until(() => platform.to('payment/finishtransaction').length === 1);
    usher.dispose();
    localStorage.removeItem(`usher:${platform.baseUrl}|741|purchases`);
    platform.open(true);
    platform.script('payment/finishtransaction', () => transaction({ state: 'finished' }));

    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest; // it does not answer
    const next = platform.nextPage({ providers: [card] });
    await next.start();
    await passTime(clock, 10);
    expect(next.$purchases.get()).to.deep.equal([]);
    IDBFactory.prototype.open = open;
    await passTime(clock, 180);
    expect(next.$purchases.get().map(({ status }) => status)).to.deep.equal(['granted']);
    expect(platform.to('payment/finishtransaction')).to.have.length(2);
  });
});
