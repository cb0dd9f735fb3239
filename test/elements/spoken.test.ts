import { expect } from 'chai';
import { atom } from 'nanostores';
import { defineElements } from '../../src/elements/define-elements.ts';
import { unasked, type ItemState } from '../../src/item/item-state.ts';
import type { FakeUsher } from '../../src/testing/fake-usher.ts';
import {
  buttonOf,
  lockedFilm,
  press,
  put,
  rendered,
  shows,
  type,
} from '../fixtures/elements/shown.ts';
import { startRecorder } from '../fixtures/elements/spoken.ts';
import { later, quiet, until } from '../fixtures/session/waiting.ts';
import { film, offer } from '../fixtures/testing/locked-film.ts';

const gateMarkup = `<usher-gate item="7" lang="en">
  <video tabindex="0" src="data:video/webm;base64,"></video>
</usher-gate>`;
const listMarkup = '<usher-purchases lang="en"></usher-purchases>';
const user = { id: '170045' };
const spoken = startRecorder();

/** What was said since the last call, when nothing more comes. */
async function said(): Promise<string[]> {
  await quiet();
  return spoken.splice(0).map(({ by, text }) => `${by}: ${text}`);
}

/** A purchase that waits for its payment. */
async function buy(usher: FakeUsher): Promise<void> {
  await usher.item(film).buy(offer, { provider: 'card', title: 'Night Train' });
  await said();
}

const paid = 'status: You have bought this You can watch now.';
const declined =
  'status: The payment was declined Nothing was charged. Try again, or pay in another way.';
const abandoned = 'status: The payment was not completed You can start again at any time.';

