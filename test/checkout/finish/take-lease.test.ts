import { expect } from 'chai';
import { restore, stub } from 'sinon';
import type { Usher } from '../../../src/index.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { later, quiet, until, type Later } from '../../fixtures/session/waiting.ts';

const headers = { 'X-Request-CID': '1' };

describe('a page that is frozen between its lease and its request', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  /** The signatures that calls wait for, by operation. */
  let signing: Record<string, Later<Record<string, string>>>;
  let waiting: string[];
  beforeEach(() => {
    platform = scriptPayments();
    signing = {};
    waiting = [];
    usher = platform.usher({
      providers: [card],
      dialect: {
        authorize(operation) {
          waiting.push(operation);
          return signing[operation]?.promise ?? headers;
        },
      },
    });
  });
  afterEach(async () => {
    restore();
    await platform.end();
  });
  /** The page is frozen so long. Its monotonic clock may stand still meanwhile. */
  function freeze(ms: number): void {
    const { now } = Date;
    stub(Date, 'now').callsFake(() => now() + ms);
  }

  for (const operation of ['preparetransaction', 'finishtransaction'] as const) {
    it(`does not send its ${operation}: another tab may have the next lease`, async () => {
      signing[operation] = later();
      await usher.item(film).buy(ppv);
      await until(() => waiting.includes(operation));
      freeze(60_000);
      signing[operation]!.resolve(headers);
      await until(() => usher.$purchases.get()[0]?.error?.code === 'aborted');
      await quiet();
      expect(platform.to(`payment/${operation}`)).to.have.length(0);
      const [{ step }] = await entriesOf(platform.baseUrl);
      expect(step).to.equal(operation === 'preparetransaction' ? 'preparing' : 'finishing');
    });

    it(`sends its ${operation} after a short wait`, async () => {
      signing[operation] = later();
      await usher.item(film).buy(ppv);
      await until(() => waiting.includes(operation));
      freeze(10_000);
      signing[operation]!.resolve(headers);
      await until(() => platform.to(`payment/${operation}`).length === 1);
    });
  }
});
