import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../src/index.ts';
import { fakePageClock } from '../fixtures/session/page-clock.ts';
import { quiet, rejection, until } from '../fixtures/session/waiting.ts';
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
