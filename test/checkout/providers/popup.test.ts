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
  /** Where the viewer has gone in it. Empty: a page of another site. */
  address: string;
  focused: number;
  readonly shown: string[];
}

describe('a payment window', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let address = later<string>();
  const windows: FakeWindow[] = [];
  const wallet: PopupProvider = { name: 'card', type: 'popup', url: () => address.promise };
  const hash = location.hash;
  const atProvider = 'https://pay.example/card';

  beforeEach(() => {
    platform = scriptPayments();
    address = later();
    windows.length = 0;
    usher = platform.usher({ providers: [wallet] });
    stub(window, 'open').callsFake(() => {
      const one = {
        closed: false,
        address: '',
        focused: 0,
        shown: [] as string[],
        focus: () => void one.focused++,
        close: () => void (one.closed = true),
        location: {
          replace: (url: string) => void one.shown.push(url),
          get origin() {
            if (!one.address) throw new DOMException('another site', 'SecurityError');
            return new URL(one.address).origin;
          },
          get href() {
            return one.address;
          },
        },
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
    it(`that is closed while blank stays closed: ${again}() opens another`, async () => {
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

    it(`that shows the shop again shows the provider after ${again}()`, async () => {
      address.resolve(atProvider);
      const purchase = await usher.item(film).buy(ppv);
      await until(() => windows[0]?.shown.length);
      windows[0]!.address = `${location.origin}/film/7`;
      await (again === 'resume' ? purchase.resume() : usher.item(film).buy(ppv));
      await until(() => windows[0]!.shown.length === 2);
      expect(windows[0]!.shown).to.deep.equal([atProvider, atProvider]);
      expect(windows).to.have.length(1);
      expect(windows[0]).to.deep.include({ closed: false });
      expect(platform.to('payment/preparetransaction')).to.have.length(1);
    });
  }

  for (const [what, at] of [
    ['the provider', ''],
    ['a blank page', 'about:blank'],
    ['the return from the provider', 'return'],
  ] as const) {
    it(`that shows ${what} is only focused again`, async () => {
      let returnUrl = '';
      usher.configure({
        providers: [
          {
            ...wallet,
            url: (payment) => {
              ({ returnUrl } = payment);
              return atProvider;
            },
          },
        ],
      });
      const purchase = await usher.item(film).buy(ppv);
      await until(() => windows[0]?.shown.length);
      windows[0]!.address = at === 'return' ? returnUrl : at;
      await purchase.resume();
      await quiet();
      expect(windows).to.have.length(1);
      expect(windows[0]!.focused).to.be.above(0);
      expect(windows[0]).to.deep.include({ closed: false, shown: [atProvider] });
    });
  }

  it('of a provider on the site of the shop is only focused again', async () => {
    const own = `${location.origin}/pay`;
    address.resolve(own);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => windows[0]?.shown.length);
    windows[0]!.address = `${location.origin}/pay/step-2`;
    await purchase.resume();
    await quiet();
    expect(windows).to.have.length(1);
    expect(windows[0]).to.deep.include({ closed: false, shown: [own] });
  });

  it('that is closed after the next click does not make the page leave', async () => {
    const ready = [later<void>(), later<void>()];
    ready[0]!.resolve();
    let clicks = 0;
    usher.configure({ providers: [{ ...wallet, ready: () => ready[clicks++]!.promise }] });
    address.resolve(`${location.href.split('#')[0]!}#paying`); // the page stays in this test
    const purchase = await usher.item(film).buy(ppv);
    await until(() => windows[0]?.shown.length);
    const again = usher.item(film).buy(ppv);
    await until(() => clicks === 2);
    windows[0]!.closed = true;
    ready[1]!.resolve();
    await again;
    await until(() => purchase.$state.get().error);
    expect(location.hash).to.not.equal('#paying');
    expect(purchase.$state.get().error).to.include({ code: 'provider-unavailable' });
    expect(purchase.$state.get()).to.include({ status: 'awaiting-provider' });
    expect(windows).to.have.length(1);
  });

  it('in which the viewer goes back after the next click shows the provider again', async () => {
    const ready = [later<void>(), later<void>()];
    ready[0]!.resolve();
    let clicks = 0;
    usher.configure({ providers: [{ ...wallet, ready: () => ready[clicks++]!.promise }] });
    address.resolve(atProvider);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => windows[0]?.shown.length);
    const again = usher.item(film).buy(ppv);
    await until(() => clicks === 2);
    windows[0]!.address = `${location.origin}/film/7`;
    ready[1]!.resolve();
    await again;
    await until(() => windows[0]!.shown.length === 2 || purchase.$state.get().error);
    expect(purchase.$state.get().error).to.equal(undefined);
    expect(windows[0]).to.deep.include({ closed: false, shown: [atProvider, atProvider] });
    expect(windows).to.have.length(1);
  });

  it('in which the viewer has gone back stays open when the provider cannot be shown', async () => {
    let isBroken = false;
    const url = (): string => {
      if (isBroken) throw new Error('down');
      return atProvider;
    };
    usher.configure({ providers: [{ ...wallet, url }] });
    const purchase = await usher.item(film).buy(ppv);
    await until(() => windows[0]?.shown.length);
    windows[0]!.address = `${location.origin}/film/7`;
    isBroken = true;
    await purchase.resume();
    await until(() => purchase.$state.get().error);
    expect(windows).to.have.length(1);
    expect(windows[0]).to.deep.include({ closed: false, shown: [atProvider] });
  });
});
