import { expect } from 'chai';
import type { SessionState, Usher } from '../../src/index.ts';
import {
  answer,
  refusal,
  scriptPlatform,
  unreachable,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';
import { collectUncaught } from '../fixtures/uncaught-errors.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;
const noticed = (notice: string) => (): Response =>
  answer({ general: { temperature: 1 } }, 200, { metadata: { notice } });
const ownError = new Error("the page's own");
const failing = (): never => {
  throw ownError;
};

describe('events', () => {
  let platform: ScriptedPlatform;
  let usher: Usher;
  let uncaught: ReturnType<typeof collectUncaught>;
  before(warmUp);
  beforeEach(() => {
    uncaught = collectUncaught();
    platform = scriptPlatform();
    usher = platform.usher();
  });
  afterEach(async () => {
    platform.close();
    await quiet(); // the end of a runtime calls its listeners, too
    uncaught.stop();
  });

  it('give the present session to a new listener at once', async () => {
    const seen: string[] = [];
    usher.on('session', ({ status }) => seen.push(status));
    expect(seen).to.deep.equal(['idle']);
    await usher.start();
    expect(seen).to.deep.equal(['idle', 'opening', 'ready']);
    usher.on('session', ({ status }) => seen.push(`late ${status}`));
    expect(seen.at(-1)).to.equal('late ready');
  });

  it('call no listener for a name that only the prototype of an object has', async () => {
    const seen: unknown[] = [];
    for (const name of ['constructor', 'toString', '__proto__']) {
      usher.on(name as 'session', (value) => seen.push(value));
    }
    expect(seen).to.deep.equal([]);
    expect(uncaught.errors).to.deep.equal([]);
  });

  it('give the session of the store', async () => {
    const seen: [SessionState, SessionState][] = [];
    usher.on('session', (state) => seen.push([state, usher.$session.get()]));
    await usher.start();
    await usher.login(ada);
    await usher.logout();
    for (const [event, store] of seen) expect(event).to.equal(store);
  });

  it('end by the returned function, for this listener alone', async () => {
    const seen: string[] = [];
    const listener = ({ status }: SessionState): void => void seen.push(status);
    const off = usher.on('session', listener);
    usher.on('session', listener);
    off();
    off();
    await usher.start();
    expect(seen).to.deep.equal(['idle', 'idle', 'opening', 'ready']);
  });

  it('can be ended within a listener', async () => {
    let calls = 0;
    const off = usher.on('item', () => {
      calls++;
      off();
    });
    await usher.item({ item: 7, streamtype: 'video' }).check();
    expect(calls).to.equal(1);
  });

  it('report each error of a listener as uncaught, and call the others', async () => {
    const [heard, errors]: unknown[][] = [[], []];
    const second = new Error("another of the page's own");
    usher.on('login', failing);
    usher.on('login', () => {
      throw second;
    });
    usher.on('login', (user) => heard!.push(user.id));
    usher.on('error', (error) => errors!.push(error));
    await usher.login(ada);
    expect(heard).to.deep.equal(['17']);
    await until(() => uncaught.errors.length === 2);
    expect(uncaught.errors).to.deep.equal([ownError, second]);
    expect(errors).to.deep.equal([]); // the event is for errors of the runtime
  });

  it('survive a session listener that throws: at once, while opening and when ready', async () => {
    usher.on('session', failing);
    expect((await usher.start()).status).to.equal('ready');
    await usher.logout();
    expect(usher.$session.get().status).to.equal('ended');
    await until(() => uncaught.errors.length >= 3);
  });

  it('come after a change is complete: store and session agree for every listener', async () => {
    const seen: (string | undefined)[] = [];
    usher.$session.listen(() => seen.push(usher.$user.get()?.id));
    usher.$user.listen(() => seen.push(usher.$session.get().user?.id));
    await usher.login(ada);
    await usher.logout();
    // And nothing between.
    expect(seen.filter((id, index) => id !== seen[index - 1])).to.deep.equal(['17', undefined]);
  });

  it('survive a listener that calls the runtime', async () => {
    let asked = 0;
    usher.on('session', ({ status }) => {
      if (status === 'ready') void usher.start().then(() => asked++);
    });
    usher.on('login', () => void usher.logout());
    await usher.start();
    await usher.login(ada);
    await until(() => asked > 0 && usher.$session.get().status === 'ended');
    await quiet();
    expect(asked).to.be.at.least(1);
    expect(usher.$session.get().status).to.equal('ended');
  });

  it('give each notice of the platform once as a warning', async () => {
    const warnings: string[] = [];
    usher.on('warning', (warning) => warnings.push(warning));
    for (const notice of [
      'v3.1 ends in May',
      'v3.1 ends in May',
      'so does v3.0',
      'v3.1 ends in May',
    ]) {
      platform.script('session/currentweather', noticed(notice));
      await usher.call('session/currentweather');
    }
    expect(warnings).to.deep.equal(['v3.1 ends in May', 'so does v3.0']);
  });

  it('give a warning again after a hundred others, because they do not remember more', async () => {
    const warnings: string[] = [];
    usher.on('warning', (warning) => warnings.push(warning));
    const notices = Array.from({ length: 101 }, (_, index) => `answer ${index} is late`);
    for (const notice of [...notices.slice(0, 100), ...notices, notices[0]!]) {
      platform.script('session/currentweather', noticed(notice));
      await usher.call('session/currentweather');
    }
    expect(warnings).to.deep.equal([...notices, notices[0]]);
  });

  it('give a notice of a failed answer too', async () => {
    const warnings: string[] = [];
    usher.on('warning', (warning) => warnings.push(warning));
    platform.script('session/currentweather', () =>
      answer({}, 400, { metadata: { notice: 'use lng', errorhint: 'no lng' } }),
    );
    await rejection(usher.call('session/currentweather'));
    expect(warnings).to.deep.equal(['use lng']);
  });

  it('give login before its promise resolves, and logout', async () => {
    const order: string[] = [];
    usher.on('login', ({ id }) => order.push(`login ${id}`));
    usher.on('logout', (user) => order.push(`logout ${user?.id}`));
    await usher.login(ada).then(() => order.push('resolved'));
    await usher.logout();
    expect(order).to.deep.equal(['login 17', 'resolved', 'logout 17']);
  });

  it('give no login when it failed', async () => {
    let logins = 0;
    usher.on('login', () => logins++);
    platform.script('session/login', () => refusal(401, 'wrong'));
    await rejection(usher.login(ada));
    expect(logins).to.equal(0);
  });

  it('contain no user hash, device hash or secret', async () => {
    platform.script('session/init', () =>
      answer({
        general: { cid: '7', clid: 741 },
        device: { domaintoken: 'abcd0123456789ABCDEF987654321' },
      }),
    );
    const told: unknown[] = [];
    for (const name of [
      'session',
      'login',
      'logout',
      'item',
      'warning',
      'error',
      'identity-changed',
    ] as const) {
      usher.on(name, (value: unknown) => told.push(value));
    }
    await usher.start();
    await usher.login(ada);
    await usher.item({ item: 7, streamtype: 'video' }).check();
    await usher.logout();
    expect(JSON.stringify(told)).to.not.match(/hash-of|lovelace|56789ABCDEF|[1-4]:\d{10}:\d{6}/);
  });

  it('survive store listeners that throw', async () => {
    usher.$session.listen(failing);
    usher.$user.listen(failing);
    expect((await usher.start()).status).to.equal('ready');
    expect((await usher.login(ada)).id).to.equal('17');
    await usher.logout();
    expect(usher.$session.get()).to.include({ status: 'ended', id: null });
    expect(platform.to('session/init')).to.have.length(1);
    await until(() => uncaught.errors.length >= 4); // of both stores
    expect(new Set(uncaught.errors)).to.deep.equal(new Set([ownError]));
  });

  it('report a store listener that throws, also when the opening fails', async () => {
    usher.$session.listen(failing);
    platform.script('session/init', unreachable);
    expect((await rejection(usher.start())).code).to.equal('network');
    expect(usher.$session.get().status).to.equal('offline');
    await until(() => uncaught.errors.length >= 2); // of `opening` and `offline`
    expect(uncaught.errors).to.deep.equal([ownError, ownError]);
  });
});
