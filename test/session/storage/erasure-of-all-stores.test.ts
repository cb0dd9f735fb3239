import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { get, update } from 'idb-keyval';
import { openStore, type Database } from '../../../src/browser/database.ts';
import { eraseDurable } from '../../../src/session/storage/erasure.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { closeTabs, openTab } from '../../fixtures/session/open-tab.ts';
import {
  answer,
  scriptPlatform,
  sessionResult,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { everythingStored } from '../../fixtures/session/stored-texts.ts';
import { quiet, rejection, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;
const scopes = ['device', 'tab', 'none'] as const;
const hourMs = 3_600_000;
const refusing: Database = () => Promise.reject(new DOMException('broken', 'UnknownError'));

describe('the erasure of all stores', () => {
  let platform: ScriptedPlatform;
  let sessions = 0;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    // Each session has an ID and a device hash of its own.
    platform.script('session/init', () => answer(sessionResult(`8888888888${++sessions}01`)));
    platform.script('session/login', ({ headers }) =>
      answer(userResult(17, headers['x-request-cid'])),
    );
  });
  afterEach(() => {
    closeTabs();
    platform.close();
  });

  const stored = (...texts: Map<string, string>[]): Promise<string> =>
    everythingStored(platform.baseUrl, ...texts);
  const name = (): string => `usher:${platform.baseUrl}|741`;
  const isDurable = async (id: string): Promise<boolean> => (await stored()).split(id).length > 2;
  /** A logged-in page, whose session is in IndexedDB too if it is kept on the device. */
  async function loggedIn(
    persistence: (typeof scopes)[number],
    given: Parameters<typeof openTab>[1] = {},
  ): Promise<ReturnType<typeof openTab> & { readonly id: string }> {
    const tab = openTab(platform.baseUrl, { persistence, ...given });
    const { id } = await tab.usher.start();
    await tab.usher.login(ada);
    if (persistence === 'device' && !given.browser) {
      for (let isStored = false; !isStored; isStored = await isDurable(id!)) await quiet();
    }
    return { ...tab, id: id! };
  }
  /** A page that is not idle yet reads changes of other tabs with its background tasks. */
  const untilForgotten = ({ usher, wake }: ReturnType<typeof openTab>): Promise<void> =>
    until(() => {
      wake();
      return usher.$user.get() === null;
    });
  /** Nothing that is stored names a viewer, a session, a device or a secret. */
  const expectNothing = async (...texts: Map<string, string>[]): Promise<void> => {
    const left = (await stored(...texts)).replaceAll(platform.baseUrl, '');
    expect(left).to.not.match(/8{10}\d+01|hash-of-|"ada"|"17"|[1-4]:\d{9,}:\d{6}/);
  };
  const logouts = (): (string | undefined)[] =>
    platform.to('session/logout').map(({ headers }) => headers['x-request-cid']);

  for (const forgetting of scopes) {
    for (const end of ['forget', 'setPersistence'] as const) {
      it(`is complete after ${end}() on a page under "${forgetting}", also in other tabs`, async () => {
        const tabs = [await loggedIn('device'), await loggedIn('tab'), await loggedIn('none')];
        const here = forgetting === 'device' ? tabs[0]! : await loggedIn(forgetting);
        await here.usher[end]('none');
        expect(here.usher.$user.get()).to.equal(null);
        for (const tab of tabs) await untilForgotten(tab);
        await expectNothing(...[...tabs, here].map(({ texts }) => texts));
        const ids = new Set([...tabs, here].map(({ id }) => id));
        await until(() => logouts().length >= ids.size);
        expect(logouts()).to.have.members([...ids]);
      });
    }
  }

  for (const isOverwritten of [false, true]) {
    it(`ends an opening that was sent before start(), mirror overwritten: ${isOverwritten}`, async () => {
      const opening = openTab(platform.baseUrl, { isTag: true });
      const mirror = localStorage.getItem(name())!;
      const other = openTab(platform.baseUrl, { persistence: 'none' });
      await other.usher.forget();
      // The write of a page that could not see the erasure yet may come after it.
      if (isOverwritten) localStorage.setItem(name(), mirror);
      expect((await rejection(opening.usher.start())).code).to.equal('aborted');
      await expectNothing(opening.texts);
    });
  }

  it('includes a session that has moved to a tab, where another page withdraws consent', async () => {
    const [moved, other] = [await loggedIn('device'), openTab(platform.baseUrl)];
    await other.usher.start();
    await moved.usher.setPersistence('tab');
    await untilForgotten(other);
    await other.usher.setPersistence('none');
    await untilForgotten(moved);
    await expectNothing(moved.texts, other.texts);
    await until(() => logouts().includes(moved.id));
  });

  it('reaches a duplicate of a tab that opens its page later', async () => {
    const original = await loggedIn('tab');
    const texts = new Map(original.texts);
    const other = await loggedIn('none');
    await other.usher.forget();
    const before = platform.sent.length;
    const copy = openTab(platform.baseUrl, { persistence: 'tab', texts, isTag: true });
    expect((await copy.usher.start()).user).to.equal(null);
    const sent = platform.sent
      .slice(before)
      .filter(({ id }) => id !== 'session/logout')
      .map(({ body, headers }) => body + headers['x-request-cid']);
    expect(sent.join()).to.not.match(new RegExp(`hash-of|${original.id}`));
  });

  it('reaches what a page has left in its tab, and logs that session out', async () => {
    const left = await loggedIn('tab');
    const copy = new Map(left.texts);
    closeTabs();
    const other = await loggedIn('device');
    await other.usher.forget();
    const next = openTab(platform.baseUrl, { persistence: 'device', texts: copy });
    await next.usher.start();
    await until(() => copy.size === 0);
    await until(() => logouts().includes(left.id));
    expect(next.usher.$session.get().status).to.equal('ready');
  });

  it('sends the logout with keepalive and its signature in the task of forget()', async () => {
    platform.script('session/init', () =>
      answer(sessionResult('8801', { device: { domaintoken: 'x'.repeat(40) } })),
    );
    const first = openTab(platform.baseUrl);
    await first.usher.start();
    await first.usher.item({ item: 7, streamtype: 'video' }).check();
    // A page that has made no call yet.
    const { usher } = openTab(platform.baseUrl);
    await usher.start();
    const before = platform.sent.length;
    usher.forget().catch(() => {});
    await Promise.resolve();
    const [logout] = platform.sent.slice(before);
    expect([logout!.id, logout!.init.keepalive, logout!.headers['x-request-cid']]).to.deep.equal([
      'session/logout',
      true,
      '8801',
    ]);
    expect(logout!.headers['x-request-token']).to.match(/^[\da-f]{32}$/);
  });

  it('sends the logout again while the page is open, when it gets no answer', async () => {
    const { usher, id } = await loggedIn('device');
    platform.script('session/logout', unreachable);
    await usher.forget();
    platform.script('session/logout', () => answer({ status: 'ok' }));
    await expectNothing();
    await until(() => logouts().length > 1 || (dispatchEvent(new Event('online')), false));
    expect(new Set(logouts())).to.deep.equal(new Set([id]));
  });

  it('rejects when IndexedDB cannot be written, and the next page completes it', async () => {
    const { id } = await loggedIn('device');
    closeTabs();
    const broken = openTab(platform.baseUrl, { browser: { sessions: refusing } });
    await broken.usher.start();
    const error = await rejection(broken.usher.forget());
    expect([error.code, error.retryable]).to.deep.equal(['unsupported', true]);
    expect(await stored()).to.include(id);
    closeTabs();
    // Under any persistence.
    await openTab(platform.baseUrl, { persistence: 'none' }).usher.start();
    for (let left = id; left.includes(id); left = await stored()) await quiet();
    await expectNothing();
  });

  it('rejects when the journal cannot be written', async () => {
    const { usher } = openTab(platform.baseUrl, { browser: { journal: refusing } });
    await usher.start();
    const error = await rejection(usher.forget());
    expect([error.code, error.retryable]).to.deep.equal(['journal-unavailable', true]);
  });

  it('resolves where the browser has no database', async () => {
    const missing: Database = () => Promise.reject(new DOMException('none', 'SecurityError'));
    const { usher } = openTab(platform.baseUrl, {
      browser: { sessions: missing, journal: missing },
    });
    await usher.start();
    expect(await usher.forget()).to.deep.equal({ open: [], openOfOthers: 0 });
  });

  it('is completed by the next page when the page is left in its task', async () => {
    const { usher, id } = await loggedIn('device');
    closeTabs();
    // The database of a page that is left does nothing.
    const left = openTab(platform.baseUrl, {
      browser: { sessions: () => new Promise(() => {}), journal: () => new Promise(() => {}) },
    });
    await left.usher.start();
    left.usher.forget().catch(() => {});
    left.usher.dispose();
    expect(usher.$user.get()).to.not.equal(undefined);
    expect(await stored()).to.include(id);
    await openTab(platform.baseUrl, { persistence: 'tab' }).usher.start();
    for (let text = id; text.includes(id); text = await stored()) await quiet();
  });

  it('of another tab, made at the same moment, stays known in IndexedDB', async () => {
    const record = (erasures: string[], epoch: number): SessionRecord => ({
      deviceHash: '',
      epoch,
      epochStartedAt: Date.now(),
      revision: 0,
      erasedEpoch: epoch,
      erasures,
    });
    await update(name(), () => record(['theirs', 'both'], 8), openStore('sessions'));
    await eraseDurable({ sessions: openStore('sessions') }, name(), record(['mine', 'both'], 7));
    expect(await get(name(), openStore('sessions'))).to.deep.include({
      epoch: 8,
      erasures: ['mine', 'theirs', 'both'],
    });
  });

  describe('does not depend on clocks and epochs:', () => {
    /** Writes the record again, as if its page had had other clocks and epochs. */
    const changeStored = async (
      change: (record: { epoch: number; epochStartedAt: number }) => object,
    ): Promise<string> => {
      const record = JSON.parse(localStorage.getItem(name())!) as {
        epoch: number;
        epochStartedAt: number;
      };
      const changed = change(record);
      await openStore('sessions')(
        'readwrite',
        (store) =>
          new Promise<void>((resolve) => {
            store.put(changed, name());
            store.transaction.oncomplete = () => resolve();
          }),
      );
      return JSON.stringify(changed);
    };
    const fromTheFuture = (record: { epoch: number; epochStartedAt: number }): object => ({
      ...record,
      epochStartedAt: Date.now() + 24 * hourMs,
    });

    it('a clock was ahead when the session was stored, and the mirror is lost', async () => {
      const { id } = await loggedIn('device');
      closeTabs();
      await changeStored(fromTheFuture);
      localStorage.removeItem(name());
      const next = openTab(platform.baseUrl, { persistence: 'none' });
      await next.usher.start();
      await next.usher.forget();
      expect(await stored()).to.not.include(id);
      localStorage.removeItem(name());
      closeTabs();
      const last = openTab(platform.baseUrl);
      expect((await last.usher.start()).user).to.equal(null);
    });

    it('the mirror comes back as it was before the erasure, from a clock that was ahead', async () => {
      const { usher } = await loggedIn('device');
      const record = await changeStored(fromTheFuture);
      await usher.forget();
      closeTabs();
      localStorage.setItem(name(), record);
      const next = openTab(platform.baseUrl);
      await next.usher.start();
      await until(() => next.usher.$user.get() === null);
      await expectNothing();
    });

    it('a page with a higher epoch wakes', async () => {
      const { usher, wake } = await loggedIn('device');
      const high = await changeStored((record) => ({ ...fromTheFuture(record), epoch: 9e12 }));
      localStorage.setItem(name(), high);
      wake(); // the page has this epoch now, and is frozen
      localStorage.removeItem(name());
      const other = openTab(platform.baseUrl, { persistence: 'none' });
      await other.usher.start();
      await other.usher.forget();
      wake('resume');
      expect(usher.$user.get()).to.equal(null);
      await expectNothing();
    });

    it('an init is under way in a tab of another persistence', async () => {
      for (const persistence of scopes) {
        let finish: (response: Response) => void = () => {};
        platform.script('session/init', () => new Promise((resolve) => (finish = resolve)));
        const opening = openTab(platform.baseUrl, { persistence });
        const seen = platform.to('session/init').length;
        const started = opening.usher.start();
        await until(() => platform.to('session/init').length > seen);
        const other = openTab(platform.baseUrl, { persistence: 'none' });
        await other.usher.forget();
        finish(answer(userResult(17, '88888888887701')));
        expect((await rejection(started)).code).to.equal('aborted');
        await expectNothing(opening.texts);
        await until(() => logouts().includes('88888888887701'));
        closeTabs();
      }
    });
  });
});
