import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import type { LitElement } from 'lit';
import { atom } from 'nanostores';
import { stub } from 'sinon';
import { defineElements } from '../../src/elements/define-elements.ts';
import { NetworkError } from '../../src/errors/network-error.ts';
import { NotFoundError } from '../../src/errors/not-found-error.ts';
import { PlatformError } from '../../src/errors/platform-error.ts';
import type { UsherError } from '../../src/errors/usher-error.ts';
import { unasked, type ItemState } from '../../src/item/item-state.ts';
import {
  allBelow,
  buttonOf,
  lockedFilm,
  press,
  put,
  rendered,
  shows,
  textOf,
  type,
} from '../fixtures/elements/shown.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';
import { offer } from '../fixtures/testing/locked-film.ts';
import { isWebKit } from '../support/it-unless.ts';

const markup = `<usher-gate item="7" streamtype="video" lang="en">
  <video tabindex="0" src="data:video/webm;base64,"></video>
</usher-gate>`;
/** What a screen reader reads when a held film may be watched. */
const granted = 'You have bought this You can watch now.';
const credentials = { username: 'ada', password: 'lovelace' };

const partOf = (gate: Element, part: string): Element =>
  gate.shadowRoot!.querySelector(`[part='${part}']`)!;

async function redeem(gate: Element, code: string): Promise<void> {
  await press(gate, 'Redeem a voucher');
  await type(gate, 'code', code);
  await press(gate, 'Redeem');
}

