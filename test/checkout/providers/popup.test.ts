import { expect } from 'chai';
import { restore, stub } from 'sinon';
import type { PopupProvider, Usher } from '../../../src/index.ts';
import {
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { later, quiet, until } from '../../fixtures/session/waiting.ts';

/** A payment window, as far as the runtime uses it. */
interface FakeWindow {
  closed: boolean;
  readonly shown: string[];
}

describe('a payment window that is closed while blank', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let address = later<string>();
  const windows: FakeWindow[] = [];
  const wallet: PopupProvider = { name: 'card', type: 'popup', url: () => address.promise };
  const hash = location.hash;

  beforeEach(() => {
    platform = scriptPayments();
    address = later();
    windows.length = 0;
    usher = platform.usher({ providers: [wallet] });
    stub(window, 'open').callsFake(() => {
      const shown: string[] = [];
      const one = {
        closed: false,
        shown,
        focus: () => {},
        close: () => void (one.closed = true),
        location: { replace: (url: string) => void shown.push(url) },
      };
      windows.push(one);
      return one as unknown as Window;
    });
  });
  afterEach(async () => {
    restore();
    location.hash = hash;
    await platform.end();
  });

  for (const again of ['resume', 'buy'] as const) {
    it(`leaves the page where it is, and ${again}() opens the next window`, async () => {
      const purchase = await usher.item(film).buy(ppv);
      windows[0]!.closed = true;
      address.resolve(`${location.href.split('#')[0]!}#paying`); // the page stays in this test
      await until(() => purchase.$state.get().error);
      expect(location.hash).to.not.equal('#paying');
      expect(purchase.$state.get()).to.deep.include({ status: 'awaiting-provider' });
      expect(purchase.$state.get().error).to.include({ code: 'provider-unavailable' });
      expect(purchase.$state.get().error!.hint).to.include('closed');
      expect((await entriesOf(platform.baseUrl))[0]).to.not.have.property('providerOpenedAt');
      await (again === 'resume' ? purchase.resume() : usher.item(film).buy(ppv));
      await until(() => windows[1]?.shown.length);
      await quiet();
      expect(purchase.$state.get().error).to.equal(undefined);
      expect(platform.to('payment/preparetransaction')).to.have.length(1);
    });
  }
});
