import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import { isUsherError, type Usher } from '../../src/index.ts';
import {
  answer,
  refusal,
  sessionResult,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../fixtures/session/timed-platform.ts';
import { later, quiet, ticking, until } from '../fixtures/session/waiting.ts';

const film = { item: 1369342, streamtype: 'video' } as const;
const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;
const state = (general: object): Response =>
  answer({ general: { item: 1369342, streamtype: 'video', isPay: 1, offers: [], ...general } });

describe('the items of a page', () => {
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

  describe('after a change of the viewer', () => {
    /** Everything is erased. Other tabs have had a second to notice. */
    async function forgotten(): Promise<void> {
      let isForgotten = false;
      void usher.forget().finally(() => {
        isForgotten = true;
      });
      await until(() => {
        clock.tick(100);
        return isForgotten;
      });
    }

    it('are refetched after a login', async () => {
      answers({ canPlay: 0, reason: 'login-required' });
      const item = usher.item(film);
      item.$state.listen(() => {});
      await item.check();
      answers({ canPlay: 1, reason: 'subscription' });
      await ticking(clock, usher.login(ada));
      await until(() => item.$state.get().access === 'granted');
      expect(asked()).to.equal(2);
    });

    it('are refetched after a login of the same user, which may redeem a voucher', async () => {
      answers({ canPlay: 0, reason: 'not-paid' });
      const item = usher.item(film);
      item.$state.listen(() => {});
      await ticking(clock, usher.login(ada));
      expect((await ticking(clock, item.check())).access).to.equal('denied');
      answers({ canPlay: 1, reason: 'voucher' });
      await ticking(clock, usher.login({ ...ada, vouchercode: 'SUMMER' }));
      await until(() => item.$state.get().access === 'granted');
    });

    it('are refetched after a logout, in the anonymous session', async () => {
      const item = usher.item(film);
      await ticking(clock, usher.login(ada));
      item.$state.listen(() => {});
      await item.check();
      platform.script('session/init', () => answer(sessionResult('222')));
      answers({ canPlay: 0, reason: 'login-required' });
      await ticking(clock, usher.logout());
      await until(() => item.$state.get().access === 'denied');
      expect(
        platform.to('payment/itemstate').map(({ headers }) => headers['x-request-cid']),
      ).to.deep.equal(['3154455148505954051', '222']);
    });

    it('are not granted from the moment of a logout', async () => {
      answers({ canPlay: 1, reason: 'paid' });
      const item = usher.item(film);
      await ticking(clock, usher.login(ada));
      await item.check();
      platform.script('payment/itemstate', () => new Promise(() => {}));
      await ticking(clock, usher.logout());
      expect(item.$state.get().access).to.not.equal('granted');
    });

    it("do not keep another viewer's grant when the platform is unreachable", async () => {
      answers({ canPlay: 1, reason: 'paid' });
      const item = usher.item(film);
      await ticking(clock, usher.login(ada));
      item.$state.listen(() => {});
      await item.check();
      platform.script('session/init', unreachable);
      await ticking(clock, usher.logout());
      await until(() => item.$state.get().reason === 'offline');
      await quiet();
      expect(item.$state.get()).to.include({ access: 'unknown', reason: 'offline' });
    });

    it('are refetched after a login while an answer was under way', async () => {
      const reply = later<Response>();
      platform.script('payment/itemstate', () =>
        asked() === 1 ? reply.promise : state({ canPlay: 1, reason: 'subscription' }),
      );
      const item = usher.item(film);
      void item.check();
      await until(() => asked() === 1);
      await ticking(clock, usher.login(ada));
      reply.resolve(state({ canPlay: 0, reason: 'login-required' }));
      await until(() => item.$state.get().reason === 'subscription');
      await quiet();
      expect(item.$state.get()).to.include({ access: 'granted', reason: 'subscription' });
    });

    it('are refetched after a logout while an answer was under way', async () => {
      const item = usher.item(film);
      await ticking(clock, usher.login(ada));
      await item.check();
      platform.script('payment/itemstate', () =>
        asked() === 2 ? new Promise(() => {}) : state({ canPlay: 0, reason: 'not-paid' }),
      );
      void item.check();
      await until(() => asked() === 2);
      await ticking(clock, usher.logout());
      await until(() => item.$state.get().access === 'denied');
      await quiet();
      expect(item.$state.get()).to.include({ access: 'denied', reason: 'not-paid' });
    });

    it('are cleared by an anonymous logout, and refetched only for listeners', async () => {
      answers({ canPlay: 1, reason: 'paid' });
      const [item, other] = [usher.item(film), usher.item({ ...film, item: 7 })];
      item.$state.listen(() => {});
      await Promise.all([item.check(), other.check()]);
      platform.script('session/init', () => answer(sessionResult('222')));
      answers({ canPlay: 0, reason: 'not-paid' });
      const loggedOut = usher.logout();
      expect([item.$state.get().access, other.$state.get().access]).to.not.include('granted');
      await ticking(clock, loggedOut);
      await until(() => item.$state.get().access === 'denied');
      expect(other.$state.get().access).to.equal('unknown');
      expect(asked(), 'nobody listens to the other').to.equal(3);
    });

    it('are cleared by forget(), and not refetched before the next call', async () => {
      answers({ canPlay: 1, reason: 'paid' });
      const item = usher.item(film);
      item.$state.listen(() => {});
      await item.check();
      const before = platform.to('session/init').length;
      await forgotten();
      expect(item.$state.get().access).to.equal('unknown');
      await clock.tickAsync(60_000);
      await quiet();
      expect([asked(), platform.to('session/init').length]).to.deep.equal([1, before]);
      expect((await item.check()).access).to.equal('granted');
    });

    it('are not refetched by forget() during a check, and check() resolves', async () => {
      platform.script('payment/itemstate', () => new Promise(() => {}));
      const item = usher.item(film);
      const checked = item.check();
      await until(() => asked() === 1);
      const before = platform.to('session/init').length;
      await forgotten();
      expect((await checked).access).to.equal('unknown');
      await quiet();
      expect([asked(), platform.to('session/init').length]).to.deep.equal([1, before]);
    });

    it('are not granted, nor purchases shown, to any listener that reads the new user', async () => {
      platform.script('session/login', () =>
        answer(userResult(platform.to('session/login').length === 1 ? 17 : 18)),
      );
      answers({ canPlay: 1, reason: 'paid' });
      const items = [usher.item(film), usher.item({ ...film, item: 7 })];
      await ticking(clock, usher.login(ada));
      await Promise.all(items.map((item) => item.check()));
      platform.script('payment/itemstate', () => new Promise(() => {}));
      const seen: unknown[][] = [];
      const look = (): void => {
        const id = usher.$session.get().user?.id;
        if (id !== '17') {
          seen.push([
            id,
            ...items.map(({ $state }) => $state.get().access),
            usher.$purchases.get().length,
          ]);
        }
      };
      for (const $store of [
        usher.$session,
        usher.$user,
        usher.$purchases,
        ...items.map(({ $state }) => $state),
      ]) {
        ($store as typeof usher.$session).listen(look);
      }
      await ticking(clock, usher.login(ada));
      await quiet();
      expect(seen).to.not.deep.equal([]);
      for (const [id, ...rest] of seen) {
        expect([id, rest.includes('granted'), rest.at(-1)]).to.deep.equal(['18', false, 0]);
      }
      expect(items.map(({ $state }) => $state.get().access)).to.not.include('granted');
    });

    it('are forgotten when a page has over 1,000, and come back with the next use', async () => {
      answers({ canPlay: 1, reason: 'paid' });
      await ticking(clock, usher.login(ada));
      const [oldest, followed] = [usher.item(film), usher.item({ ...film, item: 7 })];
      followed.$state.listen(() => {});
      await Promise.all([oldest.check(), followed.check()]);
      for (let item = 10_000; item < 11_000; item++) usher.item({ ...film, item });
      const last = usher.item({ ...film, item: 8 });
      expect((await last.check()).access).to.equal('granted');
      const shown = (): unknown[] =>
        [oldest, followed, last].map((each) => each.$state.get().access);
      expect(shown()).to.deep.equal(['unknown', 'granted', 'granted']);
      expect(usher.item({ ...film, item: 7 })).to.equal(followed);

      // Both handles of the film belong to the viewer, also the forgotten one.
      const again = usher.item(film);
      expect(again).to.not.equal(oldest);
      await Promise.all([oldest.check(), again.check()]);
      expect(shown()).to.deep.equal(['granted', 'granted', 'granted']);
      answers({ canPlay: 0, reason: 'login-required' });
      await ticking(clock, usher.logout());
      await until(() => followed.$state.get().access === 'denied');
      expect([oldest, again].map((each) => each.$state.get().access)).to.deep.equal([
        'unknown',
        'unknown',
      ]);
    });

    describe('when a page has over 1,000', () => {
      const addItems = (): void => {
        for (let item = 10_000; item < 11_200; item++) usher.item({ ...film, item });
      };

      it('are not forgotten while the platform is asked about them', async () => {
        const replies = [later<Response>(), later<Response>()];
        platform.script('payment/itemstate', () => replies[asked() - 1]!.promise);
        await ticking(clock, usher.login(ada));
        const item = usher.item(film);
        const checked = item.check();
        await until(() => asked() === 1);
        addItems();
        const other = usher.item({ ...film, item: 8 }).check();
        expect(item.$state.get().checking).to.equal(true);
        replies[0]!.resolve(state({ canPlay: 1, reason: 'paid' }));
        expect((await checked).access).to.equal('granted');
        expect(usher.item(film)).to.equal(item);
        await until(() => asked() === 2);
        replies[1]!.resolve(state({ canPlay: 1, reason: 'paid' }));
        await other;
      });

      it('are kept when they have changed lately, whatever their age', async () => {
        answers({ canPlay: 1, reason: 'paid' });
        await ticking(clock, usher.login(ada));
        const [first, second] = [usher.item(film), usher.item({ ...film, item: 7 })];
        await second.check();
        for (let item = 10_000; item < 10_990; item++) usher.item({ ...film, item });
        await first.check();
        for (let item = 20_000; item < 20_020; item++) usher.item({ ...film, item });
        await usher.item({ ...film, item: 8 }).check();
        const shown = [first, second].map((each) => each.$state.get().access);
        expect(shown).to.deep.equal(['granted', 'unknown']);
      });
    });

    it('are requested once when a check comes before the session', async () => {
      platform.script('session/init', () => answer(userResult()));
      expect((await usher.item(film).check()).access).to.equal('granted');
      await quiet();
      expect(asked()).to.equal(1);
    });

    it('are not requested by login or logout when they were never checked', async () => {
      usher.item(film);
      await ticking(clock, usher.login(ada));
      await ticking(clock, usher.logout());
      await quiet();
      expect(asked()).to.equal(0);
    });
  });

  describe('with an invalid reference', () => {
    for (const [title, reference, field] of [
      ['an ID that is no number', { item: 'seven', streamtype: 'video' }, 'item'],
      ['a negative ID', { item: -7, streamtype: 'video' }, 'item'],
      ['an ID beyond the safe integers', { item: 2 ** 60, streamtype: 'video' }, 'item'],
      ['a streamtype that is a number', { item: 7, streamtype: 3 }, 'streamtype'],
      ['a streamtype with a control character', { item: 7, streamtype: 'video\n' }, 'streamtype'],
      ['an unknown field', { item: 7, streamtype: 'video', title: 'x' }, 'title'],
      ['no streamtype', { item: 7 }, 'streamtype'],
      ['no ID', { streamtype: 'video' }, 'item'],
      ['an ID that is undefined', { item: undefined, streamtype: 'video' }, 'item'],
      [
        'a wish to buy',
        { item: 7, streamtype: 'video', performTransactionIfPossible: true },
        'performTransactionIfPossible',
      ],
    ] as const) {
      it(`are refused at once: ${title}`, () => {
        let error: any;
        try {
          usher.item(reference as never);
        } catch (thrown) {
          error = thrown;
        }
        expect(isUsherError(error, 'input')).to.equal(true);
        expect(error.field).to.equal(field);
        expect(platform.sent).to.have.length(0);
      });
    }
  });

  describe('whose check failed', () => {
    for (const [cause, reply] of [
      ['the platform was unreachable', unreachable],
      ['the platform refused every session', () => refusal(503, 'down')],
    ] as const) {
      it(`because ${cause} are checked as soon as there is a session`, async () => {
        platform.script('session/init', reply);
        answers({ canPlay: 1, reason: 'paid' });
        const item = usher.item(film);
        item.$state.listen(() => {});
        await until(() => item.$state.get().error);
        platform.script('session/init', () => answer(sessionResult()));
        await until(() => {
          clock.tick(100);
          return usher.$session.get().status === 'ready';
        });
        await until(() => item.$state.get().access === 'granted');
        await quiet();
        expect(asked()).to.equal(1);
      });
    }

    it('while sessions were down are checked when static details give way to one', async () => {
      platform.script('session/init', () => refusal(503, 'down'));
      platform.script('session/staticdetails', () => answer({ general: { language: 'de' } }));
      const item = usher.item(film);
      item.$state.listen(() => {});
      await until(() => item.$state.get().reason === 'static');
      platform.script('session/init', () => answer(sessionResult()));
      await until(() => {
        clock.tick(100);
        return usher.$session.get().status === 'ready';
      });
      await until(() => item.$state.get().access === 'granted');
    });

    it('are checked with their next listener when they have none', async () => {
      platform.script('session/init', unreachable);
      const item = usher.item(film);
      await item.check();
      platform.script('session/init', () => answer(sessionResult()));
      await until(() => {
        clock.tick(100);
        return usher.$session.get().status === 'ready';
      });
      await quiet();
      expect(asked()).to.equal(0);
      item.$state.listen(() => {});
      await until(() => item.$state.get().access === 'granted');
    });
  });
});
