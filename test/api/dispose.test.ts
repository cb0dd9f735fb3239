import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import { fakePageClock } from '../fixtures/session/page-clock.ts';
import {
  answer,
  firstSession,
  refusal,
  scriptPlatform,
  sessionResult,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, ticking, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;

describe('a runtime', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());

  describe('after dispose()', () => {
    let clock: SinonFakeTimers;
    const real = {
      add: EventTarget.prototype.addEventListener,
      remove: EventTarget.prototype.removeEventListener,
    };
    let listening: string[];
    /** A function that is called without an object is the window's. */
    const isPage = (target: EventTarget | undefined): boolean =>
      target === undefined || target === window || target === document;
    beforeEach(() => {
      clock = fakePageClock(undefined, ['setInterval', 'clearInterval']);
      listening = [];
      EventTarget.prototype.addEventListener = function add(...given: Parameters<typeof real.add>) {
        if (isPage(this)) listening.push(given[0]);
        real.add.apply(this, given);
      };
      EventTarget.prototype.removeEventListener = function remove(
        ...given: Parameters<typeof real.remove>
      ) {
        const index = listening.indexOf(given[0]);
        if (isPage(this) && index >= 0) listening.splice(index, 1);
        real.remove.apply(this, given);
      };
    });
    afterEach(() => {
      EventTarget.prototype.addEventListener = real.add;
      EventTarget.prototype.removeEventListener = real.remove;
      clock.restore();
    });
    const leftovers = async (): Promise<{ timers: number; listening: string[] }> => {
      await quiet();
      await clock.tickAsync(2500); // an idle callback would run by now
      await quiet();
      return { timers: clock.countTimers(), listening };
    };
    const nothing = { timers: 0, listening: [] };

    it('has no timer and no listener after a whole session', async () => {
      const usher = platform.usher();
      await ticking(clock, usher.login(ada));
      await usher.item({ item: 7, streamtype: 'video' }).check();
      await clock.tickAsync(2500);
      await until(() => listening.includes('DOMContentLoaded'));
      usher.dispose();
      expect(await leftovers()).to.deep.equal(nothing);
    });

    it('has none before the page was idle', async () => {
      const usher = platform.usher();
      await usher.start();
      usher.dispose();
      expect(await leftovers()).to.deep.equal(nothing);
    });

    it('has none during an opening, and drops the answer', async () => {
      const reply = later<Response>();
      platform.script('session/init', () => reply.promise);
      const usher = platform.usher();
      const failed = rejection(usher.start());
      await quiet();
      usher.dispose();
      expect(await leftovers()).to.deep.equal(nothing);
      reply.resolve(answer(sessionResult()));
      expect((await failed).code).to.equal('aborted');
      expect(usher.$session.get()).to.include({ status: 'ended', id: null });
    });

    it('has none during a call, or before its repeat', async () => {
      platform.script('session/currentweather', () => refusal(503, 'down'));
      const usher = platform.usher();
      await usher.start();
      const failed = rejection(usher.call('session/currentweather'));
      await until(() => platform.to('session/currentweather').length);
      await quiet();
      usher.dispose();
      expect((await failed).code).to.equal('aborted');
      await clock.tickAsync(60_000);
      expect(platform.to('session/currentweather')).to.have.length(1);
      expect(await leftovers()).to.deep.equal(nothing);
    });

    it('opens nothing: every call rejects with aborted', async () => {
      const usher = platform.usher();
      usher.dispose();
      for (const call of [
        usher.start(),
        usher.call('session/currentweather'),
        usher.login(ada),
        usher.call('allmedia/latest'),
      ]) {
        expect((await rejection(call)).code).to.equal('aborted');
      }
      expect(await usher.item({ item: 7, streamtype: 'video' }).check()).to.include({
        access: 'unknown',
      });
      expect(platform.sent).to.have.length(0);
    });

    it('leaves the session to the next runtime of createUsher', async () => {
      const usher = platform.usher();
      await usher.start();
      usher.dispose();
      usher.dispose();
      const next = platform.usher();
      expect(next).to.not.equal(usher);
      expect((await next.start()).id).to.equal(firstSession);
      usher.dispose();
      expect(platform.usher(), 'an old one takes nothing from its successor').to.equal(next);
      expect(platform.to('session/init')).to.have.length(1);
    });
  });
});
