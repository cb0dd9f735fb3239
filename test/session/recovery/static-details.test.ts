import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { get } from 'idb-keyval';
import type { SinonFakeTimers } from 'sinon';
import { openStore } from '../../../src/browser/database.ts';
import { nothing } from '../../../src/browser/nothing.ts';
import type { Usher } from '../../../src/index.ts';
import { closeTabs, openTab } from '../../fixtures/session/open-tab.ts';
import { fakePageClock } from '../../fixtures/session/page-clock.ts';
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
import { quiet, rejection, ticking, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const details = {
  general: { geocode: 'DE', gateway: 'desktop', language: 'de' },
  system: { reporttoken: 'a=b&se=99' },
};

describe('a page without a session', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    platform.script('session/staticdetails', () => answer(details));
    clock = fakePageClock();
  });
  afterEach(() => {
    closeTabs();
    platform.close();
    clock.restore();
  });
  const ids = (): string[] => platform.sent.map(({ id }) => id);

  for (const [title, reply, inits] of [
    [
      'init says that the domain is player-only',
      () => refusal(403, 'this domain is player-only'),
      'once',
    ],
    ['init answers without a session ID', () => answer({ general: { language: 'de' } }), 'again'],
    ['init answers with the session ID 0', () => answer(sessionResult(0)), 'again'],
  ] as const) {
    it(`has static details, requested once, when ${title}; init is sent ${inits}`, async () => {
      platform.script('session/init', reply);
      const usher = platform.usher({ init: { gateway: 'desktop', explicitLanguage: 'de' } });
      expect(await usher.start()).to.include({
        status: 'static',
        id: null,
        user: null,
        language: 'de',
        gateway: 'desktop',
      });
      for (let minutes = 0; minutes < 10; minutes++) {
        await clock.tickAsync(60_000);
        await quiet();
      }
      await usher.start();
      expect(ids().slice(0, 2)).to.deep.equal(['session/init', 'session/staticdetails']);
      expect(new Set(ids().slice(2))).to.deep.equal(
        new Set(inits === 'once' ? [] : ['session/init']),
      );
      expect(platform.kept(localStorage)).to.not.include('"session":');
      expect(platform.sent[1]!.query).to.match(/^gateway=desktop&nxp_devh=/);
      expect(platform.sent[1]!.headers).to.not.have.any.keys('x-request-cid', 'x-request-token');
    });
  }

  it('that shows the kept user while init fails follows a logout in another tab', async () => {
    platform.script('session/init', () => answer(userResult()));
    const first = openTab(platform.baseUrl);
    await ticking(clock, first.usher.start());
    platform.script('session/init', () => refusal(503, 'out of order'));
    const second = openTab(platform.baseUrl, { init: { explicitLanguage: 'en' } });
    const { status, user } = await ticking(clock, second.usher.start());
    expect({ status, user: user?.id }).to.deep.equal({ status: 'static', user: '17' });
    await clock.tickAsync(3000); // the page is idle
    await quiet();
    const heard: unknown[] = [];
    second.usher.on('logout', (left) => heard.push(left?.id));
    await ticking(clock, first.usher.logout());
    second.wake();
    await quiet();
    expect(second.usher.$user.get()).to.equal(null);
    expect(second.usher.$session.get()).to.include({ status: 'ended', id: null });
    expect(heard).to.deep.equal(['17']);
  });

  it('does not use a stored session in mode static, also with a user', async () => {
    platform.script('session/init', () => answer(userResult()));
    await platform.usher().start();
    const page = platform.nextPage({ mode: 'static' });
    expect(await page.start()).to.include({ status: 'static', id: null, user: null });
    platform.script('allmedia/latest', () => answer([]));
    await page.call('allmedia/latest');
    expect(platform.to('allmedia/latest')[0]!.headers).to.not.have.any.keys(
      'x-request-cid',
      'x-request-token',
    );
    expect((await platform.nextPage().start()).user?.id).to.equal('17');
  });

  const hashes = (): (string | null)[] =>
    platform
      .to('session/staticdetails')
      .map(({ query }) => new URLSearchParams(query).get('nxp_devh'));

  for (const mode of ['auto', 'static'] as const) {
    it(`makes a device hash, keeps it and sends it with each request: mode ${mode}`, async () => {
      platform.script('session/init', () => refusal(403, 'this domain is player-only'));
      const options = { mode, init: { gateway: 'tablet' } };
      const usher = platform.usher(options);
      await usher.start();
      await usher.reportToken();
      await platform.nextPage(options).start();
      const [hash, ...others] = hashes();
      expect(hash).to.match(/^[1-4]:\d{10}:\d{5}[1-9]$/);
      expect(others).to.deep.equal([hash, hash]);
      expect(platform.kept(localStorage)).to.include(hash);
    });

    it(`keeps the device hash of a page without consent in memory: mode ${mode}`, async () => {
      platform.script('session/init', () => refusal(403, 'this domain is player-only'));
      const usher = platform.usher({ mode, persistence: 'none' });
      await usher.start();
      await usher.reportToken();
      await platform.nextPage({ mode, persistence: 'none' }).start();
      const [hash, again, other] = hashes();
      expect(hash).to.match(/^[1-4]:/);
      expect(again).to.equal(hash);
      expect(other).to.match(/^[1-4]:/);
      expect(other).to.not.equal(hash);
      expect(platform.kept(localStorage) + platform.kept(sessionStorage)).to.equal('');
    });
  }

  it('sends the device hash of IndexedDB in mode static when localStorage was erased', async () => {
    const options = { mode: 'session' } as const;
    await ticking(clock, openTab(platform.baseUrl, options).usher.start());
    // Background tasks write it. Not every engine is idle by itself.
    const name = `usher:${platform.baseUrl}|741`;
    const stored = async (): Promise<unknown> => get(name, openStore('sessions')).catch(nothing);
    while ((await stored()) === undefined) clock.tick(1000);
    const [sent] = platform.to('session/init');
    localStorage.clear();
    // The clock stands still: IndexedDB has 100 ms to answer, and some engines take longer.
    await openTab(platform.baseUrl, { mode: 'static' }).usher.start();
    expect(hashes()).to.deep.equal([new URLSearchParams(sent!.body).get('nxp_devh')]);
  });

  it('asks again for static details that fail at the start, and says why, in mode static', async () => {
    platform.script('session/staticdetails', () => refusal(503, 'maintenance'));
    const usher = platform.usher({ mode: 'static' });
    expect(await rejection(usher.start())).to.include({ code: 'platform', status: 503 });
    const { status, error, retryAt } = usher.$session.get();
    expect([status, error?.code]).to.deep.equal(['degraded', 'platform']);
    expect(retryAt).to.be.within(Date.now(), Date.now() + 1000);
    platform.script('session/staticdetails', () => answer(details));
    await clock.tickAsync(1000);
    await until(() => usher.$session.get().status === 'static');
    expect(usher.$session.get()).to.include({ language: 'de', retryAt: undefined });
    await clock.tickAsync(300_000);
    await quiet();
    expect(platform.to('session/staticdetails')).to.have.length(2);
    expect(ids()).to.not.include('session/init');
  });

  it('asks again for static details of a player-only domain that fail', async () => {
    platform.script('session/init', () => refusal(403, 'this domain is player-only'));
    platform.script('session/staticdetails', () => refusal(503, 'maintenance'));
    const usher = platform.usher();
    expect(await rejection(usher.start())).to.include({ code: 'static-session' });
    platform.script('session/staticdetails', () => answer(details));
    await clock.tickAsync(1000);
    await until(() => usher.$session.get().status === 'static');
  });

  it('gives in $session what static details bring, and stores none of it', async () => {
    const usher = platform.usher({ mode: 'static' });
    await usher.start();
    expect(usher.$session.get().data).to.deep.equal(details);
    expect(platform.kept(localStorage)).to.not.include('reporttoken');
  });

  it('shows nothing that identifies the device or acts for it', async () => {
    const device = { type: 'tv', id: '1:2:3', domaintoken: 'secret-1', clienttoken: 'secret-2' };
    platform.script('session/staticdetails', () => answer({ ...details, device }));
    const usher = platform.usher({ mode: 'static' });
    await usher.start();
    expect(usher.$session.get().data.device).to.deep.equal({ type: 'tv' });
  });

  it('shows none of it in another tab after an erasure', async () => {
    platform.script('session/init', () => answer(sessionResult()));
    await ticking(clock, openTab(platform.baseUrl).usher.start());
    const tabs = [0, 1].map(() => openTab(platform.baseUrl, { mode: 'static' }));
    for (const { usher } of tabs) await ticking(clock, usher.start());
    const [here, other] = tabs;
    expect(other!.usher.$session.get().data).to.deep.equal(details);
    await ticking(clock, here!.usher.forget());
    // It reads changes of other tabs with its background tasks.
    await until(() => {
      clock.tick(100);
      other!.wake();
      return other!.usher.$session.get().status === 'ended';
    });
    expect(other!.usher.$session.get().data).to.deep.equal({});
  });

  it('gives the report token of static details until a minute before it expires', async () => {
    let requests = 0;
    platform.script('session/staticdetails', () => {
      requests += 1;
      const end = Math.floor(Date.now() / 1000) + 600;
      return answer({ ...details, system: { reporttoken: `n=${requests}&se=${end}` } });
    });
    const usher = platform.usher({ mode: 'static', init: { gateway: 'tablet' } });
    const token = await usher.reportToken();
    expect(token).to.match(/^n=\d&se=/);
    expect(await usher.reportToken()).to.equal(token);
    expect(platform.to('session/staticdetails').at(-1)!.query).to.match(
      /^gateway=tablet&nxp_devh=/,
    );
    const asked = requests;
    clock.setSystemTime(Date.now() + 541_000);
    expect(await usher.reportToken()).to.not.equal(token);
    expect(requests).to.equal(asked + 1);
    expect(ids()).to.not.include('session/reporttoken');
  });

  for (const [title, end] of [
    ['its signal', (abort: AbortController) => abort.abort()],
    ['an erasure', (_: AbortController, usher: Usher) => void usher.forget()],
    ['the end of the runtime', (_: AbortController, usher: Usher) => usher.dispose()],
  ] as const) {
    it(`aborts the report token of static details by ${title}`, async () => {
      const usher = platform.usher({ mode: 'static' });
      await usher.start();
      let waiting = false;
      platform.script('session/staticdetails', () => {
        waiting = true;
        return new Promise(() => {});
      });
      const abort = new AbortController();
      const failed = rejection(usher.reportToken({ signal: abort.signal }));
      await until(() => waiting);
      end(abort, usher);
      await quiet();
      await clock.tickAsync(10); // less than the deadline of the request
      expect(await failed).to.include({ code: 'aborted' });
      expect(platform.to('session/staticdetails').at(-1)!.init.signal!.aborted).to.equal(true);
    });
  }

  it('sends reads without the two headers, and refuses calls that need a session', async () => {
    platform.script('allmedia/latest', () => answer([]));
    const usher = platform.usher({ mode: 'static' });
    await usher.start();
    await (await usher.allmedia()).latest();
    expect(platform.to('allmedia/latest')[0]!.headers).to.not.have.any.keys(
      'x-request-cid',
      'x-request-token',
    );
    expect(
      (await rejection(usher.call('payment/preparetransaction', { operation: 'ppv' } as never)))
        .code,
    ).to.be.oneOf(['static-session', 'input']);
    expect(
      (await rejection(usher.login({ provider: 'manual', username: 'ada', password: 'x' }))).code,
    ).to.equal('static-session');
    expect(await usher.item({ item: 7, streamtype: 'video' }).check()).to.include({
      access: 'unknown',
      reason: 'static',
    });
    expect(ids()).to.deep.equal(['session/staticdetails', 'allmedia/latest']);
  });

  it('replaces static details by a session in the same stores when init recovers', async () => {
    platform.script('session/init', () => refusal(503, 'down'));
    const usher = platform.usher();
    expect(await usher.start()).to.include({ status: 'static' });
    platform.script('session/init', () => answer(sessionResult()));
    const seen: string[] = [];
    usher.$session.listen(({ status }) => seen.push(status));
    for (let seconds = 0; seconds < 10 && !seen.includes('ready'); seconds++) {
      await clock.tickAsync(1000);
      await quiet();
    }
    expect(seen, 'nothing flickers').to.deep.equal(['ready']);
    expect(usher.$session.get()).to.include({ id: firstSession, error: undefined });
    expect(platform.to('session/staticdetails')).to.have.length(1);
  });

  it('has static details again after a logout while init is down', async () => {
    platform.script('session/init', () => refusal(503, 'down'));
    const usher = platform.usher();
    await usher.start();
    await usher.item({ item: 7, streamtype: 'video' }).check();
    await ticking(clock, usher.logout());
    expect(usher.$session.get()).to.include({ status: 'ended' });
    expect(await ticking(clock, usher.start())).to.include({ status: 'static', language: 'de' });
    expect(platform.to('session/staticdetails')).to.have.length(2);
  });

  it('repeats init at growing intervals up to 120 s, one at a time', async () => {
    platform.script('session/init', () => refusal(503, 'down'));
    const usher = platform.usher();
    await usher.start();
    for (let minutes = 0; minutes < 30; minutes++) {
      await clock.tickAsync(60_000);
      await quiet();
    }
    const times = platform.to('session/init').map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - times[index]!);
    expect(Math.max(...gaps)).to.be.below(181_000);
    expect(times.length).to.be.within(10, 60);
    expect(platform.to('session/staticdetails')).to.have.length(1);
  });

  it('is offline, not static, when static details cannot be loaded either', async () => {
    platform.script('session/init', unreachable);
    platform.script('session/staticdetails', unreachable);
    const usher = platform.usher();
    expect((await rejection(usher.start())).code).to.equal('network');
    expect(usher.$session.get().status).to.equal('offline');
  });

  it('is never static in mode "session"', async () => {
    platform.script('session/init', () => refusal(403, 'this domain is player-only'));
    const usher = platform.usher({ mode: 'session' });
    expect((await rejection(usher.start())).code).to.equal('static-session');
    expect(ids()).to.deep.equal(['session/init']);
  });

  it('shows the known user when the session is too old and init fails', async () => {
    const usher = platform.usher();
    await ticking(clock, usher.login({ provider: 'manual', username: 'ada', password: 'x' }));
    await until(() => platform.kept(localStorage).includes('hash-of-17'));
    clock.setSystemTime(Date.now() + 20 * 60_000);
    platform.script('session/init', unreachable);
    platform.script('session/staticdetails', unreachable);
    const next = platform.nextPage();
    await rejection(next.start());
    expect(next.$session.get()).to.include({ status: 'offline' });
    expect(next.$user.get()).to.deep.equal({ id: '17', name: 'ada' });
  });
});
