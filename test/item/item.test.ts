import '../session/steerable-timers.ts';
import { expect } from 'chai';
import { computed } from 'nanostores';
import { useFakeTimers } from 'sinon';
import type { SinonFakeTimers } from 'sinon';
import { isInputError } from '../../src/index.ts';
import type { ItemState, Usher } from '../../src/index.ts';
import { later, quiet, until } from '../session/patience.ts';
import { answer, refusal, scriptPlatform, sessionResult, unreachable } from '../session/scripted-platform.ts';
import type { ScriptedPlatform } from '../session/scripted-platform.ts';
import { warmUp } from '../session/warm-up.ts';

const film = { item: 1369342, streamtype: 'video' } as const;
const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;
const state = (general: object): Response => answer({ general: { item: 1369342, streamtype: 'video', isPay: 1, offers: [], ...general } });
/** Without members that are undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const offer = { operation: 'ppv', amount: 499, currency: 'EUR', hours: 48 };

describe('an item at the door', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let usher: Usher;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    clock = useFakeTimers({ now: Date.UTC(2026, 10, 21, 12), toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'requestIdleCallback'] });
    usher = platform.usher();
  });
  afterEach(() => {
    platform.close();
    clock.restore();
  });
  const asked = (): number => platform.to('payment/itemstate').length;
  const answers = (general: object): void => platform.script('payment/itemstate', () => state(general));

  it('is unknown, for no reason, until somebody asks', async () => {
    const item = usher.item(film);
    expect(item.$state.get()).to.deep.equal({ access: 'unknown', reason: '', offers: [], checkedAt: null, until: null });
    await quiet();
    expect(platform.sent).to.have.length(0);
  });

  it('is asked with ID and streamtype, and no more', async () => {
    await usher.item(film).check();
    const { method, query, body } = platform.to('payment/itemstate')[0]!;
    expect({ method, query, body }).to.deep.equal({ method: 'POST', query: 'item=1369342&streamtype=video', body: '' });
  });

  it('keeps every digit of its ID', async () => {
    await usher.item({ item: '9007199254740993001', streamtype: 'video' }).check();
    expect(platform.to('payment/itemstate')[0]!.query).to.equal('item=9007199254740993001&streamtype=video');
  });

  describe('as the platform answers', () => {
    it('is granted, with its reason and end', async () => {
      answers({ canPlay: 1, reason: 'paid', validUntil: 1800000000 });
      expect(await usher.item(film).check()).to.deep.equal({ access: 'granted', reason: 'paid', offers: [], checkedAt: Date.now(), until: 1800000000000 });
    });

    it('is granted without an end', async () => {
      answers({ canPlay: '1', reason: 'free', validUntil: 0 });
      expect(await usher.item(film).check()).to.include({ access: 'granted', reason: 'free', until: null });
    });

    it('is denied, with the offers', async () => {
      answers({ canPlay: 0, reason: 'not-paid', offers: [offer, { operation: 'subscription', amount: '799', currency: 'EUR', duration: 1, isPremium: 0 }] });
      const { access, reason, offers } = await usher.item(film).check();
      expect({ access, reason }).to.deep.equal({ access: 'denied', reason: 'not-paid' });
      expect(plain(offers)).to.deep.equal([offer, { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1, isPremium: false }]);
    });

    for (const reason of ['login-required', 'geo', 'age', 'schedule', 'domain']) {
      it(`is denied for ${reason}`, async () => {
        answers({ canPlay: 'false', reason });
        expect(await usher.item(film).check()).to.include({ access: 'denied', reason });
      });
    }

    it('leaves an offer out that cannot be read, and keeps the others', async () => {
      answers({ canPlay: 0, offers: [{ operation: 'ppv', amount: 'four', currency: 'EUR' }, null, 7, offer, { amount: 1 }] });
      expect(plain((await usher.item(film).check()).offers)).to.deep.equal([offer]);
    });

    for (const [title, result] of [
      ['an empty object', {}],
      ['an empty list', []],
      ['null', null],
      ['a text', 'ok'],
      ['no canPlay', { general: { isPay: 0, reason: 'free' } }],
      ['a canPlay that is null', { general: { canPlay: null } }],
      ['a canPlay of another kind', { general: { canPlay: 'maybe' } }],
      ['a canPlay of 2', { general: { canPlay: 2 } }],
      ['a canPlay that is a list', { general: { canPlay: [1] } }],
      ['a canPlay that is empty', { general: { canPlay: '' } }],
    ] as const) {
      it(`is unknown, neither granted nor denied, by ${title}`, async () => {
        platform.script('payment/itemstate', () => answer(result));
        expect(await usher.item(film).check()).to.include({ access: 'unknown', reason: 'unreadable' });
      });
    }

    for (const [title, body] of [['HTML', '<h1>Welcome</h1>'], ['JSON cut short', '{"metadata":{"status":200},"result":{"general":{"canPlay":1']] as const) {
      it(`is unknown by ${title} with status 200`, async () => {
        platform.script('payment/itemstate', () => new Response(body));
        const after = await usher.item(film).check();
        expect(after).to.include({ access: 'unknown', reason: 'unreadable' });
        expect(after.error!.code).to.equal('malformed');
      });
    }

    it('is not found', async () => {
      platform.script('payment/itemstate', () => refusal(404, 'no such item'));
      expect(await usher.item(film).check()).to.include({ access: 'denied', reason: 'not-found' });
    });

    it('is unknown for an error of the platform, which stands in the state', async () => {
      platform.script('payment/itemstate', () => refusal(400, 'streamtype is unknown'));
      const after = await usher.item(film).check();
      expect(after).to.include({ access: 'unknown', reason: 'error', checkedAt: null });
      expect(after.error).to.include({ code: 'platform', hint: 'streamtype is unknown' });
    });
  });

  describe('without an answer', () => {
    it('is unknown while offline, and check() does not reject', async () => {
      platform.script('session/init', unreachable);
      expect(await usher.item(film).check()).to.include({ access: 'unknown', reason: 'offline' });
    });

    it('keeps the last answer with its age, and says why', async () => {
      answers({ canPlay: 1, reason: 'paid' });
      const item = usher.item(film);
      const before = await item.check();
      platform.script('payment/itemstate', unreachable);
      const checked = item.check();
      await until(() => asked() === 2);
      await clock.tickAsync(30_000);
      const { error, ...after } = await checked;
      expect(after).to.deep.equal(before);
      expect(error!.code).to.equal('network');
      expect(item.$state.get().access).to.equal('granted');
    });

    it('keeps a denial as well', async () => {
      answers({ canPlay: 0, reason: 'geo' });
      const item = usher.item(film);
      await item.check();
      platform.script('payment/itemstate', () => refusal(400, 'no'));
      expect(await item.check()).to.include({ access: 'denied', reason: 'geo' });
    });

    it('is no longer granted when the grant ended meanwhile', async () => {
      answers({ canPlay: 1, reason: 'paid', validUntil: Math.floor(Date.now() / 1000) + 60 });
      const item = usher.item(film);
      await item.check();
      clock.setSystemTime(Date.now() + 61_000);
      platform.script('payment/itemstate', () => refusal(400, 'no'));
      expect(await item.check()).to.include({ access: 'unknown', reason: 'error' });
    });

    it('forgets the error with the next answer', async () => {
      platform.script('payment/itemstate', () => refusal(400, 'no'));
      const item = usher.item(film);
      await item.check();
      answers({ canPlay: 1 });
      expect((await item.check()).error).to.equal(undefined);
    });

    it('is asked again up to three times when the platform is out of order', async () => {
      platform.script('payment/itemstate', () => (asked() < 3 ? refusal(503, 'down') : state({ canPlay: 1 })));
      const checked = usher.item(film).check();
      for (const count of [1, 2, 3]) {
        await until(() => asked() >= count);
        await quiet();
        await clock.tickAsync(1000); // the longest wait before a repeat
      }
      expect((await checked).access).to.equal('granted');
      expect(asked()).to.equal(3);
    });

    it("is unknown when the publisher's own reader throws, and can be asked again", async () => {
      let reads = 0;
      usher = platform.nextPage({ dialect: {
        readItemState() {
          if (++reads === 1) throw new TypeError('no such member');
          return { granted: true, offers: [] };
        },
      } });
      const item = usher.item(film);
      expect(await item.check()).to.include({ access: 'unknown', reason: 'unreadable' });
      expect((await item.check()).access).to.equal('granted');
    });
  });

  describe('asked by many', () => {
    it('is asked by its first subscriber', async () => {
      const seen: string[] = [];
      usher.item(film).$state.subscribe(({ access }) => seen.push(access));
      await until(() => seen.at(-1) === 'granted');
      expect(asked()).to.equal(1);
      expect(seen).to.include('checking');
    });

    it('is asked by listen too, and not again by those who come later', async () => {
      const item = usher.item(film);
      item.$state.listen(() => {});
      await until(() => item.$state.get().access === 'granted');
      item.$state.listen(() => {});
      item.$state.subscribe(() => {});
      await quiet();
      expect(asked()).to.equal(1);
    });

    it('is asked by a store that is computed from it', async () => {
      const item = usher.item(film);
      const $open = computed(item.$state, ({ access }) => access === 'granted');
      const seen: boolean[] = [];
      $open.subscribe((open) => seen.push(open));
      await until(() => $open.get());
      expect(asked()).to.equal(1);
      expect(seen.at(-1)).to.equal(true);
    });

    it('is asked once for any number of askers', async () => {
      const reply = later<Response>();
      platform.script('payment/itemstate', () => reply.promise);
      const item = usher.item(film);
      item.$state.subscribe(() => {});
      const all = Promise.all([item.check(), item.check(), usher.item(film).check(), usher.item({ ...film, item: '1369342' }).check()]);
      await until(() => asked() === 1);
      reply.resolve(state({ canPlay: 1, reason: 'paid' }));
      const states = await all;
      expect(asked()).to.equal(1);
      for (const one of states) expect(one).to.equal(states[0]);
    });

    it('is one object for the same item, whatever the order of its fields', () => {
      expect(usher.item({ streamtype: 'video', item: 1369342 })).to.equal(usher.item(film));
      expect(usher.item({ item: 1369342n, streamtype: 'video' })).to.equal(usher.item(film));
      expect(usher.item({ item: 1369342, streamtype: 'audio' })).to.not.equal(usher.item(film));
    });

    it('stays granted while it is asked again', async () => {
      const item = usher.item(film);
      await item.check();
      const seen: string[] = [];
      item.$state.listen(({ access }) => seen.push(access));
      await item.check();
      expect(seen).to.not.include('checking');
    });

    it('tells by the event which item it was', async () => {
      const heard: (ItemState & { item: string; streamtype: string })[] = [];
      usher.on('item', (one) => heard.push(one));
      await usher.item(film).check();
      expect(heard.map(({ item, streamtype, access }) => [item, streamtype, access])).to.deep.equal([['1369342', 'video', 'checking'], ['1369342', 'video', 'granted']]);
    });
  });

  describe('of another viewer', () => {
    it('is asked again after a login', async () => {
      answers({ canPlay: 0, reason: 'login-required' });
      const item = usher.item(film);
      await item.check();
      answers({ canPlay: 1, reason: 'subscription' });
      await usher.login(ada);
      await until(() => item.$state.get().access === 'granted');
      expect(asked()).to.equal(2);
    });

    it('is asked again after a logout, in the anonymous session', async () => {
      const item = usher.item(film);
      await usher.login(ada);
      await item.check();
      platform.script('session/init', () => answer(sessionResult('222')));
      answers({ canPlay: 0, reason: 'login-required' });
      await usher.logout();
      await until(() => item.$state.get().access === 'denied');
      expect(platform.to('payment/itemstate').map(({ headers }) => headers['x-request-cid'])).to.deep.equal(['3154455148505954051', '222']);
    });

    it('is not shown as granted any more the moment that the viewer logs out', async () => {
      answers({ canPlay: 1, reason: 'paid' });
      const item = usher.item(film);
      await usher.login(ada);
      await item.check();
      platform.script('payment/itemstate', () => new Promise(() => {}));
      await usher.logout();
      expect(item.$state.get().access).to.not.equal('granted');
    });

    it('does not keep what another viewer was granted when the platform cannot be asked', async () => {
      answers({ canPlay: 1, reason: 'paid' });
      const item = usher.item(film);
      await usher.login(ada);
      await item.check();
      platform.script('session/init', unreachable);
      await usher.logout();
      await quiet();
      expect(item.$state.get()).to.include({ access: 'unknown', reason: 'offline' });
    });

    it('is asked again after a login also when an answer was still under way', async () => {
      const reply = later<Response>();
      platform.script('payment/itemstate', () => (asked() === 1 ? reply.promise : state({ canPlay: 1, reason: 'subscription' })));
      const item = usher.item(film);
      void item.check();
      await until(() => asked() === 1);
      await usher.login(ada);
      reply.resolve(state({ canPlay: 0, reason: 'login-required' }));
      await until(() => item.$state.get().access !== 'checking');
      await quiet();
      expect(item.$state.get()).to.include({ access: 'granted', reason: 'subscription' });
    });

    it('is asked again after a logout also when an answer was still under way', async () => {
      const item = usher.item(film);
      await usher.login(ada);
      await item.check();
      platform.script('payment/itemstate', () => (asked() === 2 ? new Promise(() => {}) : state({ canPlay: 0, reason: 'not-paid' })));
      void item.check();
      await until(() => asked() === 2);
      await usher.logout();
      await quiet();
      expect(item.$state.get()).to.include({ access: 'denied', reason: 'not-paid' });
    });

    it('is not asked by a login or logout when nobody ever asked', async () => {
      usher.item(film);
      await usher.login(ada);
      await usher.logout();
      await quiet();
      expect(asked()).to.equal(0);
    });
  });

  describe('unlocked', () => {
    it('is sent with performTransactionIfPossible, once', async () => {
      answers({ canPlay: 1, reason: 'subscription', performed: 1 });
      expect(await usher.item(film).unlock()).to.include({ access: 'granted', reason: 'subscription' });
      expect(platform.to('payment/itemstate').map(({ query }) => query)).to.deep.equal(['item=1369342&streamtype=video&performTransactionIfPossible=1']);
    });

    for (const [title, reply] of [['the network fails', unreachable], ['the platform is out of order', () => refusal(503, 'down')], ['the session is lost', () => refusal(401, 'gone')]] as const) {
      it(`is not sent again when ${title}`, async () => {
        platform.script('payment/itemstate', reply);
        const unlocked = usher.item(film).unlock();
        await until(() => asked());
        await clock.tickAsync(60_000);
        expect((await unlocked).access).to.equal('unknown');
        await quiet();
        expect(asked()).to.equal(1);
      });
    }

    it('waits for a check that is under way, and is sent all the same', async () => {
      const reply = later<Response>();
      platform.script('payment/itemstate', () => (asked() === 1 ? reply.promise : state({ canPlay: 1 })));
      const item = usher.item(film);
      const both = Promise.all([item.check(), item.unlock()]);
      await until(() => asked() === 1);
      reply.resolve(state({ canPlay: 0, reason: 'not-paid' }));
      const [checked, unlocked] = await both;
      expect([checked.access, unlocked.access]).to.deep.equal(['denied', 'granted']);
      expect(platform.to('payment/itemstate').map(({ query }) => query.includes('perform'))).to.deep.equal([false, true]);
    });

    it('by two clicks at the same time is sent once', async () => {
      const item = usher.item(film);
      await Promise.all([item.unlock(), item.unlock()]);
      expect(asked()).to.equal(1);
    });

    it('by two clicks during a check is sent once', async () => {
      const item = usher.item(film);
      await Promise.all([item.check(), item.unlock(), item.unlock()]);
      expect(platform.to('payment/itemstate').filter(({ query }) => query.includes('perform'))).to.have.length(1);
    });
  });

  describe('of a reference that is wrong', () => {
    for (const [title, reference, field] of [
      ['an ID that is no number', { item: 'seven', streamtype: 'video' }, 'item'],
      ['a negative ID', { item: -7, streamtype: 'video' }, 'item'],
      ['an ID beyond what a number holds', { item: 2 ** 60, streamtype: 'video' }, 'item'],
      ['a streamtype that is a number', { item: 7, streamtype: 3 }, 'streamtype'],
      ['a streamtype with a control character', { item: 7, streamtype: 'video\n' }, 'streamtype'],
      ['a field that there is not', { item: 7, streamtype: 'video', title: 'x' }, 'title'],
      ['no streamtype', { item: 7 }, 'streamtype'],
      ['no ID', { streamtype: 'video' }, 'item'],
      ['an ID that is undefined', { item: undefined, streamtype: 'video' }, 'item'],
      ['a wish to buy', { item: 7, streamtype: 'video', performTransactionIfPossible: true }, 'performTransactionIfPossible'],
    ] as const) {
      it(`is refused at once: ${title}`, () => {
        let error: any;
        try {
          usher.item(reference as never);
        } catch (thrown) {
          error = thrown;
        }
        expect(isInputError(error)).to.equal(true);
        expect(error.field).to.equal(field);
        expect(platform.sent).to.have.length(0);
      });
    }
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

  it('is not broken by a listener that throws', async () => {
    const item = usher.item(film);
    item.$state.listen(() => { throw new Error("the page's own"); });
    expect((await item.check()).access).to.equal('granted');
    expect((await item.check()).access).to.equal('granted');
    expect(item.$state.get().access).to.equal('granted');
  });
});
