import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { get, set } from 'idb-keyval';
import { openStore } from '../../../src/browser/database.ts';
import type { Usher } from '../../../src/index.ts';
import {
  answer,
  firstSession,
  scriptPlatform,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;
const film = { item: 7, streamtype: 'video' } as const;

describe('an erasure', () => {
  let platform: ScriptedPlatform;
  let usher: Usher;
  before(warmUp);
  beforeEach(async () => {
    platform = scriptPlatform();
    usher = platform.usher();
    await usher.start();
    await usher.login(ada);
  });
  afterEach(() => platform.close());
  /** Requests with the session of the forgotten viewer. */
  const withOldSession = (from: number): string[] =>
    platform.sent
      .slice(from)
      .filter(
        ({ headers, body }) =>
          headers['x-request-cid'] === firstSession ||
          body.includes(firstSession) ||
          body.includes('hash-of-17'),
      )
      .map(({ id }) => id);

  it('is complete within the task of forget(), also when the page is left at once', async () => {
    const before = platform.sent.length;
    const forgotten = usher.forget();
    expect(platform.kept(localStorage)).to.not.match(/session"|hash-of|"user|[1-4]:\d{10}:/);
    expect(usher.$user.get()).to.equal(null);
    const next = platform.nextPage(); // the page is left in the same task
    await forgotten.catch(() => {});
    expect((await next.start()).user).to.equal(null);
    expect(withOldSession(before).filter((id) => id !== 'session/logout')).to.deep.equal([]);
  });

  it('does not show the viewer again when an item is shown on the page', async () => {
    const { $state } = usher.item(film);
    $state.subscribe(() => {});
    await until(() => $state.get().access === 'granted');
    platform.script('session/init', () => answer(userResult(0, '99')));
    const before = platform.sent.length;
    const users: unknown[] = [];
    usher.$user.listen((user) => users.push(user));
    await usher.forget();
    await quiet();
    expect(users).to.deep.equal([null]);
    expect(withOldSession(before).filter((id) => id !== 'session/logout')).to.deep.equal([]);
  });

  for (const call of ['start', 'check', 'login', 'logout', 'forget'] as const) {
    it(`stays in force when a listener of the page calls ${call}()`, async () => {
      const before = platform.sent.length;
      let left = 2;
      const callBack = (): void => {
        if (left-- <= 0) return;
        const calls = {
          start: () => usher.start(),
          check: () => usher.item(film).check(),
          login: () => usher.login(ada),
          logout: () => usher.logout(),
          forget: () => usher.forget(),
        };
        void calls[call]().catch(() => {});
      };
      usher.on('logout', callBack);
      usher.$session.listen(callBack);
      platform.script('session/init', () => answer(userResult(0, '99')));
      // A login stays in its session. Otherwise the next call would name the old one again.
      platform.script('session/login', () => answer(userResult(18, '99')));
      await usher.forget();
      await quiet();
      expect(withOldSession(before).filter((id) => id !== 'session/logout')).to.deep.equal([]);
      const hashes = platform
        .to('session/init')
        .map(({ body }) => new URLSearchParams(body).get('nxp_devh'));
      expect(new Set(hashes).size).to.equal(hashes.length);
    });
  }

  it('sends a logout to the platform', async () => {
    await usher.forget();
    await until(() => platform.to('session/logout').length);
    expect(platform.to('session/logout')[0]!.headers['x-request-cid']).to.equal(firstSession);
    expect(platform.kept(localStorage)).to.not.include(firstSession);
  });

  it('is not a consent: a page that waits for consent stores nothing', async () => {
    await usher.setPersistence('none');
    const next = platform.nextPage({ persistence: 'consented' });
    await next.start();
    expect(platform.kept(localStorage)).to.not.match(/session"|[1-4]:\d{10}:/);
  });

  it('supersedes a session whose init was under way', async () => {
    await usher.logout();
    let finish: (response: Response) => void = () => {};
    platform.script(
      'session/init',
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const started = usher.start();
    await until(() => platform.to('session/init').length === 2);
    const forgotten = usher.forget();
    finish(answer(userResult(17, '44')));
    expect((await rejection(started)).code).to.equal('aborted');
    await forgotten;
    expect(usher.$session.get()).to.include({ status: 'ended', id: null, user: null });
    expect(platform.kept(localStorage)).to.not.include('"44"');
  });

  it('is complete when the platform cannot be reached', async () => {
    for (const id of ['session/logout', 'session/init']) platform.script(id, unreachable);
    await usher.forget();
    expect(platform.kept(localStorage)).to.not.match(/session"|hash-of|[1-4]:\d{10}:/);
  });

  it('is removed after 30 days without a new session', async () => {
    const name = `usher:${platform.baseUrl}|741`;
    await usher.forget();
    const record = JSON.parse(localStorage.getItem(name)!) as { epochStartedAt: number };
    const store = openStore('sessions');
    const left = async (): Promise<boolean[]> => [
      localStorage.getItem(name) !== null,
      (await get(name, store)) !== undefined,
    ];
    const openPageAfter = async (days: number, expected: boolean[]): Promise<void> => {
      const aged = { ...record, epochStartedAt: Date.now() - days * 86_400_000 };
      if (localStorage.getItem(name) !== null) localStorage.setItem(name, JSON.stringify(aged));
      await set(name, aged, store);
      await platform.nextPage({ persistence: 'none' }).start();
      await quiet();
      for (let look = 0; look < 50 && String(await left()) !== String(expected); look++) {
        await quiet();
      }
      expect(await left()).to.deep.equal(expected);
    };
    await openPageAfter(29, [true, true]);
    // A killed browser may bring back in localStorage what was there before.
    await openPageAfter(31, [false, true]);
    await openPageAfter(31, [false, false]);
  });

  it('is superseded by the next session, which has a new device hash', async () => {
    await usher.forget();
    platform.script('session/init', () => answer(userResult(0, '99')));
    await usher.start();
    await platform.nextPage().start();
    const hashes = platform
      .to('session/init')
      .map(({ body }) => new URLSearchParams(body).get('nxp_devh'));
    expect(hashes).to.have.length(2);
    expect(hashes[0]).to.not.equal(hashes[1]);
  });
});
