import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../src/index.ts';
import { idleMs } from '../fixtures/session/page-clock.ts';
import {
  answer,
  refusal,
  unreachable,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../fixtures/session/timed-platform.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';

const film = { item: 1369342, streamtype: 'video' } as const;

describe('a grant', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let usher: Usher;
  withTimedPlatform((...made) => {
    [platform, clock] = made;
  });
  const asked = (): number => platform.to('payment/itemstate').length;
  const answers = (general: object): void =>
    platform.script('payment/itemstate', () =>
      answer({ general: { ...film, isPay: 1, offers: [], ...general } }),
    );
  const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
  /** The page is idle, and time passes. */
  async function pass(ms: number): Promise<void> {
    await quiet();
    await clock.tickAsync(ms);
    await quiet();
  }
  async function open(options?: Parameters<ScriptedPlatform['usher']>[0]): Promise<void> {
    usher = platform.usher(options);
    await usher.start();
    await pass(idleMs);
  }

  it('is refetched when it ends, without a call', async () => {
    await open();
    answers({ canPlay: 1, reason: 'paid', validUntil: inSeconds(60) });
    const item = usher.item(film);
    await item.check();
    answers({ canPlay: 0, reason: 'not-paid' });
    await pass(58_000);
    expect(asked()).to.equal(1);
    await pass(3000);
    await until(() => item.$state.get().access === 'denied');
    expect(asked()).to.equal(2);
  });

  for (const [title, pass] of [
    [
      'the page slept and no timer fired',
      (): void => {
        clock.setSystemTime(Date.now() + 61_000);
      },
    ],
    [
      'the wall clock jumped ahead',
      (): void => {
        clock.setSystemTime(Date.now() + 86_400_000);
      },
    ],
  ] as const) {
    it(`is refetched on the first wake after its end when ${title}`, async () => {
      await open();
      answers({ canPlay: 1, reason: 'paid', validUntil: inSeconds(60) });
      const item = usher.item(film);
      await item.check();
      answers({ canPlay: 0, reason: 'not-paid' });
      pass();
      document.dispatchEvent(new Event('visibilitychange'));
      await until(() => item.$state.get().access === 'denied');
      expect(asked()).to.equal(2);
    });
  }

  it('does not last longer because the wall clock was set back', async () => {
    await open();
    answers({ canPlay: 1, reason: 'paid', validUntil: inSeconds(60) });
    const item = usher.item(film);
    await item.check();
    answers({ canPlay: 0, reason: 'not-paid' });
    clock.setSystemTime(Date.now() - 3_600_000);
    await pass(61_000);
    await until(() => item.$state.get().access === 'denied');
  });

  it('that the platform prolongs is not refetched on each wake', async () => {
    await open();
    answers({ canPlay: 1, reason: 'paid', validUntil: inSeconds(-5) });
    await usher.item(film).check();
    await until(() => asked() === 2);
    for (let wakes = 0; wakes < 10; wakes++) {
      document.dispatchEvent(new Event('visibilitychange'));
      await quiet();
    }
    expect(asked()).to.equal(2);
  });

  it('that ends beyond the longest timer is not refetched at once', async () => {
    await open();
    answers({ canPlay: 1, reason: 'paid', validUntil: Date.UTC(2099, 0) / 1000 });
    await usher.item(film).check();
    await pass(600_000);
    expect(asked()).to.equal(1);
  });

  it('that cannot be refetched at its end is unknown, and refetched a minute later', async () => {
    await open();
    answers({ canPlay: 1, reason: 'paid', validUntil: inSeconds(60) });
    const item = usher.item(film);
    await item.check();
    platform.script('payment/itemstate', () => refusal(400, 'no'));
    await pass(61_000);
    await until(() => item.$state.get().access === 'unknown');
    expect((await item.explain()).decidedBy).to.equal('nothing');
  });

  it("stays for the publisher's grace period while the platform is unreachable, and no longer", async () => {
    await open({ graceMs: 120_000 });
    answers({ canPlay: 1, reason: 'paid', validUntil: inSeconds(60) });
    const item = usher.item(film);
    await item.check();
    platform.script('payment/itemstate', () => refusal(400, 'out of order'));
    await pass(61_000);
    await until(() => item.$state.get().error);
    expect(item.$state.get()).to.include({ access: 'granted', reason: 'paid' });
    expect(await item.explain()).to.deep.include({ decidedBy: 'grace' });
    await pass(61_000);
    await pass(61_000);
    await until(() => item.$state.get().access === 'unknown');
  });

  it('explains its reason', async () => {
    await open();
    const item = usher.item(film);
    expect(await item.explain()).to.deep.equal({
      decidedBy: 'nothing',
      text: 'The platform has not been asked yet',
      ageMs: null,
    });
    answers({ canPlay: 1, reason: 'subscription' });
    await item.check();
    await pass(7000);
    expect(await item.explain()).to.deep.include({
      decidedBy: 'platform',
      text: 'The platform said granted (subscription) 7 s ago',
    });
    platform.script('payment/itemstate', () => refusal(400, 'no'));
    await item.check();
    expect(await item.explain()).to.deep.include({
      decidedBy: 'kept',
      text: 'The platform said granted (subscription) 7 s ago; a later check gave no answer (platform: no)',
    });
    answers({ canPlay: 'perhaps' });
    await item.check();
    expect((await item.explain()).text).to.match(/not in a way that could be read/);
  });

  it('explains its reason by a handle that the page holds, beside 1,000 newer items', async () => {
    await open();
    answers({ canPlay: 1, reason: 'subscription' });
    const item = usher.item(film);
    await item.check();
    for (let id = 1; id <= 1000; id++) usher.item({ item: id, streamtype: 'video' });
    await usher.item({ item: 1, streamtype: 'video' }).check();
    expect(item.$state.get().access).to.equal('unknown');
    await item.check();
    expect(item.$state.get().access).to.equal('granted');
    expect(await item.explain()).to.deep.include({ decidedBy: 'platform' });
  });

  it('that was denied is refetched when the page is online again', async () => {
    await open();
    answers({ canPlay: 0, reason: 'not-paid' });
    const item = usher.item(film);
    item.$state.listen(() => {});
    await item.check();
    answers({ canPlay: 1, reason: 'paid' });
    dispatchEvent(new Event('online'));
    await until(() => item.$state.get().access === 'granted');
  });

  it('leaves no timer after dispose()', async () => {
    await open();
    answers({ canPlay: 1, reason: 'paid', validUntil: inSeconds(60) });
    await usher.item(film).check();
    platform.script('payment/itemstate', unreachable);
    expect(clock.countTimers()).to.be.above(0);
    usher.dispose();
    expect(clock.countTimers()).to.equal(0);
  });
});
