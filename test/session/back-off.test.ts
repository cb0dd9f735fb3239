import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../src/index.ts';
import { fakePageClock } from '../fixtures/session/page-clock.ts';
import { quiet, rejection, until } from '../fixtures/session/patience.ts';
import {
  answer,
  refusal,
  scriptPlatform,
  sessionResult,
  userResult,
} from '../fixtures/session/scripted-platform.ts';
import type { ScriptedPlatform } from '../fixtures/session/scripted-platform.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

const second = 1000;
const minute = 60 * second;

describe('a platform in trouble', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let usher: Usher;
  before(warmUp);
  beforeEach(async () => {
    platform = scriptPlatform();
    let opened = 0;
    platform.script('session/init', () => answer(userResult(17, `${++opened}00`)));
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
  /** A call that fails as often as it is made, while time passes. */
  const failing = async (): Promise<string> => {
    const failed = rejection(weather());
    let code = '';
    void failed.then((error) => {
      code = error.code;
    });
    for (let turn = 0; turn < 60 && !code; turn++) {
      await clock.tickAsync(second);
      await quiet();
    }
    return code;
  };

  it('that refuses every session gets one init for each step of a back-off, and not one for each call', async () => {
    for (let calls = 0; calls < 40; calls++) await failing();
    const passed = Math.round((Date.now() - Date.UTC(2026, 10, 21, 12)) / minute);
    expect(inits()).to.be.below(12);
    expect(passed).to.be.below(120);
    expect(usher.$session.get().status).to.equal('degraded');
    expect(usher.$session.get().error?.code).to.equal('session-lost');
  });

  it('is shown as degraded after the second session in a row, until a call succeeds', async () => {
    await failing();
    expect(inits()).to.equal(2);
    expect(usher.$session.get().status).to.equal('ready'); // one session may be lost
    await failing();
    expect(usher.$session.get().status).to.equal('degraded');
    platform.script('session/currentweather', () => answer({ general: { temperature: 1 } }));
    await clock.tickAsync(2 * minute);
    await quiet();
    expect(usher.$session.get().status).to.equal('degraded');
    await weather();
    expect(usher.$session.get()).to.include({ status: 'ready', error: undefined });
  });

  it('that loses a session from time to time gets the next one at once', async () => {
    for (let times = 0; times < 5; times++) {
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

  it('ends no session by a 5xx whose hint names one', async () => {
    platform.script('session/currentweather', () =>
      refusal(503, 'the session store is out of order'),
    );
    const { id } = usher.$session.get();
    expect(await failing()).to.equal('platform');
    expect(inits()).to.equal(1);
    expect(usher.$session.get()).to.include({ id, status: 'ready' });
  });

  it('whose init is refused too lets the page know', async () => {
    platform.script('session/init', () => refusal(500, 'out of order'));
    await failing();
    expect(usher.$session.get().status).to.equal('degraded');
    platform.script('session/init', () => answer(sessionResult('999')));
    platform.script('session/currentweather', () => answer({ general: { temperature: 1 } }));
    await until(() => {
      clock.tick(second);
      return usher.$session.get().status === 'ready';
    });
  });
});

describe("a session that comes back as another user's", () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());

  for (const [title, change] of [
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
    it(`gives the first user's answers to nobody else in this tab: ${title}`, async () => {
      platform.script('session/init', () => answer(userResult(17)));
      const usher = platform.usher();
      await usher.start();
      let finish: (response: Response) => void = () => {};
      platform.script(
        'session/currentweather',
        () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      );
      const first = rejection(usher.call('session/currentweather', { lat: 1, lng: 1 }));
      await until(() => platform.to('session/currentweather').length);
      await change(usher);
      await until(() => usher.$user.get()?.id === '18');
      finish(answer({ general: { temperature: 1 } }));
      expect((await first).code).to.equal('aborted');
    });
  }
});
