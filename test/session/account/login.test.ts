import { expect } from 'chai';
import { readSession } from '../../../src/dialect/readers.ts';
import { isUsherError, type Usher } from '../../../src/index.ts';
import type { LoginValues } from '../../../src/session/account/login-values.ts';
import {
  answer,
  firstSession,
  refusal,
  scriptPlatform,
  sessionResult,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';
import { collectUncaught } from '../../fixtures/uncaught-errors.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;

describe('login', () => {
  let platform: ScriptedPlatform;
  let usher: Usher;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    usher = platform.usher();
  });
  afterEach(() => platform.close());

  it('is sent once, in the present session, and shows the user in store, session and event', async () => {
    const [users, logins]: unknown[][] = [[], []];
    usher.$user.listen((user) => users!.push(user));
    usher.on('login', (user) => logins!.push(user));
    const user = await usher.login(ada);
    expect(user).to.deep.equal({ id: '17', name: 'ada' });
    expect(usher.$session.get()).to.deep.include({ status: 'ready', id: firstSession, user });
    expect(usher.$user.get()).to.deep.equal(user);
    expect(users, 'known, then logged in').to.deep.equal([null, user]);
    expect(logins).to.deep.equal([user]);
    expect(platform.sent.map(({ id }) => id)).to.deep.equal(['session/init', 'session/login']);
    expect(platform.sent[1]).to.include({
      method: 'POST',
      query: '',
      body: 'provider=manual&username=ada&password=lovelace',
    });
    expect(platform.sent[1]!.headers['x-request-cid']).to.equal(firstSession);
  });

  it('uses user name and password when no provider is given', async () => {
    await usher.login({ username: 'ada', password: 'lovelace' });
    await usher.login({ provider: undefined, username: 'ada', password: 'lovelace' });
    for (const { body } of platform.to('session/login')) {
      expect(Object.fromEntries(new URLSearchParams(body))).to.deep.equal({
        provider: 'manual',
        username: 'ada',
        password: 'lovelace',
      });
    }
    expect(platform.to('session/login')).to.have.length(2);
  });

  it('uses user name and password beside a voucher code, and sends all three', async () => {
    await usher.login({ username: 'ada', password: 'lovelace', vouchercode: 'FREE-MONTH' });
    const { body } = platform.to('session/login')[0]!;
    expect(Object.fromEntries(new URLSearchParams(body))).to.deep.equal({
      provider: 'manual',
      username: 'ada',
      password: 'lovelace',
      vouchercode: 'FREE-MONTH',
    });
  });

  it('does not refuse a token beside a manual login, which does not use it', async () => {
    const values = { ...ada, token: 't' };
    expect(await usher.login(values as LoginValues)).to.deep.equal({ id: '17', name: 'ada' });
  });

  it('by a voucher code has no provider', async () => {
    await usher.login({ vouchercode: 'WELCOME' });
    expect(platform.to('session/login')[0]!.body).to.equal('vouchercode=WELCOME');
  });

  it('resolves with its user, also when a listener logs that user out at once', async () => {
    usher.on('login', () => void usher.logout());
    expect(await usher.login(ada)).to.deep.equal({ id: '17', name: 'ada' });
    expect(usher.$user.get()).to.equal(null);
  });

  it('keeps the user on the next page', async () => {
    await usher.login(ada);
    usher = platform.nextPage();
    await usher.start();
    expect(usher.$user.get()).to.deep.equal({ id: '17', name: 'ada' });
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('sends the user hash with the next init, but not after a logout', async () => {
    await usher.login(ada);
    usher = platform.nextPage({ init: { campaign: 2 } });
    platform.script('session/init', () => answer(userResult()));
    await usher.start();
    expect(platform.to('session/init')[1]!.body)
      .to.include('nxp_userh=hash-of-17')
      .and.include(`currentSession=${firstSession}`);
    await usher.logout();
    await usher.start();
    expect(platform.to('session/init')[2]!.body)
      .to.not.include('nxp_userh')
      .and.not.include('currentSession');
  });

  it('keeps the data of init that the answer does not name', async () => {
    const pricemodel = { currency: 'EUR' };
    platform.script('session/init', () => answer(sessionResult(firstSession, { pricemodel })));
    platform.script('session/login', () =>
      answer({
        general: { cid: firstSession, uid: 17 },
        userdata: { username: 'ada', userhash: 'h' },
      }),
    );
    await usher.login(ada);
    expect(usher.$session.get().geo).to.include({ geocode: 'DE' });
    expect(usher.$session.get()).to.deep.include({
      data: { pricemodel },
      language: 'de',
      gateway: 'desktop',
    });
  });

  it('keeps nothing of the answers to another user, also in storage', async () => {
    const general = { geocode: 'AT', language: 'fr', gateway: 'tv' };
    const more = {
      userdata: { uid: 17, username: 'ada', userhash: 'h' },
      admodel: { segment: 'segment-of-ada' },
    };
    platform.script('session/init', () =>
      answer(sessionResult(firstSession, more, { uid: 17, latitude: '12.34', ...general })),
    );
    platform.script('session/login', () =>
      answer({ general: { cid: firstSession, uid: 18 }, userdata: { username: 'grace' } }),
    );
    await usher.start();
    await usher.login({ username: 'grace', password: 'hopper' });
    expect(usher.$session.get()).to.deep.include({
      user: { id: '18', name: 'grace' },
      data: {},
      geo: {},
      language: null,
      gateway: null,
    });
    expect(platform.kept(localStorage)).to.not.match(/segment-of-ada|12\.34|"ada"/);
    // The next page asks for what the answer lacked.
    usher = platform.nextPage();
    await usher.start();
    expect(platform.to('session/init')[1]!.body).to.include(`currentSession=${firstSession}`);
  });

  it('keeps signing when the answer has no new token', async () => {
    platform.script('session/init', () =>
      answer(
        sessionResult(firstSession, { device: { domaintoken: 'abcd0123456789ABCDEF987654321' } }),
      ),
    );
    await usher.login(ada);
    await usher.item({ item: 7, streamtype: 'video' }).check();
    expect(platform.to('payment/itemstate')[0]!.headers['x-request-token']).to.match(
      /^[0-9a-f]{32}$/,
    );
  });

  it('adopts another session ID of the answer', async () => {
    platform.script('session/login', () => answer(userResult(17, '777')));
    await usher.login(ada);
    expect(usher.$session.get().id).to.equal('777');
    await usher.item({ item: 7, streamtype: 'video' }).check();
    expect(platform.to('payment/itemstate')[0]!.headers['x-request-cid']).to.equal('777');
  });

  for (const status of [401, 403, 400]) {
    it(`rejects with the platform's hint on ${status}, and keeps the session`, async () => {
      await usher.start();
      const before = usher.$session.get();
      platform.script('session/login', () => refusal(status, 'username or password wrong'));
      const error = await rejection(usher.login({ ...ada, password: 'wrong' }));
      expect(isUsherError(error, 'login-failed')).to.equal(true);
      expect(error).to.include({
        code: 'login-failed',
        status,
        hint: 'username or password wrong',
      });
      expect(usher.$session.get()).to.equal(before);
      expect(usher.$user.get()).to.equal(null);
      expect(platform.to('session/login')).to.have.length(1);
      expect(platform.to('session/init')).to.have.length(1);
    });
  }

  it('succeeds on the second try when the platform had ended the session', async () => {
    await usher.start();
    const isGone = (headers: Record<string, string>): boolean =>
      headers['x-request-cid'] === firstSession;
    platform.script('session/init', () => answer(sessionResult('222')));
    platform.script('session/login', ({ headers }) =>
      isGone(headers) ? refusal(401, 'the session has ended') : answer(userResult(17, '222')),
    );
    platform.script('session/keepalive', ({ headers }) =>
      isGone(headers) ? refusal(401, 'the session has ended') : answer({}),
    );
    expect(await rejection(usher.login(ada))).to.include({ code: 'session-lost', status: 401 });
    expect(platform.to('session/login')).to.have.length(1);
    expect((await usher.login(ada)).name).to.equal('ada');
    expect(usher.$session.get()).to.include({ status: 'ready', id: '222' });
    expect(
      platform.to('session/login').map(({ headers }) => headers['x-request-cid']),
    ).to.deep.equal([firstSession, '222']);
    expect(platform.to('session/init')).to.have.length(2);
  });

  it('stays refused, in the same session, when the hint names a session that is alive', async () => {
    await usher.start();
    platform.script('session/login', () => refusal(401, 'no session for these credentials'));
    expect(await rejection(usher.login(ada))).to.include({ code: 'login-failed', status: 401 });
    expect(platform.to('session/login')).to.have.length(1);
    expect(platform.to('session/init')).to.have.length(1);
    expect(usher.$session.get().id).to.equal(firstSession);
  });

  it('keeps the logged-in user when another login fails', async () => {
    await usher.login(ada);
    platform.script('session/login', () => refusal(401, 'username or password wrong'));
    await rejection(usher.login({ ...ada, username: 'ben' }));
    expect(usher.$user.get()?.id).to.equal('17');
  });

  it('is not repeated on a network failure, and rejects with its error', async () => {
    await usher.start();
    platform.script('session/login', unreachable);
    expect((await rejection(usher.login(ada))).code).to.equal('network');
    await quiet();
    expect(platform.to('session/login')).to.have.length(1);
    // The platform may have carried it out.
    expect(usher.$session.get()).to.include({ status: 'opening', user: undefined });
  });

  it('is not reported as refused when the platform fails', async () => {
    platform.script('session/login', () => refusal(500, 'out of order'));
    expect((await rejection(usher.login(ada))).code).to.equal('platform');
  });

  for (const [title, result] of [
    ['names no user', sessionResult()],
    ['holds no session', { userdata: { uid: 17, username: 'ada' } }],
    ['is empty', {}],
    ['names a user whose ID cannot be read', sessionResult(firstSession, {}, { uid: 'u-17' })],
  ] as const) {
    it(`is malformed when the answer ${title}; it is not known who is logged in`, async () => {
      platform.script('session/login', () => answer(result));
      expect((await rejection(usher.login(ada))).code).to.equal('malformed');
      expect(usher.$user.get()).to.equal(undefined);
      expect(usher.$session.get().id).to.equal(firstSession);
    });
  }

  it('is malformed when the dialect throws at the answer; it is not known who is logged in', async () => {
    const thrown = new Error('of the page');
    let isBroken = false;
    usher = platform.nextPage({
      dialect: {
        readSession(result) {
          if (isBroken) throw thrown;
          return readSession(result);
        },
      },
    });
    await usher.start();
    const uncaught = collectUncaught();
    isBroken = true;
    const error = await rejection(usher.login(ada));
    expect(error.code).to.equal('malformed');
    expect(error.message).to.include('session/login');
    expect(usher.$user.get()).to.equal(undefined);
    isBroken = false;
    await until(() => uncaught.errors.length);
    uncaught.stop();
    expect(uncaught.errors).to.deep.equal([thrown]);
  });

  for (const [title, values, field] of [
    [
      'a password with another provider',
      { provider: 'hash', token: 't', password: 'lovelace' },
      'password',
    ],
    [
      'a user name with another provider',
      { provider: 'hash', token: 't', username: 'ada' },
      'username',
    ],
    ['an unknown field', { ...ada, remember: true }, 'remember'],
    ['a password that is a number', { ...ada, password: 5 }, 'password'],
    ['a password with a lone surrogate', { ...ada, password: 'a\ud800' }, 'password'],
  ] as const) {
    it(`refuses ${title} before anything is sent, also the opening`, async () => {
      const error = await rejection(usher.login(values as never));
      expect(isUsherError(error, 'input')).to.equal(true);
      expect(error).to.include({ endpoint: 'session/login', field });
      await quiet();
      expect(platform.sent).to.have.length(0);
      expect(`${error.message} ${error.value}`).to.not.include('lovelace');
    });
  }

  it('opens a session first when there is none', async () => {
    await usher.login(ada);
    expect(platform.sent.map(({ id }) => id)).to.deep.equal(['session/init', 'session/login']);
  });

  it('rejects with the error of a failed opening', async () => {
    platform.script('session/init', unreachable);
    expect((await rejection(usher.login(ada))).code).to.equal('network');
    expect(platform.to('session/login')).to.have.length(0);
  });

  it('is cancelled by an AbortSignal', async () => {
    platform.script('session/login', () => new Promise(() => {}));
    const abort = new AbortController();
    const failed = rejection(usher.login(ada, { signal: abort.signal }));
    await until(() => platform.to('session/login').length);
    abort.abort();
    expect((await failed).code).to.equal('aborted');
    expect(usher.$session.get()).to.include({ status: 'opening', user: undefined });
  });

  it('changes nothing when its answer comes after a logout', async () => {
    let reply!: (response: Response) => void;
    platform.script(
      'session/login',
      () =>
        new Promise((resolve) => {
          reply = resolve;
        }),
    );
    const failed = rejection(usher.login(ada));
    await until(() => platform.to('session/login').length);
    await usher.logout();
    reply(answer(userResult()));
    expect((await failed).code).to.equal('aborted');
    expect(usher.$session.get()).to.include({ status: 'ended', user: null });
    expect(platform.kept(localStorage)).to.not.include('hash-of-17');
  });
});
