import { expect } from 'chai';
import { restore, stub } from 'sinon';
import type { InPageProvider, Purchase, PurchaseState, Usher } from '../../src/index.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../fixtures/checkout/payment-platform.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';
import { collectUncaught } from '../fixtures/uncaught-errors.ts';

const statuses = ['preparing', 'awaiting-provider', 'finishing', 'verifying'] as const;
type Status = (typeof statuses)[number];

describe('a listener of purchases', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let paid: number;
  const counted: InPageProvider = {
    ...card,
    pay: (...given) => {
      paid++;
      return card.pay(...given);
    },
  };
  beforeEach(() => {
    paid = 0;
    platform = scriptPayments();
    usher = platform.usher({ providers: [counted] });
  });
  afterEach(async () => {
    restore();
    await platform.end();
  });
  const sent = (name: string): number => platform.to(`payment/${name}`).length;

  /** Acts once at a status: in a listener of the event, or in one of the store. */
  function actAt(source: 'event' | 'store', status: Status, act: () => unknown): void {
    let hasActed = false;
    const see = (state: PurchaseState | undefined): void => {
      if (hasActed || state?.status !== status) return;
      hasActed = true;
      act();
    };
    if (source === 'event') usher.on('purchase', see);
    else usher.$purchases.subscribe(([state]) => see(state));
  }
  const resume = async (): Promise<unknown> => {
    const { id } = usher.$purchases.get()[0]!;
    return (await (await usher.checkout()).purchase(id))!.resume();
  };
  async function buyAndSettle(): Promise<Purchase> {
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().status === 'granted');
    await quiet();
    return purchase;
  }

  for (const source of ['event', 'store'] as const) {
    for (const status of statuses) {
      it(`that throws at ${status} harms no purchase (${source})`, async () => {
        const uncaught = collectUncaught();
        actAt(source, status, () => {
          throw new Error('of the page');
        });
        await buyAndSettle();
        await until(() => uncaught.errors.length);
        uncaught.stop();
        expect([sent('preparetransaction'), paid, sent('finishtransaction')]).to.deep.equal([
          1, 1, 1,
        ]);
      });

      for (const [name, act] of [
        ['buys the same', () => usher.item(film).buy(ppv)],
        ['resumes', resume],
      ] as const) {
        it(`that ${name} at ${status} joins the purchase (${source})`, async () => {
          let acted: Promise<unknown> | undefined;
          actAt(source, status, () => {
            acted = act();
          });
          await buyAndSettle();
          await acted!.catch(() => {}); // it may be settled before it is resumed
          expect([sent('preparetransaction'), paid, sent('finishtransaction')]).to.deep.equal([
            1, 1, 1,
          ]);
          expect(await entriesOf(platform.baseUrl)).to.have.length(1);
        });
      }

      it(`that abandons at ${status} loses no payment (${source})`, async () => {
        let abandoned: Promise<unknown> | undefined;
        actAt(source, status, () => {
          abandoned = (async () => {
            const { id } = usher.$purchases.get()[0]!;
            return (await (await usher.checkout()).purchase(id))!.abandon();
          })();
        });
        const purchase = await usher.item(film).buy(ppv);
        await purchase.settled();
        await abandoned;
        await quiet();
        const end = paid ? 'granted' : 'abandoned';
        await until(() => purchase.$state.get().status === end);
        expect(sent('finishtransaction')).to.equal(paid);
      });

      it(`that forgets the viewer at ${status} loses no payment (${source})`, async () => {
        let forgotten: ReturnType<Usher['forget']> | undefined;
        actAt(source, status, () => {
          forgotten = usher.forget();
        });
        const purchase = usher.item(film).buy(ppv);
        purchase.catch(() => {}); // its viewer is gone
        await until(() => forgotten);
        await forgotten;
        await quiet();
        const [entry] = await entriesOf(platform.baseUrl);
        if (!paid || !entry) {
          // Nothing was paid, or it was granted and then erased.
          expect(sent('finishtransaction')).to.equal(paid);
          return;
        }
        const { now } = Date;
        stub(Date, 'now').callsFake(() => now() + 60_000);
        usher = platform.nextPage({ providers: [counted] });
        await usher.login({ username: 'ada', password: 'lovelace' });
        await usher.checkout();
        await until(() => usher.$purchases.get()[0]?.status === 'granted');
        expect(paid).to.equal(1);
      });
    }
  }

  it('of the store that reads the journal again is not notified when nothing has changed', async () => {
    await buyAndSettle();
    const { receipts } = await usher.checkout();
    let notified = 0;
    const stop = usher.$purchases.listen(() => {
      notified++;
      if (notified < 20) void receipts();
    });
    await receipts();
    await quiet();
    stop();
    expect(notified).to.equal(0);
  });
});
