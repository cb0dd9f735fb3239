import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { openStore } from '../../../src/browser/database.ts';
import { isUsherError, type UsherOptions } from '../../../src/index.ts';
import { closeTabs, openTab } from '../../fixtures/session/open-tab.ts';
import {
  answer,
  firstSession,
  scriptPlatform,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { later, rejection, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;
const consented: Partial<UsherOptions> = { persistence: 'consented' };

describe('the persistence of a session', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(() => {
    closeTabs();
    platform.close();
  });

  /** Everything stored for the platform, in every storage. */
  const everything = async (): Promise<string> => {
    const record = await openStore('sessions')(
      'readonly',
      (store) =>
        new Promise((resolve) => {
          const request = store.get(`usher:${platform.baseUrl}|741`);
          request.onsuccess = () => resolve(request.result);
        }),
    );
    return (
      platform.kept(localStorage) +
      platform.kept(sessionStorage) +
      JSON.stringify(record ?? '').replace('""', '')
    );
  };
  /** The remaining records hold only numbers: no session, device or user. */
  const expectErased = async (): Promise<void> => {
    const left = (await everything()).replaceAll(`usher:${platform.baseUrl}|741`, '');
    expect(left).to.not.match(/session|[1-4]:\d{10}:|hash-of|"user/);
    expect(
      left.replaceAll(
        /"(?:deviceHash|epoch|epochStartedAt|revision|erasedEpoch|erasures|isWithdrawn)"/g,
        '',
      ),
    ).to.match(/^[\s{}[\]:,="\dtruefals]*$/);
  };
  const isDurable = async (): Promise<boolean> =>
    /"deviceHash":[^]*"deviceHash":/.test(
      (await everything()).replace(platform.kept(localStorage), ''),
    );
  const untilDurable = async (): Promise<void> => {
    while (!(await isDurable())) await until(() => true);
  };

  it('writes the session to IndexedDB too, once the page is idle', async () => {
    await platform.usher().start();
    await untilDurable();
    expect((await everything()).split(firstSession)).to.have.length(3);
  });

  it('stores nothing before the viewer has consented', async () => {
    const usher = platform.usher(consented);
    await usher.start();
    await usher.login(ada);
    expect(await everything()).to.equal('');
  });

  it('stores the session from the moment of consent: the next page continues it', async () => {
    const usher = platform.usher(consented);
    await usher.start();
    await usher.login(ada);
    await usher.setPersistence('device');
    expect(platform.kept(localStorage)).to.include(firstSession).and.include('hash-of-17');
    const next = platform.nextPage(consented);
    expect((await next.start()).user).to.deep.equal({ id: '17', name: 'ada' });
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('stores nothing when it is chosen after dispose()', async () => {
    const usher = platform.usher(consented);
    await usher.start();
    await usher.reportToken().catch(() => {}); // the code is loaded
    usher.dispose();
    expect(await rejection(usher.setPersistence('device'))).to.have.property('code', 'aborted');
    expect(await everything()).to.equal('');
  });

  it('erases everything when consent is withdrawn, and stores nothing after that', async () => {
    const usher = platform.usher();
    await usher.start();
    await usher.login(ada);
    await untilDurable();
    await usher.setPersistence('none');
    await expectErased();
    expect(usher.$session.get()).to.include({ status: 'ended', id: null });
    await usher.call('session/currentweather').catch(() => {});
    await expectErased();
    await platform.nextPage(consented).start();
    expect(
      platform
        .to('session/init')
        .slice(1)
        .map(({ body }) => body)
        .join(),
    ).to.not.match(/currentSession|nxp_userh/);
    await expectErased();
  });

  it('stores nothing when consent is withdrawn while the session still moves', async () => {
    const usher = platform.usher(consented);
    await usher.start();
    await usher.login(ada);
    for (const isAgain of [false, true]) {
      const moved = rejection(usher.setPersistence('device'));
      await usher.setPersistence('none');
      expect((await moved).code, `again: ${isAgain}`).to.equal('aborted');
      await usher.start();
      await expectErased();
    }
  });

  it('stores nothing when consent is withdrawn while IndexedDB is read for a move', async () => {
    const asked = later<void>();
    const read = later<unknown>();
    const readRecord = (): Promise<unknown> => {
      asked.resolve();
      return read.promise;
    };
    const { usher } = openTab(platform.baseUrl, { ...consented, browser: { readRecord } });
    await usher.start();
    await usher.login(ada);
    const moved = rejection(usher.setPersistence('device'));
    await asked.promise;
    const withdrawn = usher.setPersistence('none');
    read.resolve(undefined);
    expect((await moved).code).to.equal('aborted');
    await withdrawn;
    await usher.start();
    await expectErased();
  });

  it('moves the session from the device to the tab', async () => {
    const usher = platform.usher();
    await usher.start();
    await usher.setPersistence('tab');
    expect(platform.kept(localStorage)).to.not.include(firstSession);
    expect(platform.kept(sessionStorage)).to.include(firstSession);
  });

  it('moves the session to the tab while a login of the page is under way', async () => {
    const usher = platform.usher();
    await usher.start();
    const reply = later<Response>();
    platform.script('session/login', () => reply.promise);
    const openings = platform.to('session/init').length;
    const login = usher.login(ada);
    await until(() => platform.to('session/login').length);
    await usher.setPersistence('tab');
    reply.resolve(answer(userResult()));
    expect(await login).to.include({ id: '17' });
    expect(usher.$user.get()).to.include({ id: '17' });
    expect(platform.kept(sessionStorage)).to.include('hash-of-17');
    expect(platform.to('session/init')).to.have.length(openings);
  });

  it('erases the session in forget(), and the next session has a new device hash', async () => {
    const usher = platform.usher();
    await usher.start();
    await usher.login(ada);
    await untilDurable();
    const forgotten = usher.forget();
    await until(() => usher.$session.get().status === 'ended');
    await forgotten;
    await expectErased();
    expect(usher.$user.get()).to.equal(null);
    await usher.start();
    const [first, second] = platform
      .to('session/init')
      .map(({ body }) => new URLSearchParams(body));
    expect(second!.get('nxp_devh')).to.not.equal(first!.get('nxp_devh'));
    expect([...second!.keys()]).to.deep.equal(['nxp_devh']);
  });

  it('refuses an unknown persistence before anything changes', async () => {
    const usher = platform.usher();
    await usher.start();
    const error = await rejection(usher.setPersistence('everywhere' as never));
    expect(isUsherError(error, 'input') && error.field).to.equal('persistence');
    expect(platform.kept(localStorage)).to.include(firstSession);
  });
});
