import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import { createRuntime } from '../../../src/api/create-runtime.ts';
import { createBrowser } from '../../../src/browser/browser.ts';
import type { Usher } from '../../../src/index.ts';
import { checkSettings } from '../../../src/session/settings.ts';
import { fakePageClock } from '../../fixtures/session/page-clock.ts';
import {
  answer,
  refusal,
  scriptPlatform,
  sessionResult,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../../fixtures/session/timed-platform.ts';
import { quiet, rejection, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const second = 1000;
const minute = 60 * second;

describe('a platform that refuses sessions', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let usher: Usher;
  before(warmUp);
  beforeEach(async () => {
    platform = scriptPlatform();
    let sessionCount = 0;
    platform.script('session/init', () => answer(userResult(17, `${++sessionCount}00`)));
    platform.script('session/currentweather', () => refusal(401, 'no such session'));
    clock = fakePageClock();
    usher = platform.usher();
    await usher.start();
    await clock.tickAsync(2000);
    await quiet();
  });
  afterEach(() => {
    platform.close();
    clock.restore();
  });
  const inits = (): number => platform.to('session/init').length;
  const weather = (): Promise<unknown> => usher.call('session/currentweather', { lat: 1, lng: 1 });
  /** Makes a call, and moves the clock until it fails. Returns the error code. */
  const failCall = async (): Promise<string> => {
    const failed = rejection(weather());
    let code = '';
    void failed.then((error) => {
      code = error.code;
    });
    for (let seconds = 0; seconds < 60 && !code; seconds++) {
      await clock.tickAsync(second);
      await quiet();
    }
    return code;
  };

  it('receives fewer than 12 inits for 40 calls in two hours', async () => {
    for (let calls = 0; calls < 40; calls++) await failCall();
    const passedMinutes = Math.round((Date.now() - Date.UTC(2026, 10, 21, 12)) / minute);
    expect(inits()).to.be.below(12);
    expect(passedMinutes).to.be.below(120);
    expect(usher.$session.get().status).to.equal('degraded');
    expect(usher.$session.get().error?.code).to.equal('session-lost');
  });

  it('is shown as degraded after the second lost session in a row, until a call succeeds', async () => {
    await failCall();
    expect(inits()).to.equal(2);
    expect(usher.$session.get().status).to.equal('ready'); // one lost session does not count
    await failCall();
    expect(usher.$session.get().status).to.equal('degraded');
    platform.script('session/currentweather', () => answer({ general: { temperature: 1 } }));
    await clock.tickAsync(2 * minute);
    await quiet();
    expect(usher.$session.get().status).to.equal('degraded');
    await weather();
    expect(usher.$session.get()).to.include({ status: 'ready', error: undefined });
  });

  it('receives the next init at once after one lost session', async () => {
    for (let round = 0; round < 5; round++) {
      let isLost = true;
      platform.script('session/currentweather', () => {
        const reply = isLost
          ? refusal(401, 'no such session')
          : answer({ general: { temperature: 1 } });
        isLost = false;
        return reply;
      });
      const before = Date.now();
      await weather();
      expect(Date.now()).to.equal(before);
      await weather();
    }
    expect(inits()).to.equal(6);
    expect(usher.$session.get().status).to.equal('ready');
  });

  it('and then fails, gives a session without the user: the page is told so, once', async () => {
    platform.script('session/init', () =>
      inits() === 2 ? refusal(503, 'down') : answer(sessionResult('200')),
    );
    const changes: unknown[] = [];
    usher.on('identity-changed', ({ before, now }) => changes.push([before?.id, now]));
    await failCall();
    await clock.tickAsync(10 * second);
    await quiet();
    expect(usher.$session.get()).to.include({ status: 'ready', id: '200', user: null });
    expect(changes).to.deep.equal([['17', null]]);
  });

  it('keeps the session after a 5xx with the word session in its hint', async () => {
    platform.script('session/currentweather', () =>
      refusal(503, 'the session store is out of order'),
    );
    const { id } = usher.$session.get();
    expect(await failCall()).to.equal('platform');
    expect(inits()).to.equal(1);
    expect(usher.$session.get()).to.include({ id, status: 'ready' });
  });

  it('is shown as degraded when init fails too', async () => {
    platform.script('session/init', () => refusal(500, 'out of order'));
    await failCall();
    expect(usher.$session.get().status).to.equal('degraded');
    platform.script('session/init', () => answer(sessionResult('999')));
    platform.script('session/currentweather', () => answer({ general: { temperature: 1 } }));
    await until(() => {
      clock.tick(second);
      return usher.$session.get().status === 'ready';
    });
  });
});

describe('a session that is lost again with the same ID', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  withTimedPlatform((...made) => {
    [platform, clock] = made;
  });

  it('backs off as any other: fewer than 12 inits for 100 calls', async () => {
    platform.script('session/currentweather', ({ at }) =>
      at > Date.UTC(2026, 10, 21, 12, 0, 10)
        ? refusal(401, 'no such session')
        : answer({ general: { temperature: 1 } }),
    );
    const usher = platform.usher();
    const weather = (): Promise<unknown> =>
      usher.call('session/currentweather', { lat: 1, lng: 1 });
    await weather(); // with this ID a call has succeeded
    await clock.tickAsync(11 * second);
    for (let calls = 0; calls < 100; calls++) {
      let isSettled = false;
      void rejection(weather()).then(() => {
        isSettled = true;
      });
      for (let seconds = 0; seconds < 60 && !isSettled; seconds++) {
        await clock.tickAsync(second);
        await quiet();
      }
    }
    expect(platform.to('session/init').length).to.be.below(12);
    expect(usher.$session.get().status).to.equal('degraded');
    expect(usher.$session.get().retryAt).to.be.a('number');
  });
});

