import { expect } from 'chai';
import { defineElements } from '../../src/elements/define-elements.ts';
import { identityChanged } from '../../src/errors/identity-changed.ts';
import { PlatformError } from '../../src/errors/platform-error.ts';
import type { FakeUsher } from '../../src/testing/fake-usher.ts';
import {
  buttonOf,
  lockedFilm,
  press,
  put,
  rendered,
  shows,
  textOf,
  type,
} from '../fixtures/elements/shown.ts';
import { later, quiet, until } from '../fixtures/session/waiting.ts';
import { offer } from '../fixtures/testing/locked-film.ts';

// A page changes the attributes and the runtime of an element that it keeps, as frameworks do.

const user = { id: '17' };
const subscription = { operation: 'subscription', amount: 699, currency: 'EUR', duration: 1 };
const markup = `<usher-gate item="7" lang="en"><video src="data:video/webm;base64,"></video>
  </usher-gate>`;
const inside = '<usher-offers slot="denied" lang="en"></usher-offers></usher-gate>';
const domainOffers = '<usher-offers lang="en"></usher-offers>';

/** Two films with one offer each. */
const twoFilms = (): FakeUsher =>
  lockedFilm({
    user,
    items: {
      '7/video': { access: 'denied', offers: [{ ...offer, amount: 199 }] },
      '8/video': { access: 'denied', offers: [{ ...offer, amount: 999 }] },
    },
  } as never);

/** Plays the video of a gate. Returns how often it was paused. */
async function play(gate: HTMLElement): Promise<number> {
  const video = gate.querySelector('video')!;
  let pauses = 0;
  video.pause = () => void pauses++;
  Object.defineProperty(video, 'paused', { value: false });
  video.dispatchEvent(new Event('play'));
  await quiet();
  return pauses;
}

