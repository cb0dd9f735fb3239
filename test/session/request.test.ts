import { expect } from 'chai';
import { isUsherError, type Usher } from '../../src/index.ts';
import {
  answer,
  firstSession,
  refusal,
  scriptPlatform,
  sessionResult,
  unreachable,
  userResult,
  type Reply,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';
import { weatherOf } from '../fixtures/session/weather-of.ts';

const weather = (): Response =>
  answer({ general: { temperature: 7.5, unit: 'c', code: 'cloudy', text: 'Cloudy' } });
const gone = (): Response => refusal(401, 'the session has expired');
const token = { device: { domaintoken: 'abcd0123456789ABCDEF987654321' } };

/** Headers that the browser adds to every request. */
const ownHeaders = { accept: '*/*' };

describe('a call within the session', () => {
  let platform: ScriptedPlatform;
  let usher: Usher;
  /** A platform that has lost every session but this one. */
  const knowsOnly =
    (id: string, reply: Reply): Reply =>
    (sent) =>
      sent.headers['x-request-cid'] === id ? reply(sent) : gone();
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    platform.script('session/init', () =>
      answer(sessionResult(platform.to('session/init').length === 1 ? firstSession : '222')),
    );
    platform.script('session/currentweather', knowsOnly('222', weather));
    usher = platform.usher();
  });
  afterEach(() => platform.close());

  it('has only the session ID as header when calls are not signed', async () => {
    platform.script('session/currentweather', weather);
    await usher.call('session/currentweather');
    expect(platform.to('session/currentweather')[0]!.headers).to.deep.equal({
      ...ownHeaders,
      'x-request-cid': firstSession,
    });
  });

  it('is signed with the page secret, cut by the device hash of the opening', async () => {
    platform.script('session/init', () => answer(sessionResult(firstSession, token)));
    platform.script('session/currentweather', weather);
    await usher.call('session/currentweather');
    const { headers } = platform.to('session/currentweather')[0]!;
    expect(headers['x-request-token']).to.match(/^[0-9a-f]{32}$/);
    const next = platform.nextPage();
    await next.call('session/currentweather');
    expect(platform.to('session/currentweather')[1]!.headers).to.deep.equal(headers);
  });

  it('sends neither header to staticdetails, and opens no session for it', async () => {
    platform.script('session/staticdetails', () => answer({ general: { geocode: 'DE' } }));
    await usher.call('session/staticdetails', { gateway: 'desktop' });
    expect(platform.sent.map(({ id, headers }) => [id, headers])).to.deep.equal([
      ['session/staticdetails', ownHeaders],
    ]);
  });

  describe('with a lost session', () => {
    it('rejects at its signal while the next session is opened', async () => {
      await usher.start();
      const reply = later<Response>();
      platform.script('session/init', () => reply.promise);
      const controller = new AbortController();
      const { signal } = controller;
      let code: unknown;
      usher.call('session/currentweather', undefined, { signal }).catch((error: unknown) => {
        code = isUsherError(error) && error.code;
      });
      await until(() => platform.to('session/init').length === 2);
      await quiet();
      controller.abort();
      await quiet();
      expect(code).to.equal('aborted');
      reply.resolve(answer(sessionResult('222')));
      await until(() => usher.$session.get().id === '222');
      expect(platform.to('session/currentweather')).to.have.length(1);
    });

    it('is repeated once after one init, when it is a read', async () => {
      await usher.start();
      expect(weatherOf(await usher.call('session/currentweather'))).to.include({
        temperature: 7.5,
        code: 'cloudy',
      });
      expect(platform.sent.map(({ id }) => id)).to.deep.equal([
        'session/init',
        'session/currentweather',
        'session/init',
        'session/currentweather',
      ]);
      expect(platform.to('session/init')[1]!.body).to.match(
        new RegExp(`&currentSession=${firstSession}$`),
      );
      expect(usher.$session.get()).to.include({ status: 'ready', id: '222' });
    });

    it('sends one init for ten reads at once', async () => {
      await usher.start();
      await Promise.all(
        Array.from({ length: 10 }, (_, lat) =>
          usher.call('session/currentweather', { lat, lng: 1 }),
        ),
      );
      expect(platform.to('session/init')).to.have.length(2);
      // Three reads are under way at a time, so later ones have the new session from the start.
      const attempts = Array.from(
        { length: 10 },
        (_, lat) =>
          platform
            .to('session/currentweather')
            .filter(({ query }) => query.startsWith(`lat=${lat}&`)).length,
      );
      expect(attempts.slice(0, 3)).to.deep.equal([2, 2, 2]);
      for (const count of attempts) expect(count).to.be.oneOf([1, 2]);
    });

    it('sends one init for refusals one after the other', async () => {
      const replies = [later<Response>(), later<Response>(), later<Response>()];
      platform.script('session/currentweather', (sent) => {
        const waiting =
          sent.headers['x-request-cid'] === '222'
            ? undefined
            : replies[platform.to('session/currentweather').length - 1];
        return waiting ? waiting.promise : weather();
      });
      await usher.start();
      const reads = [1, 2, 3].map((lat) => usher.call('session/currentweather', { lat, lng: 1 }));
      await until(() => platform.to('session/currentweather').length === 3);
      for (const { resolve } of replies) {
        resolve(gone());
        await quiet();
      }
      await Promise.all(reads);
      expect(platform.to('session/init')).to.have.length(2);
    });

    it('sends one init for late refusals, also when the same session comes back', async () => {
      platform.script('session/init', () => answer(sessionResult(firstSession)));
      const replies = [later<Response>(), later<Response>()];
      platform.script(
        'session/currentweather',
        () => replies[platform.to('session/currentweather').length - 1]?.promise ?? weather(),
      );
      await usher.start();
      const reads = [1, 2].map((lat) => usher.call('session/currentweather', { lat, lng: 1 }));
      await until(() => platform.to('session/currentweather').length === 2);
      for (const { resolve } of replies) {
        resolve(gone());
        await quiet();
      }
      await Promise.all(reads);
      expect(platform.to('session/init')).to.have.length(2);
    });

    it('is not repeated when it is a change: it rejects with session-lost, and the session is reopened', async () => {
      platform.script('session/generatedirectoryloginurl', gone);
      await usher.start();
      const error = await rejection(usher.call('session/generatedirectoryloginurl'));
      expect(isUsherError(error, 'session-lost')).to.equal(true);
      expect(error).to.include({
        code: 'session-lost',
        status: 401,
        hint: 'the session has expired',
      });
      await until(() => usher.$session.get().id === '222');
      expect(platform.to('session/generatedirectoryloginurl')).to.have.length(1);
      expect(platform.to('session/init')).to.have.length(2);
    });

    it('rejects when the new session is refused too, without a loop', async () => {
      platform.script('session/currentweather', gone);
      await usher.start();
      expect((await rejection(usher.call('session/currentweather'))).code).to.equal('session-lost');
      await quiet();
      expect(platform.sent.map(({ id }) => id)).to.deep.equal([
        'session/init',
        'session/currentweather',
        'session/init',
        'session/currentweather',
      ]);
    });

    it('rejects with the error of the init, and drops the lost session', async () => {
      await usher.start();
      platform.script('session/init', unreachable);
      expect((await rejection(usher.call('session/currentweather'))).code).to.equal('network');
      expect(usher.$session.get().status).to.equal('offline');
      platform.script('session/init', () => answer(sessionResult('222')));
      expect((await usher.start()).id).to.equal('222');
      expect(platform.to('session/init')).to.have.length(3);
    });

    it('does not leave the lost session to the next page', async () => {
      await usher.start();
      platform.script('session/init', unreachable);
      await rejection(usher.call('session/currentweather'));
      platform.script('session/init', () => answer(sessionResult('222')));
      expect((await platform.nextPage().start()).id).to.equal('222');
    });

    it('is repeated on the next page too, which continued the stored session', async () => {
      await usher.start();
      usher = platform.nextPage();
      await usher.start();
      expect(platform.to('session/init')).to.have.length(1);
      expect(weatherOf(await usher.call('session/currentweather')).code).to.equal('cloudy');
      expect(platform.to('session/init')).to.have.length(2);
    });

    for (const [title, reply] of [
      ['400 with a hint that names the session', () => refusal(400, 'Session is invalid')],
      ['401 inside a 200', () => new Response('{"metadata":{"status":401},"result":{}}')],
      ['a 401 without JSON', () => new Response('<h1>Unauthorized</h1>', { status: 401 })],
    ] as const) {
      it(`is recognized by ${title}`, async () => {
        platform.script('session/currentweather', (sent) =>
          sent.headers['x-request-cid'] === '222' ? weather() : reply(),
        );
        await usher.start();
        expect(weatherOf(await usher.call('session/currentweather')).code).to.equal('cloudy');
        expect(platform.to('session/init')).to.have.length(2);
      });
    }

    for (const [title, reply, code] of [
      ['a 403', () => refusal(403, 'not for you'), 'platform'],
      ['a 404', () => refusal(404, 'nothing here'), 'not-found'],
      [
        'a hint with the word inside another word',
        () => refusal(400, 'obsessions are unknown'),
        'platform',
      ],
      ['an error of the platform', () => refusal(400, 'lat is no number'), 'platform'],
    ] as const) {
      it(`is not recognized by ${title}`, async () => {
        platform.script('session/currentweather', reply);
        await usher.start();
        expect((await rejection(usher.call('session/currentweather'))).code).to.equal(code);
        expect(platform.to('session/init')).to.have.length(1);
        expect(usher.$session.get().status).to.equal('ready');
      });
    }

    it('sends the user hash with the init, keeps the user, and repeats the read', async () => {
      platform.script('session/init', () =>
        answer(userResult(17, platform.to('session/init').length === 1 ? firstSession : '222')),
      );
      const users: unknown[] = [];
      await usher.start();
      usher.$user.listen((user) => users.push(user));
      expect(weatherOf(await usher.call('session/currentweather')).code).to.equal('cloudy');
      expect(platform.to('session/init')[1]!.body).to.include('nxp_userh=hash-of-17');
      expect(usher.$user.get()?.id).to.equal('17');
      expect(
        users.filter((user) => user === null),
        'a login dialog must not flash',
      ).to.deep.equal([]);
    });

    for (const [title, before, after] of [
      ['with another user', userResult(17), userResult(18, '222')],
      ['without a user', userResult(17), sessionResult('222')],
      ['with a user, after an anonymous one', sessionResult(), userResult(17, '222')],
    ] as const) {
      it(`rejects with identity-changed when the session comes back ${title}`, async () => {
        platform.script('session/init', () =>
          answer(platform.to('session/init').length === 1 ? before : after),
        );
        const told: { before: { id: string } | null; now: { id: string } | null }[] = [];
        usher.on('identity-changed', (change) => told.push(change));
        await usher.start();
        expect((await rejection(usher.call('session/currentweather'))).code).to.equal(
          'identity-changed',
        );
        await quiet();
        expect(platform.to('session/currentweather')).to.have.length(1);
        expect(told).to.have.length(1);
        expect([told[0]!.before?.id, told[0]!.now?.id]).to.deep.equal(
          [(before as any).userdata?.uid, (after as any).userdata?.uid].map(
            (id) => id && String(id),
          ),
        );
        expect(JSON.stringify(told)).to.not.include('hash-of');
      });
    }

    it('reports identity-changed once for several reads', async () => {
      platform.script('session/init', () =>
        answer(platform.to('session/init').length === 1 ? userResult(17) : userResult(18, '222')),
      );
      let told = 0;
      usher.on('identity-changed', () => told++);
      await usher.start();
      await Promise.all(
        [1, 2, 3].map((lat) => rejection(usher.call('session/currentweather', { lat, lng: 1 }))),
      );
      expect(told).to.equal(1);
    });

    it('reports identity-changed for a change too', async () => {
      platform.script('session/init', () =>
        answer(platform.to('session/init').length === 1 ? userResult(17) : userResult(18, '222')),
      );
      platform.script('session/generatedirectoryloginurl', gone);
      let told = 0;
      usher.on('identity-changed', () => told++);
      await usher.start();
      await rejection(usher.call('session/generatedirectoryloginurl'));
      await until(() => usher.$session.get().id === '222');
      await quiet();
      expect(told).to.equal(1);
    });

    it('is aborted by a logout during the init', async () => {
      const reply = later<Response>();
      await usher.start();
      platform.script('session/init', () => reply.promise);
      const failed = rejection(usher.call('session/currentweather'));
      await until(() => platform.to('session/init').length === 2);
      await usher.logout();
      reply.resolve(answer(sessionResult('222')));
      expect((await failed).code).to.equal('aborted');
      await quiet();
      expect(usher.$session.get()).to.include({ status: 'ended', id: null });
      expect(platform.to('session/currentweather')).to.have.length(1);
    });
  });
});
