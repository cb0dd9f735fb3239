import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../src/index.ts';
import { listing } from '../fixtures/data/data-page.ts';
import {
  answer,
  userResult,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../fixtures/session/timed-platform.ts';
import { quiet, ticking } from '../fixtures/session/waiting.ts';

describe('forget() opens no session for', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let usher: Usher;
  withTimedPlatform((...made) => {
    [platform, clock] = made;
    usher = platform.usher();
  });
  let openings: number;
  beforeEach(async () => {
    platform.script('session/login', () => answer(userResult(17, '1701')));
    platform.script('allmedia/latest', () => listing(1, 2));
    await ticking(clock, usher.login({ username: 'ada', password: 'x' }));
    openings = platform.to('session/init').length;
  });
  const forget = async (): Promise<void> => {
    await ticking(clock, usher.forget());
    await quiet();
    await clock.tickAsync(60_000);
    await quiet();
    expect(platform.to('session/init')).to.have.length(openings);
  };

  it('a list that was requested in the same task', async () => {
    const allmedia = await ticking(clock, usher.allmedia());
    const read = allmedia.latest({ limit: 2 }).catch((error: unknown) => error);
    await forget();
    expect(await read).to.include({ code: 'aborted' });
  });

  it('the first listener of a query in the same task', async () => {
    const allmedia = await ticking(clock, usher.allmedia());
    allmedia.$query('latest', { limit: 2 }).listen(() => {});
    await forget();
  });

  it('any call in the same task', async () => {
    const called = usher.call('session/currentweather', {}).catch((error: unknown) => error);
    await forget();
    expect(await called).to.include({ code: 'aborted' });
  });

  it('a report token in the same task', async () => {
    const called = usher.reportToken().catch((error: unknown) => error);
    await forget();
    expect(await called).to.include({ code: 'aborted' });
  });
});