describe('an element whose attributes or runtime the page changes', () => {
  before(() => defineElements());
  afterEach(() => {
    for (const element of document.querySelectorAll('body > div')) element.remove();
  });

  it('does not sell another film at the price that was chosen before', async () => {
    const usher = twoFilms();
    const gate = put<'usher-gate'>(markup, usher);
    await press(gate, 'Rent for €1.99');
    await buttonOf(gate, 'Pay €1.99 with Card');
    gate.item = '8';
    await press(gate, 'Rent for €9.99');
    await press(gate, 'Pay €9.99 with Card');
    await until(() => usher.$purchases.get().length);
    expect(usher.$purchases.get()[0]).to.include({ item: '8', amount: 999 });
  });

  it('shows the offers of the new item in usher-offers inside a gate too', async () => {
    const usher = twoFilms();
    const gate = put<'usher-gate'>(markup.replace('</usher-gate>', inside), usher);
    const offers = gate.querySelector('usher-offers')!;
    offers.usher = usher;
    await shows(offers, 'Rent for €1.99');
    gate.item = '8';
    // At once, not with the next change of a store.
    await rendered(gate);
    await rendered(offers);
    expect(textOf(offers)).to.not.include('€1.99');
    await shows(offers, 'Rent for €9.99');
  });

  it('buys from the new runtime', async () => {
    const before = lockedFilm({ offers: [subscription], user });
    const offers = put<'usher-offers'>(domainOffers, before);
    await press(offers, 'Subscribe for €6.99');
    await buttonOf(offers, 'Pay €6.99 with Card');
    const now = lockedFilm({ offers: [{ ...subscription, amount: 799 }], user });
    offers.usher = now;
    await press(offers, 'Subscribe for €7.99');
    await press(offers, 'Pay €7.99 with Card');
    await until(() => now.$purchases.get().length);
    expect(before.$purchases.get()).to.deep.equal([]);
  });

  it('buys from the new runtime after the earlier one was disposed of', async () => {
    const before = lockedFilm({ offers: [subscription], user });
    const offers = put<'usher-offers'>(domainOffers, before);
    await shows(offers, 'Subscribe for');
    before.dispose();
    const now = lockedFilm({ offers: [{ ...subscription, amount: 799 }], user });
    offers.usher = now;
    await press(offers, 'Subscribe for €7.99');
    await press(offers, 'Pay €7.99 with Card');
    await until(() => now.$purchases.get().length);
  });

  it('ignores a late answer of the earlier runtime', async () => {
    const before = lockedFilm({ offers: [subscription], user });
    const checkout = await before.checkout();
    const late = later<Awaited<ReturnType<typeof checkout.offers>>>();
    const slow = { ...before, checkout: async () => ({ ...checkout, offers: () => late.promise }) };
    const offers = put<'usher-offers'>(domainOffers, slow as never);
    await quiet();
    offers.usher = lockedFilm({ offers: [{ ...subscription, amount: 799 }], user });
    await shows(offers, '€7.99');
    late.resolve(await checkout.offers());
    await quiet();
    expect(textOf(offers)).to.include('€7.99').and.not.include('€6.99');
  });

  it('loads offers again only when the session has changed after a failure', async () => {
    const usher = lockedFilm({ user });
    const checkout = await usher.checkout();
    let loads = 0;
    const failing = async (): Promise<never> => {
      loads++;
      throw new PlatformError('payment/offers', 500);
    };
    const broken = { ...usher, checkout: async () => ({ ...checkout, offers: failing }) };
    put<'usher-offers'>(domainOffers, broken as never);
    await until(() => loads);
    for (let turn = 0; turn < 5; turn++) await quiet();
    expect(loads).to.equal(1);
    await usher.logout();
    await until(() => loads > 1);
  });

  it('asks a disposed runtime once', async () => {
    const usher = lockedFilm({ user });
    usher.dispose();
    let calls = 0;
    const counted = { ...usher, checkout: () => (calls++, usher.checkout()) };
    put<'usher-offers'>(domainOffers, counted as never);
    await until(() => calls);
    for (let turn = 0; turn < 5; turn++) await quiet();
    expect(calls).to.be.below(4);
  });

  it('has no preview when the attribute is no number, or was removed', async () => {
    const usher = lockedFilm();
    let gates = 0;
    const counted: FakeUsher = {
      ...usher,
      gate: (...given) => {
        if (++gates > 20) throw new Error('gates without an end');
        return usher.gate(...given);
      },
    };
    const gate = put<'usher-gate'>(markup.replace('item', 'preview="60s" item'), counted);
    await shows(gate, 'Rent for');
    await quiet();
    expect(gates).to.equal(1);
    gate.setAttribute('preview', '60');
    await until(() => gate.hasAttribute('previewing'));
    gate.removeAttribute('preview');
    await until(() => !gate.hasAttribute('previewing'));
    expect(await play(gate)).to.equal(1);
  });

  it('sells a video again when the streamtype was removed', async () => {
    const gate = put<'usher-gate'>(markup, lockedFilm());
    gate.setAttribute('streamtype', 'video');
    await shows(gate, 'Rent for');
    gate.removeAttribute('streamtype');
    await quiet();
    expect(textOf(gate)).to.include('Rent for');
    expect(gate.getAttribute('access')).to.equal('denied');
  });

  it('says that access is unknown when a granted item is taken away', async () => {
    const gate = put<'usher-gate'>(markup, lockedFilm({ items: { '7/video': 'granted' } }));
    await until(() => gate.getAttribute('access') === 'granted');
    gate.item = 'no ID';
    await until(() => gate.getAttribute('access') === 'unknown');
  });

  it('says that access is unknown when the item of a gate without a player is taken away', async () => {
    const usher = lockedFilm({ items: { '7/video': 'granted' } });
    const gate = put<'usher-gate'>('<usher-gate item="7" lang="en"></usher-gate>', usher);
    await until(() => gate.getAttribute('access') === 'granted');
    gate.item = undefined;
    await until(() => gate.getAttribute('access') === 'unknown');
  });

  it('covers the film of a preview when the item is taken away', async () => {
    const gate = put<'usher-gate'>(markup.replace('item', 'preview="60" item'), lockedFilm());
    await until(() => gate.hasAttribute('previewing'));
    await shows(gate, 'Rent for');
    gate.item = undefined;
    await until(() => gate.getAttribute('access') === 'unknown');
    await rendered(gate);
    await rendered(gate);
    expect(gate.hasAttribute('previewing')).to.equal(false);
    const place = gate.shadowRoot!.querySelector('[part=media]')!;
    expect(place.hasAttribute('inert')).to.equal(true);
  });

  it('keeps an offer that the page chooses in the task in which it changes the item', async () => {
    const usher = twoFilms();
    const { offers } = await usher.item({ item: '8', streamtype: 'video' }).check();
    const gate = put<'usher-gate'>(markup, usher);
    await shows(gate, 'Rent for €1.99');
    const chosen: unknown[] = [];
    gate.addEventListener('usher-choose', ({ detail }) => chosen.push(detail?.amount));
    gate.item = '8';
    gate.choose(offers[0]!);
    await buttonOf(gate, 'Pay €9.99 with Card');
    expect(chosen).to.deep.equal([999]);
  });

  /** Redeems a voucher in a gate. It is for another film. */
  async function redeemOther(usher: FakeUsher): Promise<HTMLElementTagNameMap['usher-gate']> {
    const gate = put<'usher-gate'>(markup, usher);
    gate.describeItem = async () => ({ title: 'Sintel' });
    await press(gate, 'voucher');
    await type(gate, 'code', 'SUMMER');
    await press(gate, 'Redeem');
    await shows(gate, 'It is for another film. Sintel');
    return gate;
  }
  const voucherFilms = (): FakeUsher =>
    lockedFilm({
      user,
      vouchers: { SUMMER: '8/video' },
      items: { '7/video': 'denied', '8/video': 'denied', '9/video': 'denied' },
    });

  it('does not say of another film what a voucher has opened', async () => {
    const gate = await redeemOther(voucherFilms());
    gate.item = '9';
    await shows(gate, 'Choose how to watch');
    expect(textOf(gate)).to.not.include('Sintel');
  });

  it('does not say to the next viewer what a voucher has opened', async () => {
    const usher = voucherFilms();
    const gate = await redeemOther(usher);
    await usher.logout();
    await shows(gate, 'Choose how to watch');
    expect(textOf(gate)).to.not.include('Sintel');
  });

  it('does not say to the next viewer that a code was redeemed while the viewer changed', async () => {
    const usher = voucherFilms();
    const gate = put<'usher-gate'>(markup, usher);
    const described = later<{ title: string }>();
    let isAsked = false;
    gate.describeItem = () => {
      isAsked = true;
      return described.promise;
    };
    await press(gate, 'voucher');
    await type(gate, 'code', 'SUMMER');
    await press(gate, 'Redeem');
    await until(() => isAsked);
    await usher.logout();
    await shows(gate, 'Log in to redeem your voucher');
    described.resolve({ title: 'Sintel' });
    await until(() => gate.shadowRoot!.querySelector('[aria-busy=false]'));
    await quiet();
    expect(textOf(gate)).to.include('Log in to redeem').and.not.include('Sintel');
  });

  it('says to the next viewer that a purchase of the last one was not made', async () => {
    const usher = lockedFilm({ user });
    const item = usher.item({ item: '7', streamtype: 'video' });
    const buy = async (): Promise<never> => {
      await usher.logout();
      throw identityChanged();
    };
    const sold = { ...item, buy };
    const gate = put<'usher-gate'>(markup, { ...usher, item: () => sold } as never);
    await press(gate, 'Rent for');
    await press(gate, 'with Card');
    await shows(gate, 'Another account is logged in now');
  });

  it('covers no film because another one could not be loaded', async () => {
    const items = { '7/video': 'granted', '8/video': 'granted' } as const;
    const gate = put<'usher-gate'>(markup.replace(/ src="[^"]*"/, ''), lockedFilm({ items }));
    await shows(gate, 'This could not be loaded');
    gate.querySelector('video')!.src = 'data:video/webm;base64,';
    gate.item = '8';
    await shows(gate, 'You can watch now');
    const place = gate.shadowRoot!.querySelector('[part=media]')!;
    expect(place.hasAttribute('inert')).to.equal(false);
  });

  it('sells nothing of the earlier domain', async () => {
    const usher = lockedFilm({ user });
    const queue = window.usher;
    const never = new Promise<never>(() => {});
    const ready = (domain: string): Promise<unknown> =>
      domain === '741' ? Promise.resolve(usher) : never;
    Object.assign(window, { usher: { ready } });
    const gate = put<'usher-gate'>(markup.replace('item', 'domain="741" item'));
    const account = put<'usher-account'>('<usher-account domain="741" lang="en"></usher-account>');
    await shows(gate, 'Rent for');
    await shows(account, 'Log out');
    gate.domain = '742';
    account.domain = '742';
    await rendered(gate);
    await rendered(account);
    Object.assign(window, { usher: queue });
    expect(textOf(gate)).to.not.include('Rent for');
    expect(textOf(account)).to.not.include('Log out');
  });

  it('has one form when the page copies it', async () => {
    const usher = lockedFilm();
    const login = put<'usher-login'>('<usher-login lang="en"></usher-login>', usher);
    await buttonOf(login, 'Log in');
    const copy = login.cloneNode(true) as typeof login;
    copy.usher = usher;
    login.after(copy);
    await buttonOf(copy, 'Log in');
    expect(copy.querySelectorAll('form')).to.have.length(1);
  });
});
