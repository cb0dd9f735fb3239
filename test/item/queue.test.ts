import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../src/index.ts';
import { answer, type ScriptedPlatform, type Sent } from '../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../fixtures/session/timed-platform.ts';
import { quiet, ticking, until } from '../fixtures/session/waiting.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;
const film = (item: number) => ({ item, streamtype: 'video' }) as const;
const many = Array.from({ length: 300 }, (_, index) => index + 1);
const itemOf = ({ query }: Sent): number => Number(new URLSearchParams(query).get('item'));

describe('the states of many items', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let usher: Usher;
  let open: { readonly sent: Sent; readonly settle: () => void }[];
  let mostOpen: number;
  withTimedPlatform((...made) => {
    [platform, clock] = made;
    usher = platform.usher();
    open = [];
    mostOpen = 0;
  });
  const asked = (): number[] => platform.to('payment/itemstate').map(itemOf);
  const denied = (): Response =>
    answer({ general: { canPlay: 0, reason: 'not-paid', isPay: 1, offers: [] } });
  /** From now on answers wait until the test settles them. */
  const slow = (): void =>
    platform.script(
      'payment/itemstate',
      (sent) =>
        new Promise((resolve) => {
          const one = {
            sent,
            settle: () => {
              open.splice(open.indexOf(one), 1);
              resolve(denied());
            },
          };
          open.push(one);
          mostOpen = Math.max(mostOpen, open.length);
        }),
    );
  async function checkAll(): Promise<void> {
    platform.script('payment/itemstate', denied);
    await Promise.all(many.map((item) => usher.item(film(item)).check()));
    expect(asked()).to.have.length(300);
  }

  it('are requested three at a time', async () => {
    slow();
    const all = Promise.all(many.slice(0, 20).map((item) => usher.item(film(item)).check()));
    await until(() => open.length === 3);
    await quiet();
    expect(open).to.have.length(3);
    while (open.length) {
      open[0]!.settle();
      await quiet();
    }
    await all;
    expect(mostOpen).to.equal(3);
  });

  it('without a listener are refetched by the next listener or check, not by a login or purchase', async () => {
    await checkAll();
    await ticking(clock, usher.login(ada));
    window.dispatchEvent(new Event('online'));
    await quiet();
    expect(asked()).to.have.length(300);
    platform.script('payment/itemstate', () =>
      answer({ general: { canPlay: 1, reason: 'paid', isPay: 1, offers: [] } }),
    );
    usher.item(film(5)).$state.listen(() => {});
    await until(() => usher.item(film(5)).$state.get().access === 'granted');
    expect((await usher.item(film(6)).check()).access).to.equal('granted');
    expect(asked().slice(300)).to.deep.equal([5, 6]);
  });

  it('with a listener are refetched at a login, three at a time, the latest first', async () => {
    await checkAll();
    for (const item of many) usher.item(film(item)).$state.listen(() => {});
    void usher.item(film(7)).check();
    await until(() => asked().length === 301);
    slow();
    await ticking(clock, usher.login(ada));
    await until(() => open.length === 3);
    await quiet();
    expect(asked().slice(301)).to.deep.equal([7, 300, 299]);
  });

  it('that the page checks itself go first, also when others hang', async () => {
    await checkAll();
    for (const item of many) usher.item(film(item)).$state.listen(() => {});
    slow();
    await ticking(clock, usher.login(ada));
    await until(() => open.length === 3);
    const checked = usher.item(film(150)).check();
    await until(() => open.length === 4);
    expect(itemOf(open[3]!.sent)).to.equal(150);
    open[3]!.settle();
    expect((await checked).access).to.equal('denied');
    await quiet();
    expect(open).to.have.length(3);
  });

  it('that the page claims go first too, with the check that the claim waits for', async () => {
    await checkAll();
    for (const item of many) usher.item(film(item)).$state.listen(() => {});
    slow();
    await ticking(clock, usher.login(ada));
    await until(() => open.length === 3);
    const claimed = usher.item(film(150)).claim();
    await until(() => open.length === 4);
    expect(itemOf(open[3]!.sent)).to.equal(150);
    open[3]!.settle();
    await until(() => open.length === 4);
    expect(itemOf(open[3]!.sent)).to.equal(150);
    open[3]!.settle();
    expect((await claimed).access).to.equal('denied');
  });

  it('that waited for an earlier viewer are no longer requested', async () => {
    await checkAll();
    const stops = many.map((item) => usher.item(film(item)).$state.listen(() => {}));
    slow();
    await ticking(clock, usher.login(ada));
    await until(() => open.length === 3);
    for (const stop of stops) stop();
    platform.script('session/login', () =>
      answer({ general: { cid: '222', uid: 18 }, userdata: { uid: 18 } }),
    );
    await ticking(clock, usher.login(ada));
    while (open.length) open[0]!.settle();
    await quiet();
    await quiet();
    expect(asked()).to.have.length(303);
  });

  it('do not delay a login when six requests hang', async () => {
    slow();
    platform.script('session/currentweather', () => new Promise(() => {}));
    platform.script('session/reporttoken', () => new Promise(() => {}));
    await usher.start();
    for (const lat of [1, 2, 3, 4]) {
      usher.call('session/currentweather', { lat, lng: 1 }).catch(() => {});
    }
    for (const id of ['session/currentweather', 'session/reporttoken'] as const) {
      usher.call(id).catch(() => {});
    }
    usher.reportToken().catch(() => {});
    for (const item of [1, 2, 3]) void usher.item(film(item)).check();
    await until(() => platform.sent.length > 3);
    await quiet();
    const pending = platform.sent.filter(({ id }) => /itemstate|weather|reporttoken/.test(id));
    expect(pending.length).to.be.at.most(4);
    expect((await ticking(clock, usher.login(ada))).id).to.equal('17');
  });
});
