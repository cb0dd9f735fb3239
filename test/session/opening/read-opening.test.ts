import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import { errorState } from '../../../src/errors/error-state.ts';
import { isUsherError } from '../../../src/index.ts';
import {
  answer,
  firstSession,
  refusal,
  sessionResult,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../../fixtures/session/timed-platform.ts';
import { later, quiet, rejection, ticking } from '../../fixtures/session/waiting.ts';

const text = (body: string, status = 200): Response => new Response(body, { status });

describe('the answer to init', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  withTimedPlatform((...made) => {
    [platform, clock] = made;
  });

  describe('gives a session ID with every digit', () => {
    for (const [title, wire, id] of [
      ['as text', '"3154455148505954051"', '3154455148505954051'],
      ['as a number', '3154455148505954051', '3154455148505954051'],
      ['as a number after a blank', ' 9007199254740993', '9007199254740993'],
      ['as a number of twenty digits', '18446744073709551615', '18446744073709551615'],
      ['as a short number', '42', '42'],
      ['as short text', '"42"', '42'],
    ] as const) {
      it(title, async () => {
        platform.script('session/init', () =>
          text(
            `{"metadata":{"status":200},"result":{"general":{"cid":${wire},"clid":741,"uid":0}}}`,
          ),
        );
        const usher = platform.usher();
        expect((await usher.start()).id).to.equal(id);
        expect(usher.$session.get().id).to.equal(id);
        await usher.item({ item: 7, streamtype: 'video' }).check();
        expect(platform.to('payment/itemstate')[0]!.headers['x-request-cid']).to.equal(id);
        expect(platform.kept(localStorage)).to.include(`"${id}"`);
        expect((await platform.nextPage().start()).id).to.equal(id);
        await platform.nextPage({ init: { campaign: 1 } }).start();
        expect(platform.to('session/init')[1]!.body).to.match(new RegExp(`&currentSession=${id}$`));
      });
    }
  });

  describe('is refused when the session ID is', () => {
    for (const [title, general] of [
      ['missing', {}],
      ['0', { cid: 0 }],
      ['"0"', { cid: '0' }],
      ['empty', { cid: '' }],
      ['null', { cid: null }],
      ['negative', { cid: -5 }],
      ['a fraction', { cid: 1.5 }],
      ['without digits', { cid: 'abc' }],
      ['digits and more', { cid: '12 34' }],
      ['a header injection', { cid: '1\r\nX-Evil: 1' }],
      ['too long', { cid: '9'.repeat(40) }],
      ['true', { cid: true }],
      ['a list', { cid: [7] }],
      ['an object', { cid: { id: 7 } }],
    ] as const) {
      it(title, async () => {
        platform.script('session/init', () => answer({ general }));
        const usher = platform.usher();
        const error = await rejection(usher.start());
        expect(isUsherError(error, 'malformed')).to.equal(true);
        expect(usher.$session.get()).to.deep.include({
          status: 'degraded',
          id: null,
          error: errorState(error),
        });
        expect(platform.kept(localStorage)).to.not.include('session');
      });
    }
  });

  for (const uid of ['0042', 'u-17', -5]) {
    it(`is malformed when the user ID is ${JSON.stringify(uid)}: not a session without a user`, async () => {
      platform.script('session/init', () => answer(sessionResult(firstSession, {}, { uid })));
      const usher = platform.usher();
      expect(await rejection(usher.start())).to.include({
        code: 'malformed',
        message: 'session/init: the user has no usable ID',
      });
      expect(usher.$user.get()).to.equal(undefined);
    });
  }

  for (const [title, body] of [
    ['HTML', '<!doctype html><title>Welcome to the hotel</title>'],
    ['JSON cut short', '{"metadata":{"status":200},"result":{"general":{"cid":"31544'],
    ['nothing', ''],
    ['null', 'null'],
    ['a text', '"ok"'],
    ['an empty list', '[]'],
    ['a result that is a list', '{"metadata":{"status":200},"result":[]}'],
    ['a result that is null', '{"metadata":{"status":200},"result":null}'],
  ] as const) {
    it(`is malformed: ${title} with status 200`, async () => {
      platform.script('session/init', () => text(body));
      const usher = platform.usher();
      expect(await rejection(usher.start())).to.include({ code: 'malformed', status: 200 });
      expect(usher.$session.get().status).to.equal('degraded');
    });
  }

  it('is read without an envelope', async () => {
    platform.script('session/init', () => text(JSON.stringify(sessionResult())));
    expect((await platform.usher().start()).id).to.equal(firstSession);
  });

  it('is read from fields directly under result', async () => {
    platform.script('session/init', () => answer({ cid: firstSession, uid: '17', language: 'fr' }));
    const { id, user, language } = await platform.usher().start();
    expect({ id, user: user?.id, language }).to.deep.equal({
      id: firstSession,
      user: '17',
      language: 'fr',
    });
  });

  it('shows the user of a session that comes back logged in', async () => {
    platform.script('session/init', () => answer(userResult()));
    const usher = platform.usher();
    const { user } = await usher.start();
    expect(user).to.deep.equal({ id: '17', name: 'ada' });
    expect(usher.$user.get()).to.deep.equal(user);
    expect(JSON.stringify(usher.$session.get())).to.not.include('hash-of-17');
  });

  describe('without the name and the hash of its user', () => {
    const lacking = (uid: number) => () => answer(sessionResult(firstSession, {}, { uid }));
    const init = (): string => platform.to('session/init').at(-1)!.body;

    beforeEach(async () => {
      platform.script('session/init', () => answer(userResult()));
      await platform.usher().start();
    });

    it('keeps those of an earlier answer', async () => {
      platform.script('session/init', lacking(17));
      for (const campaign of [1, 2]) {
        const usher = platform.nextPage({ init: { campaign } });
        await usher.start();
        expect(usher.$user.get()).to.deep.equal({ id: '17', name: 'ada' });
        expect(init()).to.include('nxp_userh=hash-of-17');
      }
    });

    it('keeps no hash that another answer has replaced', async () => {
      const userdata = { uid: 17, userhash: 'new-hash' };
      platform.script('session/init', () =>
        answer(sessionResult(firstSession, { userdata }, { uid: 17 })),
      );
      await platform.nextPage({ init: { campaign: 1 } }).start();
      platform.script('session/init', lacking(17));
      await platform.nextPage({ init: { campaign: 2 } }).start();
      const usher = platform.nextPage({ init: { campaign: 3 } });
      await usher.start();
      expect(usher.$user.get()).to.deep.equal({ id: '17', name: 'ada' });
      expect(init()).to.include('nxp_userh=new-hash');
    });

    it('keeps none of another user', async () => {
      platform.script('session/init', lacking(18));
      const usher = platform.nextPage({ init: { campaign: 1 } });
      await usher.start();
      expect(usher.$user.get()).to.deep.equal({ id: '18', name: undefined });
      expect(platform.kept(localStorage)).to.not.match(/hash-of-17|"ada"/);
    });

    it('keeps the hash when the same user logs in again', async () => {
      platform.script('session/login', lacking(17));
      const usher = platform.nextPage();
      const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;
      await ticking(clock, usher.login(ada));
      expect(usher.$user.get()).to.deep.equal({ id: '17', name: 'ada' });
      await platform.nextPage({ init: { campaign: 1 } }).start();
      expect(init()).to.include('nxp_userh=hash-of-17');
    });
  });

  it('can be missing: the session is offline, start() rejects with network, and a later one retries', async () => {
    platform.script('session/init', unreachable);
    const usher = platform.usher();
    const error = await rejection(usher.start());
    expect(isUsherError(error, 'network')).to.equal(true);
    expect(error.retryable).to.equal(true);
    expect(usher.$session.get()).to.deep.include({
      status: 'offline',
      id: null,
      error: errorState(error),
    });
    platform.script('session/init', () => answer(sessionResult()));
    expect((await ticking(clock, usher.start())).status).to.equal('ready');
    expect(usher.$session.get().error).to.equal(undefined);
    expect(platform.to('session/init')).to.have.length(2);
  });

  it('can take too long: after 10 s the session is offline, and start() rejects with timeout', async () => {
    platform.script('session/init', () => new Promise(() => {}));
    const usher = platform.usher();
    const failed = rejection(usher.start());
    await quiet();
    await clock.tickAsync(9_999);
    expect(usher.$session.get().status).to.equal('opening');
    await clock.tickAsync(2);
    const error = await failed;
    expect(isUsherError(error, 'timeout')).to.equal(true);
    expect(usher.$session.get().status).to.equal('offline');
  });

  it('can begin and never end: the session is offline', async () => {
    platform.script(
      'session/init',
      ({ init }) =>
        new Response(
          new ReadableStream({
            start(stream) {
              stream.enqueue(new TextEncoder().encode('{"metadata":'));
              init.signal!.addEventListener('abort', () => stream.error(init.signal!.reason));
            },
          }),
        ),
    );
    const failed = rejection(platform.usher().start());
    await quiet();
    await clock.tickAsync(10_001);
    expect((await failed).code).to.equal('timeout');
  });

  for (const [title, reply, status, hint] of [
    ['an error of the platform', () => refusal(500, 'out of order'), 500, 'out of order'],
    [
      'an error with status 200 around it',
      () => new Response('{"metadata":{"status":503,"errorhint":"later"},"result":{}}'),
      503,
      'later',
    ],
    ['an error page of a proxy', () => text('<h1>Bad gateway</h1>', 502), 502, undefined],
    ['a refusal', () => refusal(400, 'gateway is unknown'), 400, 'gateway is unknown'],
    ['a 401', () => refusal(401, 'the session is unknown'), 401, 'the session is unknown'],
  ] as const) {
    it(`makes the session degraded by ${title}`, async () => {
      platform.script('session/init', reply);
      const usher = platform.usher();
      const error = await rejection(usher.start());
      expect(isUsherError(error, 'platform')).to.equal(true);
      expect(error).to.include({ status });
      expect(error.hint).to.equal(hint);
      expect(usher.$session.get()).to.deep.include({
        status: 'degraded',
        error: errorState(error),
      });
      expect(platform.to('session/init')).to.have.length(1);
    });
  }

  it('names a player-only domain as the reason for no session', async () => {
    platform.script('session/init', () =>
      refusal(403, 'this domain is player-only: use staticdetails'),
    );
    expect((await rejection(platform.usher().start())).code).to.equal('static-session');
  });

  it('gives its notice as a warning', async () => {
    platform.script('session/init', () =>
      answer(sessionResult(), 200, { metadata: { notice: 'v3.1 ends in May' } }),
    );
    const usher = platform.usher();
    const warnings: string[] = [];
    usher.on('warning', (warning) => warnings.push(warning));
    await usher.start();
    expect(warnings).to.deep.equal(['v3.1 ends in May']);
  });

  it('fails for every caller of one request', async () => {
    const reply = later<Response>();
    platform.script('session/init', () => reply.promise);
    const usher = platform.usher();
    const failures = [usher.start(), usher.start(), usher.call('session/currentweather')].map(
      rejection,
    );
    await quiet();
    reply.resolve(refusal(500, 'x'));
    expect((await Promise.all(failures)).map(({ code }) => code)).to.deep.equal([
      'platform',
      'platform',
      'platform',
    ]);
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('pollutes no prototype by a __proto__', async () => {
    platform.script('session/init', () =>
      text(
        '{"metadata":{"status":200},"result":{"__proto__":{"polluted":1},"general":{"cid":"7","__proto__":{"polluted":1}}}}',
      ),
    );
    await platform.usher().start();
    expect(({} as { polluted?: number }).polluted).to.equal(undefined);
  });

  it('is dropped when the viewer logged out meanwhile', async () => {
    const reply = later<Response>();
    platform.script('session/init', () => reply.promise);
    const usher = platform.usher();
    const failed = rejection(usher.start());
    await quiet();
    await ticking(clock, usher.logout());
    expect(usher.$session.get().status).to.equal('ended');
    reply.resolve(answer(userResult()));
    expect((await failed).code).to.equal('aborted');
    await quiet();
    expect(usher.$session.get()).to.include({ status: 'ended', id: null });
    expect(usher.$user.get()).to.equal(null);
    expect(platform.kept(localStorage)).to.not.include(firstSession);
  });

  it('is dropped after a logout even while a new session is opened', async () => {
    const [first, second] = [later<Response>(), later<Response>()];
    platform.script(
      'session/init',
      () => (platform.to('session/init').length === 1 ? first : second).promise,
    );
    const usher = platform.usher();
    const failed = rejection(usher.start());
    await quiet();
    await ticking(clock, usher.logout());
    const started = usher.start();
    await quiet();
    first.resolve(answer(userResult(17, '111')));
    await quiet();
    expect(usher.$session.get()).to.include({ status: 'opening', id: null });
    second.resolve(answer(sessionResult('222')));
    expect((await started).id).to.equal('222');
    expect((await failed).code).to.equal('aborted');
    expect(usher.$user.get()).to.equal(null);
  });
});