describe('what elements say', () => {
  before(() => defineElements());
  afterEach(() => {
    for (const element of document.querySelectorAll('body > div')) element.remove();
    spoken.length = 0;
  });

  it('says the steps of a purchase, and once that the film can be watched', async () => {
    const usher = lockedFilm({ user });
    const gate = put<'usher-gate'>(gateMarkup, usher);
    await shows(gate, 'Choose how to watch');
    await said();
    const rent = await buttonOf(gate, 'Rent for');
    rent.focus();
    rent.click();
    await buttonOf(gate, 'with Card');
    expect(await said()).to.deep.equal(['focus: Rent for €4.99 48 hours']);
    const pay = await buttonOf(gate, 'with Card');
    pay.focus();
    pay.click();
    await shows(gate, 'Waiting for your payment');
    const steps = await said();
    expect(steps.filter((text) => text.includes('Waiting for your payment'))).to.have.length(1);
    await usher.finishPurchase();
    const [last, ...more] = (await said()).filter((text) => text.includes('watch now'));
    expect([last, more]).to.deep.equal([paid, []]);
  });

  it('says once what became of a payment, whether its heading has the focus already or not', async () => {
    const usher = lockedFilm({ user });
    const gate = put<'usher-gate'>(gateMarkup, usher);
    const rent = async (isFocused: boolean): Promise<void> => {
      const button = await buttonOf(gate, 'Rent for');
      if (isFocused) button.focus();
      else (gate.shadowRoot!.activeElement as HTMLElement | null)?.blur();
      button.click();
      await press(gate, 'with Card');
      await shows(gate, 'Waiting for your payment');
      await said();
    };
    for (const isFocused of [true, false]) {
      // The heading takes the focus again, and is read out, where it had it before the payment.
      const wayOf = (text: string): string => (isFocused ? text.replace('status', 'focus') : text);
      await rent(isFocused);
      await usher.finishPurchase(undefined, 'failed');
      const afterDecline = (await said()).filter((text) => text.includes('declined'));
      expect(afterDecline).to.deep.equal([wayOf(declined)]);
      await rent(isFocused);
      await usher.finishPurchase(undefined, 'abandoned');
      const afterCancel = (await said()).filter((text) => text.includes('not completed'));
      expect(afterCancel).to.deep.equal([wayOf(abandoned)]);
    }
    await rent(true);
    const cancel = await buttonOf(gate, 'Cancel this payment');
    cancel.focus();
    cancel.click();
    await shows(gate, 'The payment was not completed');
    expect(await said()).to.deep.equal([abandoned.replace('status', 'focus')]);
  });

  /** A viewer who rents a film with a provider in the page, and has the focus in the gate. */
  async function payByKeyboard() {
    const usher = lockedFilm({ user });
    const gate = put<'usher-gate'>(gateMarkup, usher);
    for (const name of ['Rent for', 'with Card']) {
      const button = await buttonOf(gate, name);
      button.focus();
      button.click();
    }
    await shows(gate, 'Waiting for your payment');
    return { usher, gate };
  }

  it('says nothing of its own when the dialog of a payment gives the focus back', async () => {
    const { usher, gate } = await payByKeyboard();
    const dialog = document.createElement('dialog');
    gate.parentElement!.append(dialog);
    dialog.showModal();
    await said();
    dialog.close();
    expect(await said()).to.deep.equal([]);
    await usher.finishPurchase(undefined, 'abandoned');
    expect(await said()).to.deep.equal([abandoned.replace('status', 'focus')]);
  });

  it('says the outcome of a payment as a status when the viewer is elsewhere by then', async () => {
    const { usher, gate } = await payByKeyboard();
    const field = document.createElement('input');
    gate.parentElement!.append(field);
    field.focus();
    await said();
    await usher.finishPurchase(undefined, 'abandoned');
    expect(await said()).to.deep.equal([abandoned]);
    expect(document.activeElement).to.equal(field);
  });

  it('says that a voucher has been redeemed, for this film or another, and no ID', async () => {
    const usher = lockedFilm({
      user,
      items: { '7/video': 'denied', '800041/video': 'denied' },
      vouchers: { SUMMER: '7/video', WINTER: '800041/video' },
    });
    const gate = put<'usher-gate'>(gateMarkup, usher);
    gate.describeItem = async ({ item }) => ({ address: `#${item}` });
    const redeem = async (code: string): Promise<string[]> => {
      const voucher = await buttonOf(gate, 'Redeem a voucher');
      voucher.focus();
      voucher.click();
      await type(gate, 'code', code);
      const button = await buttonOf(gate, 'Redeem');
      button.focus();
      await said();
      button.click();
      return said();
    };
    expect(await redeem('WINTER')).to.deep.equal([
      'focus: The code has been redeemed. It is for another film.',
    ]);
    expect(gate.shadowRoot!.querySelector('a')!.hash).to.equal('#800041');
    expect(await redeem('SUMMER')).to.deep.equal([
      'status: The code has been redeemed. You can watch now.',
    ]);
  });

  it('says that the platform cannot be reached, and again when another try has failed', async () => {
    const usher = lockedFilm();
    const $state = atom<ItemState>({ ...unasked, checking: true });
    const check = async (): Promise<ItemState> => $state.get();
    const gate = put<'usher-gate'>(gateMarkup);
    const item = { ...usher.item(film), $state, check };
    gate.usher = { ...usher, item: () => item };
    await until(() => gate.shadowRoot?.querySelector('h2'));
    $state.set({ ...unasked, reason: 'offline' });
    const retry = await buttonOf(gate, 'Try again');
    const offline =
      'status: No connection The service cannot be reached. Check your connection and try again.';
    expect(await said()).to.deep.equal([offline]);
    retry.focus();
    retry.click();
    expect(await said()).to.deep.equal([offline]);
    $state.set({ ...unasked, access: 'granted', reason: 'free' });
    expect(await said()).to.deep.equal(['status: Free to watch You can watch now.']);
  });

  it('says again that a payment cannot be read yet, when another reading has failed', async () => {
    const usher = lockedFilm({ user });
    await buy(usher);
    const checkout = await usher.checkout();
    const unread = { ...usher.$purchases.get()[0]!, hasUnreadReturn: true };
    const found = later<undefined>();
    const purchase = async (): Promise<undefined> => found.promise;
    const gate = put<'usher-gate'>(gateMarkup);
    gate.usher = {
      ...usher,
      $purchases: atom([unread]),
      checkout: async () => ({ ...checkout, purchase }),
    };
    const check = await buttonOf(gate, 'Check again');
    await said();
    check.focus();
    check.click();
    await shows(gate, 'One moment …');
    expect(await said()).to.deep.equal([]); // the panel is busy
    found.resolve(undefined);
    const [news = '', ...more] = await said();
    expect(news).to.match(/^status: Your payment is being checked .* Do not pay again/);
    expect(more).to.deep.equal([]);
    expect(gate.shadowRoot!.activeElement).to.equal(check);
  });

  it('does not repeat a heading when a check, as after a login, has changed nothing', async () => {
    const usher = lockedFilm();
    const $state = atom<ItemState>({ ...unasked, checking: true });
    const gate = put<'usher-gate'>(gateMarkup);
    const item = { ...usher.item(film), $state };
    gate.usher = { ...usher, item: () => item };
    const denied: ItemState = { ...unasked, access: 'denied', reason: 'not-paid' };
    $state.set(denied);
    await shows(gate, 'Choose how to watch');
    await said();
    $state.set({ ...unasked, checking: true });
    await shows(gate, 'Checking access');
    $state.set(denied);
    await shows(gate, 'Choose how to watch');
    expect(await said()).to.deep.equal([]);
    $state.set({ ...unasked, checking: true });
    await shows(gate, 'Checking access');
    $state.set({ ...denied, reason: 'geo' });
    const [news = '', ...more] = await said();
    expect([news.slice(0, 37), more]).to.deep.equal(['status: Not available in your country', []]);
  });

  it('says nothing of a film that is granted when the page opens', async () => {
    const gate = put<'usher-gate'>(gateMarkup, lockedFilm({ items: { '7/video': 'granted' } }));
    await until(() => gate.getAttribute('access') === 'granted');
    expect(await said()).to.deep.equal([]);
  });

  it('says that a subscription is paid where the domain sells it', async () => {
    const subscription = { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 };
    const usher = lockedFilm({ user, offers: [subscription] });
    const offers = put<'usher-offers'>('<usher-offers lang="en"></usher-offers>', usher);
    await press(offers, 'Subscribe for');
    await press(offers, 'with Card');
    await shows(offers, 'Waiting for your payment');
    await said();
    await usher.finishPurchase();
    const news = (await said()).filter((text) => text.includes('watch now'));
    expect(news).to.deep.equal(['status: Paid You can watch now.']);
  });

  it('names the purchase in a list that stands alone, and is silent about the others', async () => {
    const usher = lockedFilm({ user });
    const list = put<'usher-purchases'>(listMarkup, usher);
    await shows(list, 'No purchases on this device.');
    await buy(usher);
    await usher.finishPurchase(undefined, 'failed');
    const [news = '', ...more] = (await said()).filter((text) => text.includes('declined'));
    expect([news.slice(0, 46), more]).to.deep.equal([
      'status: Night Train The payment was declined N',
      [],
    ]);
    await buy(usher);
    const cancel = await buttonOf(list, 'Cancel this payment');
    cancel.focus();
    cancel.click();
    await shows(list, 'The payment was not completed');
    expect((await said()).sort()).to.deep.equal([
      'focus: Your purchases',
      'status: Night Train The payment was not completed You can start again at any time.',
    ]);
  });

  for (const where of ['alone', 'beside the panel of its film'] as const) {
    it(`says in the list, ${where}, each time that a payment still cannot be read`, async () => {
      const usher = lockedFilm({ user });
      await buy(usher);
      const checkout = await usher.checkout();
      const $purchases = atom([{ ...usher.$purchases.get()[0]!, hasUnreadReturn: true }]);
      let found = later<undefined>();
      const purchase = async (): Promise<undefined> => found.promise;
      const shown = { ...usher, $purchases, checkout: async () => ({ ...checkout, purchase }) };
      if (where !== 'alone') put<'usher-gate'>(gateMarkup, shown);
      const list = put<'usher-purchases'>(listMarkup, shown);
      const check = await buttonOf(list, 'Check again');
      await said();
      for (const time of ['first', 'second']) {
        found = later();
        check.click();
        expect(await said(), time).to.deep.equal([]);
        found.resolve(undefined);
        const [news = '', ...more] = await said();
        expect(news, time).to.match(/^status: Night Train Your payment is being checked The/);
        expect(more, time).to.deep.equal([]);
      }
      found = later();
      check.click();
      found.resolve(undefined);
      $purchases.set([{ ...$purchases.get()[0]!, status: 'granted', hasUnreadReturn: false }]);
      expect((await said()).filter((text) => text.includes('being checked'))).to.deep.equal([]);
    });
  }

  it('says of a failed check in the list what has failed, and nothing else', async () => {
    const usher = lockedFilm({ user });
    await buy(usher);
    const checkout = await usher.checkout();
    const $purchases = atom([{ ...usher.$purchases.get()[0]!, hasUnreadReturn: true }]);
    const purchase = (): Promise<never> => Promise.reject(new Error('no journal'));
    const shown = { ...usher, $purchases, checkout: async () => ({ ...checkout, purchase }) };
    const list = put<'usher-purchases'>(listMarkup, shown);
    const check = await buttonOf(list, 'Check again');
    await said();
    check.click();
    expect(await said()).to.deep.equal(['alert: Something went wrong. Try again.']);
  });

  it('leaves a purchase to the panel of its film where there is one', async () => {
    const usher = lockedFilm({ user });
    const list = put<'usher-purchases'>(listMarkup, usher);
    const gate = put<'usher-gate'>(gateMarkup, usher);
    await shows(list, 'No purchases on this device.');
    await shows(gate, 'Choose how to watch');
    await buy(usher);
    await usher.finishPurchase(undefined, 'failed');
    expect((await said()).filter((text) => text.includes('declined'))).to.deep.equal([declined]);
    await buy(usher);
    await usher.finishPurchase();
    const news = (await said()).filter((text) => /Paid$|watch now|Rented/.test(text));
    expect(news).to.deep.equal([paid]);
    await rendered(list);
    await shows(list, 'Paid');
  });
});
