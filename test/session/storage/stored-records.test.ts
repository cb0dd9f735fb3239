import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { update } from 'idb-keyval';
import { openStore } from '../../../src/browser/database.ts';
import {
  answer,
  firstSession,
  scriptPlatform,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { quiet } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;

describe('the records of a session', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());
  const name = (): string =>
    Object.keys(localStorage).find((each) => each === `usher:${platform.baseUrl}|741`)!;
  const record = (): Record<string, unknown> =>
    JSON.parse(localStorage.getItem(name())!) as Record<string, unknown>;
  const damage = (change: object): void =>
    localStorage.setItem(name(), JSON.stringify({ ...record(), ...change }));

  for (const ended of ['lost', 7, {}, [null, 'x', { id: 7 }, { id: firstSession }]]) {
    it(`end with a logout also when the list of ended sessions is damaged: ${JSON.stringify(ended)}`, async () => {
      await platform.usher().start();
      damage({ ended });
      const next = platform.nextPage();
      await next.start();
      await next.logout();
      expect(next.$session.get()).to.include({ status: 'ended', id: null });
      expect(localStorage.getItem(name())).to.not.match(/"session":/);
    });
  }

  for (const [part, session] of [
    ['user', { user: 'ada' }],
    ['data', { data: '{}' }],
    ['geo', { geo: [] }],
    ['deviceHash', { deviceHash: 7 }],
    ['fingerprint', { fingerprint: null }],
  ] as const) {
    it(`are set aside when the session is damaged: ${part}`, async () => {
      await platform.usher().start();
      damage({ session: { ...(record()['session'] as object), ...session } });
      const state = await platform.nextPage().start();
      expect(state.status).to.equal('ready');
      expect(platform.to('session/init')).to.have.length(2);
    });
  }

  /** An object that no operator turns into a number. */
  const noNumber = { toString: [] };

  for (const damaged of [
    { epoch: noNumber },
    { login: { endsAt: noNumber } },
    { failedOpenings: { failedAt: 1, retryAt: noNumber } },
    { losses: { count: noNumber } },
  ]) {
    it(`are no obstacle with an object in place of a number: ${Object.keys(damaged).join()}`, async () => {
      await platform.usher().start();
      damage(damaged);
      expect((await platform.nextPage().start()).status).to.equal('ready');
    });
  }

  it('are no obstacle when the one in IndexedDB is damaged, neither to a page nor to an erasure', async () => {
    await update(
      `usher:${platform.baseUrl}|741`,
      () => ({ deviceHash: '4:1500496747:000001', epoch: noNumber }),
      openStore('sessions'),
    );
    const usher = platform.usher();
    expect((await usher.start()).status).to.equal('ready');
    await usher.forget();
    expect(usher.$session.get().status).to.equal('ended');
  });

  describe('on a page that gives prototypes a toJSON', () => {
    const prototypes = [Array.prototype, Object.prototype] as unknown as Record<string, unknown>[];
    beforeEach(() => {
      for (const prototype of prototypes) {
        Object.defineProperty(prototype, 'toJSON', {
          value: () => 'bent',
          configurable: true,
          writable: true,
        });
      }
    });
    afterEach(() => {
      for (const prototype of prototypes) delete prototype['toJSON'];
    });

    it('are stored unchanged: session and pending logout survive', async () => {
      const data = { channels: [{ ID: '1' }, { ID: '2' }] };
      platform.script(
        'session/init',
        () =>
          new Response(
            `{"metadata":{"status":200},"result":{"general":{"cid":"${firstSession}","clid":741},"channels":[{"ID":"1"},{"ID":"2"}]}}`,
          ),
      );
      platform.script(
        'session/login',
        () =>
          new Response(
            `{"metadata":{"status":200},"result":{"general":{"cid":"${firstSession}","uid":17},"userdata":{"uid":17,"userhash":"hash-of-17"}}}`,
          ),
      );
      platform.script('session/logout', unreachable);
      const usher = platform.usher();
      await usher.start();
      await usher.login(ada);
      const next = platform.nextPage();
      await next.start();
      expect(next.$user.get()?.id).to.equal('17');
      expect((next.$session.get().data['channels'] as unknown[]).length).to.equal(
        data.channels.length,
      );
      await next.logout();
      platform.script(
        'session/logout',
        () => new Response('{"metadata":{"status":200},"result":{"status":"ok"}}'),
      );
      const before = platform.to('session/logout').length;
      await platform.nextPage().start();
      // A page that is left during its report leaves a lease of 15 s behind.
      while (platform.to('session/logout').length === before) await quiet();
      expect(platform.to('session/logout').at(-1)!.headers['x-request-cid']).to.equal(firstSession);
      expect(platform.to('session/init')).to.have.length(2);
    }).timeout(40_000);
  });

  it('are not overwritten by a late answer to an init after another tab has renewed the session', async () => {
    await platform.usher().start();
    damage({
      session: { ...(record()['session'] as object), keptAliveAt: Date.now() - 16 * 60_000 },
    });
    let finish: (response: Response) => void = () => {};
    platform.script(
      'session/init',
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const page = platform.nextPage();
    const started = page.start();
    while (platform.to('session/init').length < 2) await quiet();
    // Another tab has renewed the session, and logged the viewer in.
    const { session, revision } = record() as { session: object; revision: number };
    damage({
      revision: revision + 2,
      session: { ...session, keptAliveAt: Date.now(), secret: 'newer' },
    });
    finish(answer(userResult(0, firstSession)));
    await started;
    expect((record()['session'] as { secret?: string }).secret).to.equal('newer');
  });
});
