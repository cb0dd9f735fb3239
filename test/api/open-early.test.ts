import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../src/index.ts';
import {
  answer,
  sessionResult,
  unreachable,
  userResult,
  type ScriptedPlatform,
  type Sent,
} from '../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../fixtures/session/timed-platform.ts';
import { quiet, rejection, ticking, until } from '../fixtures/session/waiting.ts';

describe('createUsher with `start: true`', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  withTimedPlatform((...made) => {
    [platform, clock] = made;
  });
  const inits = (): readonly Sent[] => platform.to('session/init');

  it('sends the opening request in the same task, once, and shows the session', async () => {
    const usher = platform.usher({ start: true });
    expect(inits()).to.have.length(1);
    expect(inits()[0]!.reference).to.be.a('string');
    const { status, id } = await ticking(clock, usher.start());
    expect(status).to.equal('ready');
    expect(usher.$session.get().id).to.equal(id);
    expect(inits()).to.have.length(1);
  });

  it('sends nothing without the option', async () => {
    platform.usher();
    platform.usher({ start: false });
    await quiet();
    expect(platform.sent).to.have.length(0);
  });

  it('sends nothing for a runtime that is open, and starts one that is not', async () => {
    const usher = platform.usher();
    expect(platform.usher({ start: true })).to.equal(usher);
    await until(() => usher.$session.get().status === 'ready');
    platform.usher({ start: true });
    await quiet();
    expect(inits()).to.have.length(1);
  });

  it('goes on with a stored session without a request', async () => {
    await ticking(clock, platform.usher({ start: true }).start());
    const next = platform.nextPage({ start: true });
    await until(() => next.$session.get().status === 'ready');
    expect(inits()).to.have.length(1);
  });

  it('keeps to a dialect without a reference', async () => {
    platform.usher({ start: true, dialect: { sendsReference: false } });
    expect(inits()[0]).to.include({ reference: undefined });
    await quiet();
    expect(inits()).to.have.length(1);
  });

  it('shows an error, and rejects nothing that nobody handles', async () => {
    const unhandled: unknown[] = [];
    const note = (event: PromiseRejectionEvent): number => unhandled.push(event.reason);
    window.addEventListener('unhandledrejection', note);
    platform.script('session/init', unreachable);
    const usher = platform.usher({ start: true });
    await until(() => usher.$session.get().error);
    await quiet();
    window.removeEventListener('unhandledrejection', note);
    expect(usher.$session.get()).to.deep.include({ status: 'offline' });
    expect(unhandled).to.deep.equal([]);
  });

  describe('ended in the same task', () => {
    it('is cancelled by dispose(), and the next runtime does not wait', async () => {
      platform.usher({ start: true }).dispose();
      const next = platform.usher({ start: true });
      await quiet();
      const [first, ...later] = platform.to('session/init');
      expect(first?.init.signal?.aborted).to.equal(true);
      expect(later).to.have.length(1);
      expect((await next.start()).status).to.equal('ready');
    });

    const ends: Readonly<Record<string, (usher: Usher) => Promise<unknown>>> = {
      'logout()': (usher) => usher.logout(),
      'forget()': (usher) => usher.forget(),
      "setPersistence('none')": (usher) => usher.setPersistence('none'),
    };
    for (const [name, end] of Object.entries(ends)) {
      it(`is followed by the logout of its session after ${name}`, async () => {
        platform.script('session/init', () => answer(userResult(17, '55')));
        const usher = platform.usher({ start: true });
        const started = rejection(usher.start());
        await ticking(clock, end(usher));
        expect((await started).code).to.equal('aborted');
        await quiet();
        const carried = platform
          .to('session/logout')
          .map(({ headers }) => headers['x-request-cid']);
        expect(carried).to.deep.equal(['55']);
        expect(usher.$session.get()).to.include({ status: 'ended', id: null });

        platform.script('session/init', () => answer(sessionResult('56')));
        expect((await usher.start()).id, 'the next opening does not wait').to.equal('56');
      });
    }
  });
});
