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

describe('a raw call of session/logout', () => {
  let platform: ScriptedPlatform;
  let usher: Usher;
  before(warmUp);
  beforeEach(async () => {
    platform = scriptPlatform();
    usher = platform.usher();
    platform.script('session/init', () =>
      answer(platform.to('session/init').length === 1 ? userResult() : sessionResult('222')),
    );
    platform.script('session/logout', () => answer({ status: 'ok' }));
    await usher.start();
  });
  afterEach(() => platform.close());

  const ended = { status: 'ended', id: null, user: null };

  it('ends the session before it is sent, and returns the answer', async () => {
    const shown: unknown[] = [];
    platform.script('session/logout', () => {
      shown.push(usher.$session.get().status, platform.kept(localStorage).includes('hash-of-17'));
      return answer({ status: 'ok' });
    });
    const heard: unknown[] = [];
    usher.on('logout', (user) => heard.push(user));
    const { raw } = await usher.call('session/logout');
    expect(raw).to.deep.equal({ status: 'ok' });
    expect(shown).to.deep.equal(['ended', false]);
    expect(heard).to.deep.equal([{ id: '17', name: 'ada' }]);
    expect(usher.$session.get()).to.include(ended);
    await quiet();
    const sent = platform.to('session/logout').map(({ headers }) => headers['x-request-cid']);
    expect(sent).to.deep.equal([firstSession]);
    expect(platform.kept(localStorage)).to.not.include(firstSession);
  });

  it('is the only logout while its answer is late', async () => {
    const late = later<Response>();
    platform.script('session/logout', () => late.promise);
    const called = usher.call('session/logout');
    await until(() => platform.to('session/logout').length > 0);
    await usher.item({ item: 7, streamtype: 'video' }).check();
    await quiet();
    expect(platform.to('session/logout')).to.have.length(1);
    late.resolve(answer({ status: 'ok' }));
    await called;
    await quiet();
    expect(platform.to('session/logout')).to.have.length(1);
  });

  it('is followed by a session without the user', async () => {
    await usher.call('session/logout');
    await usher.item({ item: 7, streamtype: 'video' }).check();
    expect(platform.to('session/init')[1]!.body).to.not.match(/nxp_userh|currentSession/);
    expect(usher.$session.get()).to.include({ status: 'ready', id: '222', user: null });
  });

  it('that gets no answer rejects, and is repeated by the next page', async () => {
    platform.script('session/logout', unreachable);
    expect(await rejection(usher.call('session/logout'))).to.include({ code: 'network' });
    expect(usher.$session.get()).to.include(ended);
    platform.script('session/logout', () => answer({ status: 'ok' }));
    const before = platform.to('session/logout').length;
    usher = platform.nextPage();
    await usher.start();
    await until(() => platform.to('session/logout').length > before);
    await until(() => !platform.kept(localStorage).includes(firstSession));
  });

  for (const persistence of ['device', 'none'] as const) {
    it(`is not repeated within the Retry-After of its refusal, under '${persistence}'`, async () => {
      usher = platform.nextPage({ persistence });
      await usher.start();
      const headers = { 'Retry-After': '120' };
      platform.script('session/logout', () => new Response('busy', { status: 503, headers }));
      expect(await rejection(usher.call('session/logout'))).to.include({ status: 503 });
      await quiet();
      window.dispatchEvent(new Event('online'));
      await quiet();
      expect(platform.to('session/logout')).to.have.length(1);
    });
  }

  it("that gets no answer under 'none' is repeated by its page", async () => {
    usher = platform.nextPage({ persistence: 'none' });
    platform.script('session/logout', unreachable);
    expect(await rejection(usher.call('session/logout'))).to.include({ code: 'network' });
    platform.script('session/logout', () => answer({ status: 'ok' }));
    const before = platform.to('session/logout').length;
    window.dispatchEvent(new Event('online'));
    await until(() => platform.to('session/logout').length > before);
  });

  it('that gets a 401 rejects with it, and is not repeated', async () => {
    platform.script('session/logout', () => refusal(401, 'the session has expired'));
    expect(await rejection(usher.call('session/logout'))).to.include({ status: 401 });
    await quiet();
    expect(platform.to('session/logout')).to.have.length(1);
    expect(platform.kept(localStorage)).to.not.include(firstSession);
  });

  it('with a wrong value ends nothing', async () => {
    const error = await rejection(usher.call('session/logout', { everywhere: true } as object));
    expect(error).to.include({ code: 'input', field: 'everywhere' });
    expect(usher.$session.get()).to.include({ status: 'ready', id: firstSession });
    expect(platform.to('session/logout')).to.have.length(0);
  });

  it('that is aborted before it is sent ends nothing', async () => {
    const controller = new AbortController();
    const failed = rejection(usher.call('session/logout', {}, { signal: controller.signal }));
    controller.abort();
    expect(await failed).to.include({ code: 'aborted' });
    expect(usher.$session.get()).to.include({ status: 'ready', id: firstSession });
  });

  it('rejects at dispose(), and its request goes on', async () => {
    const reply = later<Response>();
    platform.script('session/logout', () => reply.promise);
    const failed = rejection(usher.call('session/logout'));
    await until(() => platform.to('session/logout').length);
    usher.dispose();
    expect(await failed).to.include({ code: 'aborted' });
    expect(platform.to('session/logout')[0]?.init.signal?.aborted).to.equal(false);
    reply.resolve(answer({ status: 'ok' }));
  });

  it('rejects at its signal while a session is opened, and ends nothing', async () => {
    const reply = later<Response>();
    usher = platform.nextPage({ init: { explicitLanguage: 'en' } });
    platform.script('session/init', () => reply.promise);
    const controller = new AbortController();
    const failed = rejection(usher.call('session/logout', {}, { signal: controller.signal }));
    await until(() => platform.to('session/init').length > 1);
    await quiet();
    controller.abort();
    expect(await failed).to.include({ code: 'aborted' });
    reply.resolve(answer(userResult()));
    expect(await usher.start()).to.include({ status: 'ready', id: firstSession });
    await quiet();
    expect(platform.to('session/logout')).to.have.length(0);
  });
});
