import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../../src/index.ts';
import {
  answer,
  refusal,
  sessionResult,
  textAnswer,
  userResult,
  type Reply,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../../fixtures/session/timed-platform.ts';
import { quiet, ticking } from '../../fixtures/session/waiting.ts';

const minuteMs = 60_000;

describe('a stored session with a user that the platform refuses', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  withTimedPlatform((...made) => {
    [platform, clock] = made;
  });

  const namesSession = ({ body }: { body: string }): boolean => body.includes('currentSession=');
  const refused = (): Response => refusal(401, 'the user hash is not valid');
  const anonymous = (): Response => answer(sessionResult('99'));

  /**
   * Opens the next page of a viewer who is logged in. Another field of init requires an opening.
   */
  async function openNext(reply: Reply, minutes = 10): Promise<Usher> {
    platform.script('session/init', () => answer(userResult()));
    await ticking(clock, platform.usher().start());
    platform.script('session/init', reply);
    const usher = platform.nextPage({ mode: 'session', init: { campaign: 3 } });
    usher.start().catch(() => {});
    for (let passed = 0; passed < minutes; passed++) {
      await clock.tickAsync(minuteMs);
      await quiet();
    }
    return usher;
  }

  /** For each opening after the first: whether it names the stored session. */
  const openings = (): boolean[] => platform.to('session/init').slice(1).map(namesSession);

  for (const [title, reply] of [
    ['401', refused],
    ['401 in an answer 200', () => answer({}, 200, { metadata: { status: 401 } })],
    ['400 with a hint', () => refusal(400, 'the session is unknown')],
  ] as const) {
    it(`is replaced by an anonymous one after two refusals, for the next page too: ${title}`, async () => {
      const usher = await openNext((sent) => (namesSession(sent) ? reply() : anonymous()));
      expect(openings()).to.deep.equal([true, true, false]);
      const [first] = platform.to('session/init');
      const last = platform.to('session/init').at(-1)!;
      expect(last.body).to.not.include('nxp_userh');
      expect(last.body).to.include(/nxp_devh=[^&]+/.exec(first!.body)![0]);
      expect(usher.$session.get()).to.include({ status: 'ready', id: '99', user: null });
      expect(usher.$user.get()).to.equal(null);
      const next = platform.nextPage({ init: { campaign: 3 } });
      expect(await ticking(clock, next.start())).to.include({ status: 'ready', id: '99' });
      expect(openings()).to.have.length(3);
    });
  }

  it('stays while the platform refuses every opening, and its viewer is back then', async () => {
    let isDown = true;
    const usher = await openNext(() => (isDown ? refused() : answer(userResult())));
    expect(usher.$session.get()).to.include({ status: 'degraded' });
    expect(usher.$user.get()).to.include({ id: '17' });
    expect(platform.kept(localStorage)).to.include('hash-of-17');
    expect(openings().filter((isNamed) => !isNamed)).to.have.length(1);
    isDown = false;
    await clock.tickAsync(3 * minuteMs);
    await quiet();
    expect(usher.$session.get()).to.include({ status: 'ready' });
    expect(usher.$user.get()).to.include({ id: '17' });
  });

  for (const [title, reply] of [
    ['one refusal', () => (openings().length > 1 ? answer(userResult()) : refused())],
    ['refusals of a proxy', () => textAnswer('<title>Log in to this network</title>', 401)],
    ['errors of the platform', () => refusal(500, 'the session is unknown')],
    ['refusals of the endpoint', () => refusal(403, 'not for this device')],
  ] as const) {
    it(`is named in each opening after ${title}`, async () => {
      await openNext(reply);
      expect(openings().length).to.be.above(1);
      expect(openings()).to.not.include(false);
      expect(platform.kept(localStorage)).to.include('hash-of-17');
    });
  }
});