describe('openings that fail', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  const tabs: Usher[] = [];
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    clock = fakePageClock();
  });
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.dispose();
    platform.close();
    clock.restore();
  });
  /** Another tab: a runtime of its own, with the same storage. */
  const openTab = (): Usher => {
    const settings = checkSettings<Usher>({ baseUrl: platform.baseUrl }, (name) => {
      throw new Error(name);
    });
    const tab = createRuntime({ ...settings, registration: {} }, {}, createBrowser());
    tabs.push(tab);
    return tab;
  };
  const pass = async (seconds: number): Promise<void> => {
    for (let each = 0; each < seconds; each++) {
      await clock.tickAsync(second);
      await quiet();
    }
  };
  const inits = (): number => platform.to('session/init').length;

  it('are sent once for 40 checks in a row, and the checks fail with the error of the opening', async () => {
    platform.script('session/init', () => refusal(503, 'busy'));
    platform.script('session/staticdetails', () => refusal(503, 'busy'));
    const usher = platform.usher();
    const states: unknown[] = [];
    for (let place = 0; place < 40; place++) {
      let state: { readonly error?: { readonly code: string } | undefined } | undefined;
      void usher
        .item({ item: place + 1, streamtype: 'video' })
        .check()
        .then((checked) => (state = checked));
      for (let seconds = 0; seconds < 40 && !state; seconds++) await pass(1);
      states.push(state?.error?.code);
    }
    expect(inits()).to.be.below(12);
    expect(new Set(states)).to.deep.equal(new Set(['platform']));
    expect(usher.$session.get()).to.include({ status: 'degraded' });
    expect(usher.$session.get().retryAt).to.be.at.least(Date.now() - 2 * second);
  });

  it('wait in all tabs as long as the platform has requested, and say until when', async () => {
    const busy = (): Response =>
      new Response('{"metadata":{"status":503}}', {
        status: 503,
        headers: { 'Retry-After': '600' },
      });
    platform.script('session/init', busy);
    platform.script('session/staticdetails', busy);
    for (let count = 0; count < 6; count++) openTab();
    const ask = (tab: Usher): void => void tab.item({ item: 7, streamtype: 'video' }).check();
    for (let seconds = 0; seconds < 30; seconds++) {
      tabs.forEach(ask);
      await pass(1);
    }
    expect(inits()).to.equal(1);
    const { at } = platform.to('session/init')[0]!;
    for (const tab of tabs) {
      expect(tab.$session.get()).to.include({ status: 'degraded' });
      expect(tab.$session.get().retryAt).to.be.within(at + 600 * second, at + 601 * second);
    }
    window.dispatchEvent(new Event('online'));
    await pass(2);
    expect(inits(), 'a flap of the network is no reason').to.equal(1);
    platform.script('session/init', () => answer(sessionResult()));
    await clock.tickAsync(570 * second);
    await quiet();
    while (tabs.some((tab) => tab.$session.get().status !== 'ready')) await pass(1);
    expect(inits()).to.equal(2);
    expect(tabs[0]!.$session.get().retryAt).to.equal(undefined);
  });

  it('keep to a requested wait after the opening of another tab has failed without an answer', async () => {
    const replies: ((response: Response) => void)[] = [];
    platform.script('session/init', () => new Promise((resolve) => replies.push(resolve)));
    platform.script('session/staticdetails', () => refusal(503, 'busy'));
    void rejection(openTab().start());
    await pass(1);
    void rejection(openTab().start());
    await pass(4); // longer than a tab waits for another one
    expect(inits()).to.equal(2);
    replies[0]!(
      new Response('{"metadata":{"status":503}}', {
        status: 503,
        headers: { 'Retry-After': '600' },
      }),
    );
    await pass(60); // the second opening has timed out
    expect(inits()).to.equal(2);
  });

  it('fail in all tabs that wait for their turn, and not one tab after the other', async () => {
    for (let count = 0; count < 3; count++) await openTab().start();
    await pass(3); // the background tasks have begun
    platform.script('session/init', () => new Promise(() => {}));
    platform.script('session/staticdetails', () => refusal(503, 'busy'));
    platform.script('session/currentweather', () => refusal(401, 'no such session'));
    const codes: string[] = [];
    for (const tab of tabs) {
      void rejection(tab.call('session/currentweather', { lat: 1, lng: 1 }));
    }
    await pass(1);
    for (const tab of tabs) void rejection(tab.start()).then(({ code }) => codes.push(code));
    await pass(18); // longer than one opening may take, and shorter than two
    expect(codes).to.deep.equal(['timeout', 'timeout', 'timeout']);
  });
});