describe('usher-gate', () => {
  before(() => defineElements());
  afterEach(() => {
    for (const element of document.querySelectorAll('body > div')) element.remove();
  });

  it('shows why a film is locked, and offers it with its price', async () => {
    const gate = put<'usher-gate'>(markup, lockedFilm());
    await shows(gate, 'Choose how to watch');
    await shows(gate, 'Rent for €4.99');
    await shows(gate, '48 hours');
    expect(gate.getAttribute('access')).to.equal('denied');
  });

  it('opens no session after forget(), and checks the film after the next login', async () => {
    const usher = lockedFilm({ user: { id: '17', name: 'Ada' } });
    const gate = put<'usher-gate'>(markup, usher);
    await shows(gate, 'Choose how to watch');
    await usher.forget();
    await quiet();
    await rendered(gate);
    await quiet();
    expect(usher.$session.get().status).to.equal('ended');
    expect(usher.item({ item: 7, streamtype: 'video' }).$state.get().access).to.equal('unknown');
    await usher.login(credentials);
    await shows(gate, 'Choose how to watch');
  });

  it('says that a film could not be loaded only while it is granted', async () => {
    const usher = lockedFilm({ items: { '7/video': 'granted' } });
    const gate = put<'usher-gate'>(markup, usher);
    await until(() => gate.getAttribute('access') === 'granted');
    (gate as unknown as { sale: { fail: (...given: unknown[]) => void } }).sale.fail(
      new Error('no sources'),
      { isUnplayable: true },
    );
    await shows(gate, 'This could not be loaded');
    await usher.lose({ item: 7, streamtype: 'video' }, 'not-paid');
    await shows(gate, 'Choose how to watch');
    expect(textOf(gate)).to.not.include('could not be loaded');
  });

  it('sells the film to a logged-in viewer, with the chosen provider', async () => {
    const usher = lockedFilm({ user: { id: '17', name: 'Ada' } });
    const gate = put<'usher-gate'>(markup, usher);
    const events: unknown[] = [];
    gate.addEventListener('usher-access', (event) =>
      events.push((event as CustomEvent<{ access: string }>).detail.access),
    );
    gate.addEventListener('usher-purchase', (event) =>
      events.push((event as CustomEvent<{ status: string }>).detail.status),
    );
    await press(gate, 'Rent for');
    await buttonOf(gate, 'Pay €4.99 with Card');
    await press(gate, 'Pay €4.99 with wallet');
    await shows(gate, 'Waiting for your payment');
    expect(usher.$purchases.get().map(({ provider }) => provider)).to.deep.equal(['wallet']);
    await usher.finishPurchase();
    await shows(gate, granted);
    expect(textOf(gate)).to.equal(granted);
    expect(events).to.deep.equal(['unknown', 'denied', 'preparing', 'granted']);
  });

  it('asks for the login first, then continues with the offer', async () => {
    const usher = lockedFilm();
    const gate = put<'usher-gate'>(markup, usher);
    let name = '';
    gate.addEventListener('usher-login', (event) => {
      ({ name } = (event as CustomEvent<{ name: string }>).detail);
    });
    await press(gate, 'Rent for');
    await shows(gate, 'Log in to continue: Rent for €4.99');
    await type(gate, 'username', credentials.username);
    await type(gate, 'password', 'wrong');
    await press(gate.querySelector('usher-login')!, 'Log in');
    await shows(gate, 'User name or password is wrong.');
    await type(gate, 'password', credentials.password);
    await press(gate.querySelector('usher-login')!, 'Log in');
    await buttonOf(gate, 'Pay €4.99 with Card');
    expect(gate.querySelector('usher-login')).to.equal(null);
    expect(name).to.equal('ada');
    await press(gate, 'Back');
    await shows(gate, 'Choose how to watch');
  });

  it('shows the offers again after a logout, also to a viewer who has asked for the login', async () => {
    const usher = lockedFilm();
    const gate = put<'usher-gate'>(markup, usher);
    const chosen: unknown[] = [];
    await press(gate, 'Log in');
    await shows(gate, 'Password');
    gate.addEventListener('usher-choose', ({ detail }) => chosen.push(detail));
    await usher.login({ provider: 'manual', ...credentials });
    await shows(gate, 'Rent for €4.99');
    await usher.logout();
    await until(() => usher.$user.get() === null);
    await shows(gate, 'Log in');
    await rendered(gate);
    expect(textOf(gate)).to.include('Rent for €4.99').and.not.include('Password');
    expect(chosen).to.deep.equal([]);
  });

  it('redeems a voucher, and reports an invalid code', async () => {
    const gate = put<'usher-gate'>(markup, lockedFilm({ user: { id: '17' } }));
    await press(gate, 'Redeem a voucher');
    await press(gate, 'Redeem');
    await shows(gate, 'Enter the code first.');
    await type(gate, 'code', 'WINTER');
    await press(gate, 'Redeem');
    await shows(gate, 'There is no such code.');
    await type(gate, 'code', 'SUMMER');
    await press(gate, 'Redeem');
    await until(() => gate.getAttribute('access') === 'granted');
  });

  it('says that a voucher was for another film, with its title and a link, and as no error', async () => {
    const usher = lockedFilm({
      user: { id: '17' },
      items: { '7/video': 'denied', '8/video': 'denied' },
      vouchers: { SUMMER: '8/video' },
    });
    const gate = put<'usher-gate'>(markup, usher);
    gate.describeItem = async ({ item, streamtype }) => ({
      title: `Film ${item}`,
      address: `#${streamtype}`,
    });
    await redeem(gate, 'SUMMER');
    await shows(gate, 'The code has been redeemed. It is for another film. Film 8');
    expect(partOf(gate, 'error').textContent).to.equal('');
    expect(gate.shadowRoot!.querySelector('a')!.getAttribute('href')).to.equal('#video');
    expect(gate.getAttribute('access')).to.equal('denied');
    await shows(gate, 'Rent for');
    gate.describeItem = undefined;
    await press(gate, 'Rent for');
    await press(gate, 'Back');
    await shows(gate, 'Choose how to watch');
  });

  it('does not say that a voucher was for another film, if its film is named by its global ID', async () => {
    const usher = lockedFilm({
      user: { id: '17' },
      items: { '7/video': 'denied', '107/allmedia': 'denied' },
      vouchers: { SUMMER: '7/video' },
    });
    const ofGlobalId = markup.replace('item="7"', 'item="107" streamtype="allmedia"');
    const gate = put<'usher-gate'>(ofGlobalId, usher);
    await redeem(gate, 'SUMMER');
    await shows(gate, 'The code has been redeemed.');
    expect(textOf(gate)).to.not.include('another film');
  });

  for (const [status, hint, text] of [
    [404, 'no such voucher', 'There is no such code.'],
    [410, 'the voucher has expired', 'This code has expired.'],
    [410, 'the voucher is used up', 'This code has been used up.'],
    [410, '', 'This code is not valid, or it has been used.'],
    [409, 'this user owns the item already', 'You own this already. The code is still good.'],
    [409, 'unknown', 'This code is not valid'],
    [0, '', 'No clear answer came.'],
  ] as const) {
    it(`tells why a voucher is not taken: ${status} ${hint}`, async () => {
      const usher = lockedFilm({ user: { id: '17' } });
      const errors: Record<number, UsherError> = {
        0: new NetworkError(),
        404: new NotFoundError('payment/redeemvoucher', hint),
      };
      const error = errors[status] ?? new PlatformError('payment/redeemvoucher', status, hint);
      const checkout = await usher.checkout();
      const gate = put<'usher-gate'>(
        markup,
        Object.assign(usher, {
          checkout: async () => ({ ...checkout, redeemVoucher: () => Promise.reject(error) }),
        }),
      );
      await redeem(gate, 'SUMMER');
      await shows(gate, text);
    });
  }

  it('says why a viewer logs in: to redeem a voucher', async () => {
    const gate = put<'usher-gate'>(markup, lockedFilm());
    await press(gate, 'Redeem a voucher');
    await shows(gate, 'Log in to redeem your voucher.');
  });

  it('groups the offers, and says the terms of each before it is paid', async () => {
    const usher = lockedFilm({
      user: { id: '17' },
      offers: [
        offer,
        {
          operation: 'subscription',
          amount: 699,
          currency: 'EUR',
          duration: 12,
          paidMonthly: true,
        },
      ],
    });
    const gate = put<'usher-gate'>(markup.replace('item=', 'item-title="Big Fish" item='), usher);
    gate.optionsOf = ({ operation }) =>
      operation === 'subscription' ? { subscriptionWillRenew: true } : undefined;
    const terms =
      'Subscribe for €6.99 a month 12 months, €83.88 in total · renews until you stop it';
    await shows(gate, `This film Rent for €4.99 48 hours Subscriptions ${terms}`);
    await press(gate, 'Rent for');
    await shows(gate, 'Rent for €4.99 Big Fish · 48 hours');
    await press(gate, 'Pay €4.99 with Card');
    await shows(gate, 'Rent for €4.99 · Big Fish · 48 hours');
  });

  it('says of a purchase whether it renews, and not what the page would sell now', async () => {
    const subscription = { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 };
    const usher = lockedFilm({ user: { id: '17' }, offers: [subscription] });
    const options = { provider: 'card', subscriptionWillRenew: false };
    await (await usher.checkout()).buy(subscription, options);
    const gate = put<'usher-gate'>(markup, usher);
    gate.optionsOf = () => ({ subscriptionWillRenew: true });
    await shows(gate, 'Waiting for your payment');
    await shows(gate, 'Subscribe for €7.99 a month · ends by itself');
  });

  it('moves the focus to the heading when a newer purchase takes the place of the shown one', async () => {
    const subscription = { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 };
    const usher = lockedFilm({ user: { id: '17' }, offers: [offer, subscription] });
    // No payment in the page: it would take the focus out of the panel.
    const redirect = { name: 'card', type: 'redirect', url: () => new Promise<string>(() => {}) };
    usher.configure({ providers: [redirect as never] });
    const gate = put<'usher-gate'>(markup, usher);
    const film = usher.item({ item: 7, streamtype: 'video' });
    await film.buy(offer, { provider: 'card' });
    const cancel = await buttonOf(gate, 'Cancel this payment');
    cancel.focus();
    await quiet(); // they do not begin at the same time
    await film.buy(subscription, { provider: 'card' });
    await shows(gate, 'Subscribe for €7.99');
    expect(cancel.isConnected).to.equal(false);
    expect(gate.shadowRoot!.activeElement?.id).to.equal('title');
  });

  it('takes an offer without a price without a provider, where the platform allows it', async () => {
    const usher = lockedFilm({ user: { id: '17' }, offers: [{ ...offer, amount: 0 }] });
    const gate = put<'usher-gate'>(markup, usher);
    const film = usher.item({ item: 7, streamtype: 'video' });
    let claims = 0;
    const claim = async (): Promise<ItemState> => {
      claims++;
      if (claims > 1) await usher.grant('7/video', { reason: 'free' });
      return film.$state.get();
    };
    const claimed = { ...film, claim };
    gate.usher = { ...usher, item: () => claimed };
    await press(gate, 'Watch free');
    await press(gate, 'Watch free');
    await buttonOf(gate, 'Pay €0.00 with Card'); // the platform wants a provider
    await press(gate, 'Back');
    await press(gate, 'Watch free');
    expect(claims).to.equal(1);
    const other = put<'usher-gate'>(markup, undefined);
    other.usher = gate.usher;
    await press(other, 'Watch free');
    await press(other, 'Watch free');
    await until(() => other.getAttribute('access') === 'granted');
    expect(usher.$purchases.get()).to.have.length(0);
  });

  for (const [reason, title] of [
    ['geo', 'Not available in your country'],
    ['age', 'Age-restricted'],
    ['schedule', 'Not available right now'],
    ['domain', 'Not available on this site'],
    ['not-found', 'No longer available'],
    ['login-required', 'Log in'],
    ['embargo', 'The service says: embargo.'],
  ]) {
    it(`explains the reason ${reason}`, async () => {
      const items = { '7/video': { access: 'denied', reason, offers: [] } } as const;
      const gate = put<'usher-gate'>(markup, lockedFilm({ items: items as never }));
      await shows(gate, title!);
    });
  }

  it('shows that the platform is unreachable, and tries again', async () => {
    const usher = lockedFilm();
    usher.goOffline();
    const gate = put<'usher-gate'>(markup, usher);
    await shows(gate, 'No connection');
    void usher.goOnline();
    await press(gate, 'Try again');
    await shows(gate, 'Choose how to watch');
  });

  it('says that nobody is logged in after everything was forgotten, and checks when it is asked', async () => {
    const usher = lockedFilm();
    const $state = atom<ItemState>({ ...unasked, checking: true });
    const $session = atom(usher.$session.get());
    const film = usher.item({ item: 7, streamtype: 'video' });
    let checks = 0;
    const check = async (): Promise<ItemState> => {
      checks++;
      $state.set({ ...unasked, error: { code: 'network', message: '', retryable: false } }); // no code for a check
      return $state.get();
    };
    const gate = put<'usher-gate'>(markup);
    const item = { ...film, $state, check };
    gate.usher = { ...usher, $session, item: () => item };
    await until(() => gate.shadowRoot?.querySelector('h2'));
    $session.set({ ...$session.get(), status: 'ended', user: null });
    $state.set(unasked);
    await shows(gate, 'You are logged out');
    await press(gate, 'Try again');
    await shows(gate, 'Access could not be checked Something went wrong. Please try again.');
    expect(checks).to.equal(1);
  });

  it('says that a granted film cannot be loaded, and tries again', async () => {
    const sources = { '7/video': [{ url: 'data:video/webm;base64,' }] };
    const usher = lockedFilm({ items: { '7/video': 'granted' }, sources });
    const gate = put<'usher-gate'>(
      '<usher-gate item="7" lang="en"><video></video></usher-gate>',
      usher,
    );
    const failures: unknown[] = [];
    gate.addEventListener('usher-failure', ({ detail }) => failures.push(detail));
    await shows(gate, 'This could not be loaded');
    expect(gate.getAttribute('access')).to.equal('granted');
    expect(failures).to.have.length(1);
    expect(failures[0]).to.include({ code: 'input', field: 'globalId' });
    gate.globalId = '107';
    await press(gate, 'Try again');
    await until(() => gate.querySelector('video')!.src);
    expect(textOf(gate)).to.equal(granted);
    expect(failures).to.have.length(1);
  });

  it('says that access cannot be checked when its item is no ID', async () => {
    for (const item of ['item="Fight Club"', '']) {
      const text = `<usher-gate ${item} lang="en"><video></video></usher-gate>`;
      const gate = put<'usher-gate'>(text, lockedFilm());
      await shows(gate, 'Access could not be checked');
      expect(textOf(gate)).to.not.include('Log in');
    }
  });

  it('shows the content of the page in place of its own panel', async () => {
    const gate = put<'usher-gate'>(
      `<usher-gate item="7" lang="en"><p slot="denied">Ours is better</p><p slot="granted">Enjoy</p></usher-gate>`,
      lockedFilm({ user: { id: '17' } }),
    );
    await until(() => gate.getAttribute('access') === 'denied');
    await quiet();
    expect(textOf(gate)).to.equal('Ours is better');
  });

  it('shows the content of each slot at its time, and the others never', async () => {
    const slots = ['checking', 'unknown', 'denied', 'granted'];
    const content = slots.map((slot) => `<p slot="${slot}">This is ${slot}</p>`).join('');
    const usher = lockedFilm();
    const $state = atom<ItemState>({ ...unasked, checking: true });
    const gate = put<'usher-gate'>(`<usher-gate item="7" lang="en">${content}</usher-gate>`);
    gate.usher = { ...usher, item: (reference) => ({ ...usher.item(reference), $state }) };
    await shows(gate, 'checking');
    expect(textOf(gate)).to.equal('This is checking');
    $state.set({ ...unasked, reason: 'offline' });
    await shows(gate, 'unknown');
    expect(textOf(gate)).to.equal('This is unknown');
    gate.usher = usher;
    await shows(gate, 'denied');
    expect(textOf(gate)).to.equal('This is denied');
    await usher.grant('7/video');
    await shows(gate, 'granted');
    expect(textOf(gate)).to.equal(`${granted} This is granted`);
  });

  it('moves the focus to each step, and to the film at the end', async () => {
    const usher = lockedFilm({ user: { id: '17' } });
    const gate = put<'usher-gate'>(markup, usher);
    const focused = (): Element | null | undefined => gate.shadowRoot?.activeElement;
    const rent = await buttonOf(gate, 'Rent for');
    rent.focus();
    rent.click();
    const pay = await buttonOf(gate, 'Pay €4.99 with Card');
    await until(() => focused()?.id === 'title');
    pay.focus();
    pay.click();
    await shows(gate, 'Waiting for your payment');
    await until(() => focused() === null); // a payment in the page may take it
    if (!isWebKit) {
      // The driver of WebKitGTK sends no keys.
      await sendKeys({ press: 'Tab' });
      expect(focused()?.textContent?.trim()).to.equal('Continue the payment');
    }
    await usher.finishPurchase();
    await until(() => document.activeElement === gate.querySelector('video'));
  });

  it('has its login form by the time when the heading of that step takes the focus', async () => {
    const gate = put<'usher-gate'>(markup, lockedFilm());
    const login = await buttonOf(gate, 'Log in');
    login.focus();
    login.click();
    await rendered(gate);
    expect(gate.shadowRoot?.activeElement?.id).to.equal('title');
    await rendered(gate.querySelector('usher-login')!);
    expect(gate.querySelector('[name=username]')).to.not.equal(null);
  });

  it('keeps the focus from the login form to the payment, whichever is rendered first', async () => {
    const usher = lockedFilm();
    const { login } = usher;
    // The gate renders while the login is under way. So it follows the session after its form,
    // which is then rendered first.
    const renderGate = async (): Promise<void> => {
      (gate as unknown as LitElement).requestUpdate();
      await rendered(gate);
    };
    const gate = put<'usher-gate'>(
      markup,
      Object.assign(usher, {
        login: async (...given: Parameters<typeof login>) => {
          await renderGate();
          return login(...given);
        },
      }),
    );
    await press(gate, 'Rent for');
    await type(gate, 'username', credentials.username);
    await type(gate, 'password', credentials.password);
    gate.querySelector<HTMLInputElement>('[type=password]')!.focus();
    await press(gate.querySelector('usher-login')!, 'Log in');
    await buttonOf(gate, 'Pay €4.99 with Card');
    await until(() => gate.shadowRoot?.activeElement?.id === 'title');
  });

  it('takes no focus from other parts of the page', async () => {
    const usher = lockedFilm();
    const gate = put<'usher-gate'>(markup, usher);
    const other = document.createElement('button');
    gate.after(other);
    await shows(gate, 'Choose how to watch');
    other.focus();
    await usher.grant('7/video');
    await until(() => gate.getAttribute('access') === 'granted');
    await quiet();
    expect(document.activeElement).to.equal(other);
  });

  it('speaks the language of the page, and follows a change', async () => {
    const gate = put<'usher-gate'>(
      `<section lang="de"><usher-gate item="7"></usher-gate></section>`,
      lockedFilm(),
    ).firstElementChild as HTMLElementTagNameMap['usher-gate'];
    gate.usher = lockedFilm();
    await shows(gate, 'Leihen für 4,99 €');
    await shows(gate, '48 Stunden');
    gate.parentElement!.lang = 'en';
    await shows(gate, 'Rent for €4.99');
  });

  it('follows the language of a component of the page that it is in', async () => {
    const host = document.createElement('div');
    document.body.append(host);
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<section lang="de"><usher-gate item="7"></usher-gate></section>';
    const gate = root.querySelector('usher-gate')!;
    gate.usher = lockedFilm();
    await shows(gate, 'So kannst du es ansehen');
    root.querySelector('section')!.lang = 'en';
    await shows(gate, 'Choose how to watch');
  });

  it('uses texts of the page, for one text or another language', async () => {
    defineElements({
      words: { en: { 'reason.not-paid': 'Pick a ticket' }, fr: { login: 'Se connecter' } },
    });
    const gate = put<'usher-gate'>(markup, lockedFilm());
    await shows(gate, 'Pick a ticket');
    gate.lang = 'fr-CH';
    await shows(gate, 'Se connecter');
    defineElements({ words: { en: {} } });
  });

  it('unsubscribes from stores when it leaves the page, and subscribes again when it is back', async () => {
    const usher = lockedFilm();
    const $state = usher.item({ item: 7, streamtype: 'video' }).$state as unknown as { lc: number };
    const stores = [usher.$session, usher.$purchases] as unknown as { lc: number }[];
    const count = (): number[] => [$state, ...stores].map(({ lc }) => lc);
    const before = count();
    const gate = put<'usher-gate'>(markup, usher);
    await shows(gate, 'Choose how to watch');
    expect(count()).to.not.deep.equal(before);
    const place = gate.parentElement!;
    gate.remove();
    await quiet();
    expect(count()).to.deep.equal(before);
    place.append(gate);
    await usher.grant('7/video');
    await until(() => gate.getAttribute('access') === 'granted');
  });

  it('keeps the content of the page until it is ready', async () => {
    const gate = put<'usher-gate'>(
      `<usher-offers item="7"><p>4.99 EUR</p></usher-offers>`,
      lockedFilm(),
    );
    Object.assign(gate, { usher: undefined });
    await quiet();
    expect(textOf(gate)).to.equal('4.99 EUR');
    Object.assign(gate, { usher: lockedFilm() });
    await shows(gate, 'Rent for');
    expect(textOf(gate)).to.not.include('4.99 EUR');
  });

  it('makes the film unfocusable while it is locked', async () => {
    const gate = put<'usher-gate'>(markup, lockedFilm());
    await shows(gate, 'Choose how to watch');
    const media = allBelow(gate.shadowRoot!).find((each) => each.getAttribute('part') === 'media');
    expect(media?.hasAttribute('inert')).to.equal(true);
  });

  const mediaOf = (gate: Element): Element | undefined =>
    allBelow(gate.shadowRoot!).find((each) => each.getAttribute('part') === 'media');

  it('plays the free preview beside the offers, and covers the film after it', async () => {
    const gate = put<'usher-gate'>(markup.replace('item=', 'preview="30" item='), lockedFilm());
    await shows(gate, 'Choose how to watch');
    await until(() => gate.hasAttribute('previewing'));
    await until(() => !mediaOf(gate)?.hasAttribute('inert'));
    const video = gate.querySelector('video')!;
    Object.defineProperty(video, 'currentTime', { value: 31 });
    video.dispatchEvent(new Event('timeupdate'));
    await until(() => mediaOf(gate)?.hasAttribute('inert'));
    expect(gate.hasAttribute('previewing')).to.equal(false);
  });

  it('blocks a player that is defined later than the gate', async () => {
    const gate = put<'usher-gate'>(
      '<usher-gate item="7" lang="en"><late-player></late-player></usher-gate>',
      lockedFilm(),
    );
    await shows(gate, 'Choose how to watch');
    let isPaused = false;
    customElements.define(
      'late-player',
      class extends HTMLElement {
        paused = false;
        currentTime = 0;
        play(): void {}
        pause(): void {
          isPaused = true;
        }
      },
    );
    await until(() => isPaused);
  });

  it('blocks a player that replaces the first one deeper inside it, and only the first of two', async () => {
    const gate = put<'usher-gate'>(
      '<usher-gate item="7" lang="en"><div><p><video></video></p></div></usher-gate>',
      lockedFilm(),
    );
    await shows(gate, 'Choose how to watch');
    const players = [document.createElement('video'), document.createElement('video')];
    const pauses = players.map((player) => {
      Object.defineProperty(player, 'paused', { value: false });
      return stub(player, 'pause');
    });
    gate.querySelector('p')!.replaceChildren(...players);
    await until(() => pauses[0]!.callCount);
    for (const player of players) player.dispatchEvent(new Event('play'));
    expect(pauses.map(({ callCount }) => callCount)).to.deep.equal([2, 0]);
  });
});
