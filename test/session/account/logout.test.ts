import { expect } from 'chai';
import type { Usher } from '../../../src/index.ts';
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
import { later, quiet, rejection, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const token = { device: { domaintoken: 'abcd0123456789ABCDEF987654321' } };

describe('logout', () => {
  let platform: ScriptedPlatform;
  let usher: Usher;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    usher = platform.usher();
    platform.script('session/init', () =>
      answer(
        platform.to('session/init').length === 1
          ? { ...userResult(), ...token }
          : sessionResult('222'),
      ),
    );
  });
  afterEach(() => platform.close());

  it('ends the session at once, before anything is sent or loaded', async () => {
    await usher.start();
    const ended = usher.logout();
    expect(usher.$session.get()).to.include({ status: 'ended', id: null, user: null });
    expect(usher.$user.get()).to.equal(null);
    expect(platform.kept(localStorage)).to.not.include('hash-of-17');
    await ended;
  });

  it('erases the session once the platform has answered', async () => {
    await usher.start();
    await usher.logout();
    await until(() => platform.to('session/logout').length);
    await until(() => !platform.kept(localStorage).includes(firstSession));
  });

  it('is sent once, with the headers of the old session', async () => {
    await usher.start();
    await usher.logout();
    await until(() => platform.to('session/logout').length);
    await quiet();
    const [sent, ...more] = platform.to('session/logout');
    expect(more).to.have.length(0);
    expect(sent).to.include({ method: 'POST', query: '', body: '' });
    expect(sent!.headers['x-request-cid']).to.equal(firstSession);
    expect(sent!.headers['x-request-token']).to.match(/^[0-9a-f]{32}$/);
  });

  it('gives its listeners the user who logged out', async () => {
    const heard: unknown[] = [];
    usher.on('logout', (user) => heard.push(user));
    await usher.start();
    await usher.logout();
    expect(heard).to.deep.equal([{ id: '17', name: 'ada' }]);
  });

  it('is followed by an anonymous session, which the next call opens', async () => {
    await usher.start();
    await usher.logout();
    await quiet();
    expect(platform.to('session/init')).to.have.length(1);
    await usher.item({ item: 7, streamtype: 'video' }).check();
    expect(platform.to('session/init')).to.have.length(2);
    expect(platform.to('session/init')[1]!.body).to.not.match(/nxp_userh|currentSession/);
    expect(platform.to('payment/itemstate')[0]!.headers['x-request-cid']).to.equal('222');
    expect(usher.$session.get()).to.include({ status: 'ready', id: '222', user: null });
  });

  it('that does not reach the platform is sent once by the next page', async () => {
    platform.script('session/logout', unreachable);
    await usher.start();
    await usher.logout();
    expect(usher.$session.get().status).to.equal('ended');
    await until(() => platform.to('session/logout').length);
    await quiet();
    platform.script('session/logout', () => answer({ status: 'ok' }));
    usher = platform.nextPage();
    await usher.start();
    await until(() => platform.to('session/logout').length === 2);
    expect(platform.to('session/logout')[1]!.headers['x-request-cid']).to.equal(firstSession);
    await until(() => !platform.kept(localStorage).includes(firstSession));
    expect(usher.$session.get()).to.include({ status: 'ready', id: '222' });
  });

  it('that the platform refuses is not repeated, and is reported as an error', async () => {
    platform.script('session/logout', () => refusal(400, 'no'));
    const errors: { code?: string }[] = [];
    usher.on('error', (error) => errors.push(error as { code?: string }));
    await usher.start();
    await usher.logout();
    await until(() => errors.length);
    expect(errors.map(({ code }) => code)).to.deep.equal(['platform']);
    await until(() => !platform.kept(localStorage).includes(firstSession));
  });

  it('does not wait for the platform', async () => {
    platform.script('session/logout', () => new Promise(() => {}));
    await usher.start();
    await usher.logout();
    expect(usher.$session.get().status).to.equal('ended');
  });

  it('succeeds on a 401, because the session is gone', async () => {
    platform.script('session/logout', () => refusal(401, 'the session has expired'));
    const errors: unknown[] = [];
    usher.on('error', (error) => errors.push(error));
    await usher.start();
    await usher.logout();
    await until(() => platform.to('session/logout').length);
    await quiet();
    expect(errors).to.have.length(0);
    expect(platform.to('session/init')).to.have.length(1);
    expect(usher.$session.get().status).to.equal('ended');
  });

  it('aborts the calls under way', async () => {
    platform.script('session/currentweather', () => new Promise(() => {}));
    const failed = rejection(usher.call('session/currentweather'));
    await until(() => platform.to('session/currentweather').length);
    await usher.logout();
    expect((await failed).code).to.equal('aborted');
    expect(platform.to('session/currentweather')[0]!.init.signal!.aborted).to.equal(true);
  });

  it('drops the answer of a call that comes later', async () => {
    const reply = later<Response>();
    const denied = answer({ general: { canPlay: 0, reason: 'not-paid' } });
    platform.script('payment/itemstate', () =>
      platform.to('payment/itemstate').length === 1 ? reply.promise : denied.clone(),
    );
    const item = usher.item({ item: 7, streamtype: 'video' });
    const checked = item.check();
    await until(() => platform.to('payment/itemstate').length);
    await usher.logout();
    reply.resolve(answer({ general: { canPlay: 1, reason: 'paid' } }));
    expect((await checked).access).to.not.equal('granted');
    expect(item.$state.get().access).to.not.equal('granted');
  });

  it('prevents a call that waited for the session that ended', async () => {
    // A listener of the page logs out as soon as the session is there. A call made before waits for
    // the same session.
    usher.on('session', ({ status, id }) => {
      if (status === 'ready' && id === firstSession) void usher.logout();
    });
    platform.script('session/currentweather', () => answer({ general: { temperature: 1 } }));
    await usher.call('session/currentweather').catch(() => {});
    await quiet();
    const stale = platform.sent.filter(
      ({ id, headers }) => id !== 'session/logout' && headers['x-request-cid'] === firstSession,
    );
    expect(stale.map(({ id }) => id)).to.deep.equal([]);
  });

  it('during an opening rejects start(), and the session is not shown', async () => {
    usher.on('session', ({ status, id }) => {
      if (status === 'ready' && id === firstSession) void usher.logout();
    });
    const outcome = await usher.start().then(
      ({ status }) => status,
      ({ code }) => code as string,
    );
    expect(['ended', 'aborted']).to.include(outcome);
    expect(usher.$session.get()).to.include({ status: 'ended', id: null });
  });

  it('is sent for the stored session of an earlier page, also without start()', async () => {
    await usher.start();
    usher = platform.nextPage();
    await usher.logout();
    // The record names the session until the platform has answered.
    await until(() => platform.to('session/logout').length);
    await until(() => !platform.kept(localStorage).includes(firstSession));
    await quiet();
    expect(
      platform.to('session/logout').map(({ headers }) => headers['x-request-cid']),
    ).to.deep.equal([firstSession]);
  });

  it('is sent once when called twice', async () => {
    await usher.start();
    await Promise.all([usher.logout(), usher.logout()]);
    await until(() => platform.to('session/logout').length);
    await quiet();
    expect(platform.to('session/logout')).to.have.length(1);
  });

  it("leaves at once under 'none', where no later page could send it", async () => {
    usher = platform.nextPage({ persistence: 'none' });
    await usher.start();
    await usher.item({ item: 7, streamtype: 'video' }).check();
    void usher.logout();
    await Promise.resolve();
    expect(platform.to('session/logout')).to.have.length(1);
    await quiet();
    expect(platform.to('session/logout')).to.have.length(1);
  });

  it('without a session sends nothing', async () => {
    await usher.logout();
    await quiet();
    expect(platform.sent).to.have.length(0);
    expect(usher.$session.get().status).to.equal('ended');
    expect((await usher.start()).status).to.equal('ready');
  });
});
