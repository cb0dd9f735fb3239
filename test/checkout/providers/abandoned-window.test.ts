import { expect } from 'chai';
import { restore, stub, type SinonStub } from 'sinon';
import type { InPageProvider, PopupProvider, Usher } from '../../../src/index.ts';
import {
  entriesOf,
  film,
  ppv,
  scriptPayments,
  writeJournal,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { answer } from '../../fixtures/session/scripted-platform.ts';
import { quiet, until } from '../../fixtures/session/waiting.ts';

interface ShownWindow {
  closed: boolean;
  readonly close: SinonStub;
  readonly location: { readonly replace: SinonStub };
}

describe('the payment window of a purchase that is given up', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let windows: ShownWindow[];
  const wallet: PopupProvider = { name: 'card', type: 'popup', url: () => 'https://pay.test/' };
  beforeEach(async () => {
    platform = scriptPayments();
    let prepared = 0;
    platform.script('payment/preparetransaction', () =>
      answer({ general: { transactionID: ++prepared, state: 'prepared' } }),
    );
    windows = [];
    stub(window, 'open').callsFake(() => {
      const shown: ShownWindow = {
        closed: false,
        close: stub().callsFake(() => {
          shown.closed = true;
        }),
        location: { replace: stub() },
      };
      windows.push(shown);
      return shown as unknown as Window;
    });
    usher = platform.usher({ providers: [wallet] });
    await usher.start();
  });
  afterEach(async () => {
    restore();
    await platform.end();
  });
  const isShown = (index: number) => () => windows[index]?.location.replace.callCount;
  const open = (): number => windows.filter(({ closed }) => !closed).length;

  it('is closed by abandon(), so that a second click cannot be paid twice', async () => {
    const first = await usher.item(film).buy(ppv);
    await until(isShown(0));
    await first.abandon();
    await until(() => windows[0]!.closed);
    await usher.item(film).buy(ppv);
    await until(isShown(1));
    expect(open()).to.equal(1);
  });

  it('is closed when a late payment of the same takes its place', async () => {
    const first = await usher.item(film).buy(ppv);
    await until(isShown(0));
    const [{ state }] = await entriesOf(platform.baseUrl);
    await first.abandon();
    const second = await usher.item(film).buy(ppv);
    await until(isShown(1));
    const message = { usherReturn: `${state}&outcome=approved&token=late`, usherHandOver: 'late' };
    window.postMessage(message, location.origin);
    await until(() => first.$state.get().status === 'granted');
    expect(second.$state.get().status).to.equal('abandoned');
    await until(() => windows[1]!.closed);
  });

  it('is closed when another tab has given it up', async () => {
    const first = await usher.item(film).buy(ppv);
    await until(isShown(0));
    const entries = await entriesOf(platform.baseUrl);
    await writeJournal(platform.baseUrl, {
      entries: entries.map((entry) => ({ ...entry, step: 'abandoned' })),
    });
    await (await usher.checkout()).purchase(first.id);
    await until(() => windows[0]!.closed);
  });

  it('ends the payment in the page: its signal is aborted, and a late outcome still counts', async () => {
    let signal: AbortSignal | undefined;
    let approve = (): void => {};
    const card: InPageProvider = {
      name: 'card',
      type: 'in-page',
      pay: (_payment, options) => {
        signal = options.signal;
        return new Promise((resolve) => {
          approve = () => resolve({ outcome: 'approved', token: 'proof' });
        });
      },
    };
    usher.configure({ providers: [card] });
    const purchase = await usher.item(film).buy(ppv);
    await until(() => signal);
    await purchase.abandon();
    await until(() => signal!.aborted);
    approve();
    await until(() => purchase.$state.get().status === 'granted');
  });

  it('stays open while the purchase is being paid, whatever else changes', async () => {
    await usher.item(film).buy(ppv);
    await until(isShown(0));
    await (await usher.item({ item: 8, streamtype: 'video' }).buy(ppv)).abandon();
    await quiet();
    expect(windows[0]!.closed).to.equal(false);
  });
});