describe('a session that comes back with another user', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());

  for (const [title, changeUser] of [
    [
      'after a 401',
      async (usher: Usher) => {
        platform.script('session/init', () => answer(userResult(18, '222')));
        platform.script('session/generatedirectoryloginurl', () => refusal(401, 'no such session'));
        await rejection(usher.call('session/generatedirectoryloginurl'));
      },
    ],
    [
      'by a login over a logged-in user',
      async (usher: Usher) => {
        platform.script('session/login', () => answer(userResult(18)));
        await usher.login({ provider: 'manual', username: 'grace', password: 'x' });
      },
    ],
  ] as const) {
    it(`aborts a call of the first user in the same tab: ${title}`, async () => {
      platform.script('session/init', () => answer(userResult(17)));
      const usher = platform.usher();
      await usher.start();
      let answerCall: (response: Response) => void = () => {};
      platform.script(
        'session/currentweather',
        () =>
          new Promise((resolve) => {
            answerCall = resolve;
          }),
      );
      const firstUsersCall = rejection(usher.call('session/currentweather', { lat: 1, lng: 1 }));
      await until(() => platform.to('session/currentweather').length);
      await changeUser(usher);
      await until(() => usher.$user.get()?.id === '18');
      answerCall(answer({ general: { temperature: 1 } }));
      expect((await firstUsersCall).code).to.equal('aborted');
    });
  }
});
