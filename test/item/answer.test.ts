import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../src/index.ts';
import {
  answer,
  refusal,
  unreachable,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../fixtures/session/timed-platform.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';

const film = { item: 1369342, streamtype: 'video' } as const;
const state = (general: object): Response =>
  answer({ general: { item: 1369342, streamtype: 'video', isPay: 1, offers: [], ...general } });
/** A copy without undefined members. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const offer = {
  id: 'ppv-499-EUR-48',
  operation: 'ppv',
  amount: 499,
  currency: 'EUR',
  hours: 48,
};

describe('the answer about an item', () => {
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

  describe('with an envelope', () => {
    it('grants, with reason and end', async () => {
      answers({ canPlay: 1, reason: 'paid', validUntil: 1800000000 });
      expect(await usher.item(film).check()).to.deep.equal({
        access: 'granted',
        checking: false,
        reason: 'paid',
        offers: [],
        checkedAt: Date.now(),
        expiresAt: 1800000000000,
      });
    });

    it('grants without an end', async () => {
      answers({ canPlay: '1', reason: 'free', validUntil: 0 });
      expect(await usher.item(film).check()).to.include({
        access: 'granted',
        reason: 'free',
        expiresAt: null,
      });
    });

    it('denies, with the offers', async () => {
      answers({
        canPlay: 0,
        reason: 'not-paid',
        offers: [
          offer,
          { operation: 'subscription', amount: '799', currency: 'EUR', duration: 1, isPremium: 0 },
        ],
      });
      const { access, reason, offers } = await usher.item(film).check();
      expect({ access, reason }).to.deep.equal({ access: 'denied', reason: 'not-paid' });
      expect(plain(offers)).to.deep.equal([
        offer,
        {
          id: 'subscription-799-EUR-1',
          operation: 'subscription',
          amount: 799,
          currency: 'EUR',
          duration: 1,
          isPremium: false,
        },
      ]);
    });

    for (const reason of ['login-required', 'geo', 'age', 'schedule', 'domain']) {
      it(`denies for ${reason}`, async () => {
        answers({ canPlay: 'false', reason });
        expect(await usher.item(film).check()).to.include({ access: 'denied', reason });
      });
    }

    it('omits an unreadable offer, and keeps the others', async () => {
      answers({
        canPlay: 0,
        offers: [
          { operation: 'ppv', amount: 'four', currency: 'EUR' },
          null,
          7,
          offer,
          { amount: 1 },
        ],
      });
      expect(plain((await usher.item(film).check()).offers)).to.deep.equal([offer]);
    });

    for (const [title, result] of [
      ['an empty object', {}],
      ['an empty list', []],
      ['null', null],
      ['a text', 'ok'],
      ['no canPlay', { general: { isPay: 0, reason: 'free' } }],
      ['a canPlay of null', { general: { canPlay: null } }],
      ['a canPlay of another kind', { general: { canPlay: 'maybe' } }],
      ['a canPlay of 2', { general: { canPlay: 2 } }],
      ['a canPlay of a list', { general: { canPlay: [1] } }],
      ['an empty canPlay', { general: { canPlay: '' } }],
    ] as const) {
      it(`leaves the access unknown: ${title}`, async () => {
        platform.script('payment/itemstate', () => answer(result));
        expect(await usher.item(film).check()).to.include({
          access: 'unknown',
          reason: 'unreadable',
        });
      });
    }

    for (const [title, body] of [
      ['HTML', '<h1>Welcome</h1>'],
      ['JSON cut short', '{"metadata":{"status":200},"result":{"general":{"canPlay":1'],
    ] as const) {
      it(`leaves the access unknown with status 200: ${title}`, async () => {
        platform.script('payment/itemstate', () => new Response(body));
        const after = await usher.item(film).check();
        expect(after).to.include({ access: 'unknown', reason: 'unreadable' });
        expect(after.error!.code).to.equal('malformed');
      });
    }

    it('can say that the item does not exist', async () => {
      platform.script('payment/itemstate', () => refusal(404, 'no such item'));
      expect(await usher.item(film).check()).to.include({ access: 'denied', reason: 'not-found' });
    });

    it('leaves the access unknown on an error of the platform, which the state shows', async () => {
      platform.script('payment/itemstate', () => refusal(400, 'streamtype is unknown'));
      const after = await usher.item(film).check();
      expect(after).to.include({ access: 'unknown', reason: 'error', checkedAt: null });
      expect(after.error).to.include({ code: 'platform', hint: 'streamtype is unknown' });
    });
  });

  describe('the state of an item without an answer', () => {
    it('is unknown while offline, and check() does not reject', async () => {
      platform.script('session/init', unreachable);
      expect(await usher.item(film).check()).to.include({ access: 'unknown', reason: 'offline' });
    });

    it('keeps the last answer with its age, and gives the reason', async () => {
      answers({ canPlay: 1, reason: 'paid' });
      const item = usher.item(film);
      const before = await item.check();
      platform.script('payment/itemstate', unreachable);
      const checked = item.check();
      await until(() => asked() === 2);
      for (let repeats = 0; repeats < 2; repeats++) {
        await quiet();
        await clock.tickAsync(2000);
      }
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

    it('is no longer granted when the grant has ended meanwhile', async () => {
      answers({ canPlay: 1, reason: 'paid', validUntil: Math.floor(Date.now() / 1000) + 60 });
      const item = usher.item(film);
      await item.check();
      clock.setSystemTime(Date.now() + 61_000);
      platform.script('payment/itemstate', () => refusal(400, 'no'));
      expect(await item.check()).to.include({ access: 'unknown', reason: 'error' });
    });

    it('drops the error with the next answer', async () => {
      platform.script('payment/itemstate', () => refusal(400, 'no'));
      const item = usher.item(film);
      await item.check();
      answers({ canPlay: 1 });
      expect((await item.check()).error).to.equal(undefined);
    });

    it('is requested up to three times when the platform fails', async () => {
      platform.script('payment/itemstate', () =>
        asked() < 3 ? refusal(503, 'down') : state({ canPlay: 1 }),
      );
      const checked = usher.item(film).check();
      for (const count of [1, 2, 3]) {
        await until(() => asked() >= count);
        await quiet();
        await clock.tickAsync(1000); // the longest wait before a repeat
      }
      expect((await checked).access).to.equal('granted');
      expect(asked()).to.equal(3);
    });

    it("is unknown when the publisher's own reader throws, and can be requested again", async () => {
      let reads = 0;
      usher = platform.nextPage({
        dialect: {
          readItemState() {
            if (++reads === 1) throw new TypeError('no such member');
            return { granted: true, offers: [] };
          },
        },
      });
      const item = usher.item(film);
      expect(await item.check()).to.include({ access: 'unknown', reason: 'unreadable' });
      expect((await item.check()).access).to.equal('granted');
    });
  });
});
