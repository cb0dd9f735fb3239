import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../src/index.ts';
import { withLoggedInPage, type LoggedInPage } from '../fixtures/session/logged-in-page.ts';
import { answer, type ScriptedPlatform } from '../fixtures/session/scripted-platform.ts';
import { later, quiet, ticking, until } from '../fixtures/session/waiting.ts';

const film = { item: 1369342, streamtype: 'video' } as const;
const state = (canPlay: 0 | 1): Response =>
  answer({ general: { item: 1369342, streamtype: 'video', isPay: 1, canPlay, offers: [] } });

describe('forget() opens no session for', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let usher: Usher;
  let page: LoggedInPage;
  withLoggedInPage((made) => {
    page = made;
    ({ platform, clock, usher } = page);
  });
  /** After it the next call of the page opens a session. */
  const forget = async (): Promise<void> => {
    await page.forget();
    expect((await ticking(clock, usher.item(film).check())).access).to.equal('granted');
  };
  const asked = (): number => platform.to('payment/itemstate').length;
  /** The first check of an item waits for its answer. */
  const holdFirst = async (): Promise<void> => {
    const never = later<Response>();
    platform.script('payment/itemstate', () => (asked() === 1 ? never.promise : state(1)));
    usher.item(film).$state.listen(() => {});
    await until(() => asked() === 1);
  };

  it('a check that began in the same task', async () => {
    const checked = usher.item(film).check();
    await forget();
    expect((await checked).access).to.equal('unknown');
  });

  it('the first listener of an item in the same task', async () => {
    usher.item(film).$state.listen(() => {});
    await forget();
  });

  it('a claim that waits for a check', async () => {
    await holdFirst();
    const claimed = usher.item(film).claim();
    await forget();
    expect((await claimed).error).to.include({ code: 'identity-changed' });
  });

  it('an item that waits to be checked again', async () => {
    platform.script('payment/itemstate', () => state(0));
    const item = usher.item(film);
    item.$state.listen(() => {});
    await until(() => item.$state.get().access === 'denied');
    const never = later<Response>();
    platform.script('payment/itemstate', () => (asked() === 2 ? never.promise : state(1)));
    void item.check();
    await until(() => asked() === 2);
    globalThis.dispatchEvent(new Event('online'));
    await quiet();
    await forget();
  });

  it('an item that a logout in the same task resets', async () => {
    const item = usher.item(film);
    item.$state.listen(() => {});
    await until(() => item.$state.get().access === 'granted');
    void usher.logout();
    await forget();
  });

  it('an item with a listener, which says that it is not checked', async () => {
    const item = usher.item(film);
    const states: string[] = [];
    item.$state.listen(({ access, checking }) => states.push(`${access} ${checking}`));
    await until(() => item.$state.get().access === 'granted');
    states.length = 0;
    await ticking(clock, usher.logout());
    await until(() => item.$state.get().access === 'granted');
    expect(states).to.include('unknown true').and.not.include('unknown false');
    states.length = 0;
    const forgotten = page.forget();
    await quiet();
    expect(states).to.deep.equal(['unknown false']);
    await forgotten;
  });
});
