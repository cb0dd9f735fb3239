import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { closeTabs, openTab, type OpenedTab } from '../../fixtures/session/open-tab.ts';
import {
  answer,
  scriptPlatform,
  sessionResult,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { everythingStored } from '../../fixtures/session/stored-texts.ts';
import { later, quiet, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

describe('consent that is given in a second tab', () => {
  let platform: ScriptedPlatform;
  let sessions = 0;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    platform.script('session/init', () => answer(sessionResult(`77${++sessions}01`)));
  });
  afterEach(() => {
    closeTabs();
    platform.close();
  });

  const logouts = (): (string | undefined)[] =>
    platform.to('session/logout').map(({ headers }) => headers['x-request-cid']);
  /** A page with a session, of a user if given. */
  async function open(
    persistence: 'device' | 'tab' | 'none',
    uid?: number,
  ): Promise<OpenedTab & { readonly id: string }> {
    const tab = openTab(platform.baseUrl, { persistence });
    const { id } = await tab.usher.start();
    if (uid) {
      platform.script('session/login', ({ headers }) =>
        answer(userResult(uid, headers['x-request-cid'])),
      );
      await tab.usher.login({ provider: 'manual', username: 'viewer', password: 'x' });
    }
    return { ...tab, id: id! };
  }
  /** Makes the session of the device older. */
  function makeOlder(byMs: number): void {
    const name = `usher:${platform.baseUrl}|741`;
    const record = JSON.parse(localStorage.getItem(name)!) as {
      session: { keptAliveAt: number };
    };
    record.session.keptAliveAt -= byMs;
    localStorage.setItem(name, JSON.stringify(record));
  }
  /** All tabs have this session, and the other one is logged out. */
  async function expectShared(
    tabs: readonly (OpenedTab & { readonly id: string })[],
    used: string,
    uid: string | null,
  ): Promise<void> {
    for (const { usher, wake } of tabs) {
      await until(() => {
        wake();
        return usher.$session.get().id === used;
      });
      expect(usher.$user.get()?.id ?? null).to.equal(uid);
    }
    const left = tabs.map(({ id }) => id).filter((id) => id !== used);
    await until(() => logouts().length >= left.length);
    await quiet();
    expect(Array.from(new Set(logouts()))).to.have.members(left);
    for (const id of left) {
      for (let text = id; text.includes(id);) text = await everythingStored(platform.baseUrl);
    }
  }

  for (const before of ['none', 'tab'] as const) {
    it(`adopts the session of a logged-in viewer, and ends its own, from "${before}"`, async () => {
      const tabs = [await open('device', 17), await open(before)];
      await tabs[1]!.usher.setPersistence('device');
      expect(tabs[1]!.usher.$session.get().id).to.equal(tabs[0]!.id);
      await expectShared(tabs, tabs[0]!.id, '17');
      expect(platform.kept(localStorage)).to.include(tabs[0]!.id);
      expect(tabs[1]!.texts.size).to.equal(0);
    });
  }

  it('adopts an anonymous session that lives, and ends its own', async () => {
    const tabs = [await open('device'), await open('none')];
    await tabs[1]!.usher.setPersistence('device');
    await expectShared(tabs, tabs[0]!.id, null);
  });

  it('keeps its logged-in viewer, and ends the anonymous session of the device', async () => {
    const tabs = [await open('device'), await open('none', 17)];
    await tabs[1]!.usher.setPersistence('device');
    await expectShared(tabs, tabs[1]!.id, '17');
  });

  it('keeps its logged-in viewer before another one, as a login does', async () => {
    const tabs = [await open('device', 18), await open('none', 17)];
    await tabs[1]!.usher.setPersistence('device');
    await expectShared(tabs, tabs[1]!.id, '17');
  });

  it('adopts the session of the same viewer', async () => {
    const tabs = [await open('device', 17), await open('tab', 17)];
    await tabs[1]!.usher.setPersistence('device');
    await expectShared(tabs, tabs[0]!.id, '17');
  });

  it('finds the session of a viewer in IndexedDB when the mirror is lost', async () => {
    const first = await open('device', 17);
    for (let text = ''; text.split(first.id).length < 3;) {
      text = await everythingStored(platform.baseUrl);
    }
    localStorage.removeItem(`usher:${platform.baseUrl}|741`);
    const second = await open('none');
    await second.usher.setPersistence('device');
    await expectShared([second], first.id, '17');
    await until(() => logouts().includes(second.id));
  });

  it('asks the platform for its user, on a page that finds a session in IndexedDB alone', async () => {
    const first = await open('device', 17);
    for (let text = ''; text.split(first.id).length < 3;) {
      text = await everythingStored(platform.baseUrl);
    }
    closeTabs();
    localStorage.removeItem(`usher:${platform.baseUrl}|741`);
    // The lost mirror had a login of another viewer.
    platform.script('session/init', ({ body }) =>
      answer(
        body.includes(`currentSession=${first.id}`)
          ? userResult(18, first.id)
          : sessionResult(`77${++sessions}01`),
      ),
    );
    const { usher } = openTab(platform.baseUrl, { persistence: 'device' });
    const users: (string | undefined)[] = [];
    usher.$user.listen((user) => users.push(user?.id));
    const { id } = await usher.start();
    expect(id).to.equal(first.id);
    expect(users).to.deep.equal(['18']);
    await until(() => logouts().includes(`77${sessions}01`)); // the one that nobody uses
  });

  it('asks for that user again when the page is left before the platform has answered', async () => {
    const first = await open('device', 17);
    for (let text = ''; text.split(first.id).length < 3;) {
      text = await everythingStored(platform.baseUrl);
    }
    closeTabs();
    localStorage.removeItem(`usher:${platform.baseUrl}|741`);
    const answers = [
      () => answer(sessionResult(`77${++sessions}01`)),
      () => new Promise<Response>(() => {}),
      () => answer(userResult(18, first.id)),
    ];
    platform.script('session/init', () => answers.shift()!());
    const before = platform.to('session/init').length;
    openTab(platform.baseUrl, { persistence: 'device' })
      .usher.start()
      .catch(() => {});
    await until(() => platform.to('session/init').length === before + 2);
    closeTabs();
    const { usher } = openTab(platform.baseUrl, { persistence: 'device' });
    await usher.start();
    expect(usher.$user.get()?.id).to.equal('18');
    expect(platform.to('session/init').at(-1)!.body).to.include(`currentSession=${first.id}`);
  });

  it('asks the platform first when the stored session may have ended', async () => {
    const first = await open('device', 17);
    closeTabs();
    makeOlder(3_600_000);
    const second = await open('none');
    platform.script('session/init', () => answer(userResult(17, first.id)));
    const before = platform.to('session/init').length;
    await second.usher.setPersistence('device');
    await until(() => second.usher.$user.get()?.id === '17');
    expect(platform.to('session/init')[before]!.body).to.include(`currentSession=${first.id}`);
    await until(() => logouts().includes(second.id));
  });

  it('keeps its living session when the stored one of the same viewer may have ended', async () => {
    const first = await open('device', 17);
    closeTabs();
    makeOlder(3_600_000);
    const second = await open('none', 17);
    const heard: unknown[] = [];
    second.usher.$user.listen((user) => heard.push(user?.id));
    for (const name of ['login', 'logout', 'identity-changed'] as const) {
      second.usher.on(name, () => heard.push(name));
    }
    const asked = platform.to('session/init').length;
    await second.usher.setPersistence('device');
    await until(() => logouts().includes(first.id));
    await quiet();
    expect(second.usher.$session.get()).to.include({ status: 'ready', id: second.id });
    expect(platform.kept(localStorage)).to.include(second.id);
    expect(platform.to('session/init')).to.have.length(asked);
    expect(logouts()).to.not.include(second.id);
    expect(heard).to.deep.equal([]);
  });

  it('tells a page without a user that the stored viewer is logged in', async () => {
    const first = await open('device', 17);
    closeTabs();
    makeOlder(3_600_000);
    const second = await open('none');
    const heard: unknown[] = [];
    second.usher.on('login', ({ id }) => heard.push(id));
    platform.script('session/init', () => answer(userResult(17, first.id)));
    await second.usher.setPersistence('device');
    await until(() => heard.length);
    expect(heard).to.deep.equal(['17']);
  });

  it('asks the platform whose session it is, when the tab of a login cannot say it', async () => {
    const first = await open('device', 17);
    const second = await open('device');
    const reply = later<Response>();
    platform.script('session/login', () => reply.promise);
    platform.script('session/init', () => answer(userResult(18, first.id)));
    first.usher.login({ provider: 'manual', username: 'grace', password: 'x' }).catch(() => {});
    await until(() => platform.to('session/login').length === 2);
    const asked = platform.to('session/init').length;
    await second.usher.setPersistence('tab');
    await until(() => platform.to('session/init').length > asked); // not only after the login's end
    await quiet();
    expect(platform.to('session/init')).to.have.length(asked + 1);
    expect(platform.to('session/init').at(-1)!.body).to.include(`currentSession=${first.id}`);
    await until(() => second.usher.$user.get()?.id === '18');
  });

  it('logs out the session that loses when two tabs open at once', async () => {
    const finish: ((response: Response) => void)[] = [];
    platform.script('session/init', () => new Promise((resolve) => finish.push(resolve)));
    const one = openTab(platform.baseUrl);
    const started = one.usher.start();
    await until(() => finish.length === 1);
    localStorage.removeItem(`usher:${platform.baseUrl}|741|claim`); // a lost claim
    const two = openTab(platform.baseUrl);
    const alsoStarted = two.usher.start();
    await until(() => finish.length === 2);
    finish[0]!(answer(sessionResult('7701')));
    await started;
    finish[1]!(answer(sessionResult('7702')));
    expect((await alsoStarted).id).to.equal('7701');
    await until(() => logouts().includes('7702'));
  });

  it("logs out the session of the publisher's earlier user", async () => {
    const init = { externalUserReference: 'anna' };
    const first = openTab(platform.baseUrl, { init });
    const { id } = await first.usher.start();
    closeTabs();
    const next = openTab(platform.baseUrl, { init: { externalUserReference: 'bert' } });
    expect((await next.usher.start()).id).to.not.equal(id);
    await until(() => logouts().includes(id!));
  });
});
