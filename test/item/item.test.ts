import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { computed } from 'nanostores';
import type { SinonFakeTimers } from 'sinon';
import type { ItemState, Usher } from '../../src/index.ts';
import {
  answer,
  refusal,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../fixtures/session/timed-platform.ts';
import { later, quiet, rejection, ticking, until } from '../fixtures/session/waiting.ts';

const film = { item: 1369342, streamtype: 'video' } as const;
const state = (general: object): Response =>
  answer({ general: { item: 1369342, streamtype: 'video', isPay: 1, offers: [], ...general } });

describe('an item', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let usher: Usher;
  withTimedPlatform((...made) => {
    [platform, clock] = made;
    usher = platform.usher();
  });
  const asked = (): number => platform.to('payment/itemstate').length;
  const answers = (general: object): void =>
    platform.script('payment/itemstate', () => state(general));

  it('is unknown without a reason before the first request', async () => {
    const item = usher.item(film);
    expect(item.$state.get()).to.deep.equal({
      access: 'unknown',
      checking: false,
      reason: '',
      offers: [],
      checkedAt: null,
      expiresAt: null,
    });
    await quiet();
    expect(platform.sent).to.have.length(0);
  });

  it('is requested with ID and streamtype only', async () => {
    await usher.item(film).check();
    const { method, query, body } = platform.to('payment/itemstate')[0]!;
    expect({ method, query, body }).to.deep.equal({
      method: 'POST',
      query: 'item=1369342&streamtype=video',
      body: '',
    });
  });

  it('keeps every digit of its ID', async () => {
    await usher.item({ item: '9007199254740993001', streamtype: 'video' }).check();
    expect(platform.to('payment/itemstate')[0]!.query).to.equal(
      'item=9007199254740993001&streamtype=video',
    );
  });

  describe('with several subscribers', () => {
    it('is requested by its first subscriber', async () => {
      const seen: string[] = [];
      usher
        .item(film)
        .$state.subscribe(({ access, checking }) => seen.push(checking ? 'checking' : access));
      await until(() => seen.at(-1) === 'granted');
      expect(asked()).to.equal(1);
      expect(seen).to.include('checking');
    });

    it('is requested by listen() too, and not again for later listeners', async () => {
      const item = usher.item(film);
      item.$state.listen(() => {});
      await until(() => item.$state.get().access === 'granted');
      item.$state.listen(() => {});
      item.$state.subscribe(() => {});
      await quiet();
      expect(asked()).to.equal(1);
    });

    it('is requested by a store computed from it', async () => {
      const item = usher.item(film);
      const $open = computed(item.$state, ({ access }) => access === 'granted');
      const seen: boolean[] = [];
      $open.subscribe((open) => seen.push(open));
      await until(() => $open.get());
      expect(asked()).to.equal(1);
      expect(seen.at(-1)).to.equal(true);
    });

    it('is requested once for several calls', async () => {
      const reply = later<Response>();
      platform.script('payment/itemstate', () => reply.promise);
      const item = usher.item(film);
      item.$state.subscribe(() => {});
      const all = Promise.all([
        item.check(),
        item.check(),
        usher.item(film).check(),
        usher.item({ ...film, item: '1369342' }).check(),
      ]);
      await until(() => asked() === 1);
      reply.resolve(state({ canPlay: 1, reason: 'paid' }));
      const states = await all;
      expect(asked()).to.equal(1);
      for (const one of states) expect(one).to.equal(states[0]);
    });

    it('is one object for the same item, in any order of its fields', () => {
      expect(usher.item({ streamtype: 'video', item: 1369342 })).to.equal(usher.item(film));
      expect(usher.item({ item: 1369342n, streamtype: 'video' })).to.equal(usher.item(film));
      expect(usher.item({ item: 1369342, streamtype: 'audio' })).to.not.equal(usher.item(film));
    });

    it('stays granted while it is refetched', async () => {
      const item = usher.item(film);
      await item.check();
      const seen: unknown[] = [];
      item.$state.listen(({ access, checking }) => seen.push([access, checking]));
      await item.check();
      expect(seen).to.deep.equal([
        ['granted', true],
        ['granted', false],
      ]);
    });

    it('is named in the event', async () => {
      const heard: (ItemState & { item: string; streamtype: string })[] = [];
      usher.on('item', (one) => heard.push(one));
      await usher.item(film).check();
      expect(
        heard.map(({ item, streamtype, access, checking }) => [item, streamtype, access, checking]),
      ).to.deep.equal([
        ['1369342', 'video', 'unknown', true],
        ['1369342', 'video', 'granted', false],
      ]);
    });
  });

  describe('with claim()', () => {
    it('is requested with performTransactionIfPossible, once', async () => {
      answers({ canPlay: 1, reason: 'subscription', performed: 1 });
      expect(await usher.item(film).claim()).to.include({
        access: 'granted',
        reason: 'subscription',
      });
      expect(platform.to('payment/itemstate').map(({ query }) => query)).to.deep.equal([
        'item=1369342&streamtype=video&performTransactionIfPossible=1',
      ]);
    });

    for (const [title, reply] of [
      ['the network fails', unreachable],
      ['the platform fails', () => refusal(503, 'down')],
      ['the session is lost', () => refusal(401, 'gone')],
    ] as const) {
      it(`is not requested again when ${title}`, async () => {
        platform.script('payment/itemstate', reply);
        const unlocked = usher.item(film).claim();
        await until(() => asked());
        await clock.tickAsync(60_000);
        expect((await unlocked).access).to.equal('unknown');
        await quiet();
        expect(asked()).to.equal(1);
      });
    }

    it('is requested after a check under way has ended', async () => {
      const reply = later<Response>();
      platform.script('payment/itemstate', () =>
        asked() === 1 ? reply.promise : state({ canPlay: 1 }),
      );
      const item = usher.item(film);
      const both = Promise.all([item.check(), item.claim()]);
      await until(() => asked() === 1);
      reply.resolve(state({ canPlay: 0, reason: 'not-paid' }));
      const [checked, unlocked] = await both;
      expect([checked.access, unlocked.access]).to.deep.equal(['denied', 'granted']);
      expect(
        platform.to('payment/itemstate').map(({ query }) => query.includes('perform')),
      ).to.deep.equal([false, true]);
    });

    it('is requested once for two clicks at the same time', async () => {
      const item = usher.item(film);
      await Promise.all([item.claim(), item.claim()]);
      expect(asked()).to.equal(1);
    });

    describe('is carried out for the viewer who called it:', () => {
      const performed = (): (string | undefined)[] =>
        platform
          .to('payment/itemstate')
          .filter(({ query }) => query.includes('perform'))
          .map(({ headers }) => headers['x-request-cid']);
      const logIn = (uid: number, cid: string): Promise<unknown> => {
        platform.script('session/login', () => answer(userResult(uid, cid)));
        return usher.login({ provider: 'manual', username: 'viewer', password: 'x' });
      };

      it('not for one who logs in while it waits for a check', async () => {
        await ticking(clock, logIn(17, '1701'));
        const reply = later<Response>();
        platform.script('payment/itemstate', () =>
          asked() === 1 ? reply.promise : state({ canPlay: 1 }),
        );
        const item = usher.item(film);
        const checked = item.check();
        await until(() => asked() === 1);
        const claimed = item.claim();
        await ticking(clock, logIn(18, '1801'));
        reply.resolve(state({ canPlay: 0, reason: 'not-paid' }));
        expect((await claimed).error).to.include({ code: 'identity-changed' });
        expect(performed()).to.deep.equal([]);
        await checked;
        expect(item.$state.get().access).to.equal('granted');
        expect((await item.claim()).error).to.equal(undefined);
        expect(performed()).to.deep.equal(['1801']);
      });

      it('and the next viewer gets an answer, after one that was refused', async () => {
        await ticking(clock, logIn(17, '1704'));
        const reply = later<Response>();
        platform.script('payment/itemstate', () =>
          asked() === 1 ? reply.promise : state({ canPlay: 1 }),
        );
        const item = usher.item(film);
        item.$state.listen(() => {});
        await until(() => asked() === 1);
        const claimed = item.claim();
        await ticking(clock, usher.logout());
        expect((await claimed).error).to.include({ code: 'identity-changed' });
        expect(performed()).to.deep.equal([]);
        await until(() => !item.$state.get().checking);
        expect(item.$state.get().access).to.equal('granted');
        expect(item.$state.get().error).to.equal(undefined);
      });

      it('not again for one who logs in before its answer', async () => {
        await ticking(clock, logIn(17, '1702'));
        const reply = later<Response>();
        platform.script('payment/itemstate', () =>
          performed().length === 1 && asked() === 1 ? reply.promise : state({ canPlay: 1 }),
        );
        const item = usher.item(film);
        const claimed = item.claim();
        await until(() => performed().length === 1);
        await ticking(clock, logIn(18, '1802'));
        const again = item.claim();
        reply.resolve(state({ canPlay: 1, reason: 'subscription', performed: 1 }));
        expect((await claimed).error).to.include({ code: 'identity-changed' });
        expect((await again).error).to.equal(undefined);
        expect(performed()).to.deep.equal(['1702', '1802']);
      });

      it('not for one who logs in while it waits for a session', async () => {
        await usher.start();
        await ticking(clock, usher.logout());
        const reply = later<Response>();
        platform.script('session/init', () => reply.promise);
        // No user is logged in when it is called.
        const claimed = usher.item(film).claim();
        await until(() => platform.to('session/init').length === 2);
        reply.resolve(answer(userResult(18, '1803')));
        expect((await claimed).error).to.include({ code: 'identity-changed' });
        expect(performed()).to.deep.equal([]);
      });
    });

    it('is requested once for two clicks during a check', async () => {
      const item = usher.item(film);
      await Promise.all([item.check(), item.claim(), item.claim()]);
      expect(
        platform.to('payment/itemstate').filter(({ query }) => query.includes('perform')),
      ).to.have.length(1);
    });
  });

  it('cannot be set by the page', async () => {
    const item = usher.item(film);
    try {
      (item.$state as unknown as { set: (value: unknown) => void }).set({ access: 'granted' });
    } catch {
      // refused
    }
    expect(item.$state.get().access).to.equal('unknown');
  });

  it('survives a listener that throws, which is reported', async () => {
    const own = new Error("the page's own");
    const item = usher.item(film);
    const stop = item.$state.listen(() => {
      throw own;
    });
    expect((await item.check()).access).to.equal('granted');
    expect((await item.check()).access).to.equal('granted');
    expect(item.$state.get().access).to.equal('granted');
    expect(await rejection(clock.tickAsync(1))).to.equal(own); // thrown in a task of its own
    stop();
  });
});
