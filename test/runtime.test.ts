import './session/steerable-timers.ts';
import { expect } from 'chai';
import { computed } from 'nanostores';
import { useFakeTimers } from 'sinon';
import type { SinonFakeTimers } from 'sinon';
import { createUsher, isInputError } from '../src/index.ts';
import type { SessionState, Usher } from '../src/index.ts';
import { openFrame } from './session/framed-page.ts';
import { later, quiet, rejection, until } from './session/patience.ts';
import { answer, firstSession, refusal, scriptPlatform, sessionResult } from './session/scripted-platform.ts';
import type { ScriptedPlatform } from './session/scripted-platform.ts';
import { warmUp } from './session/warm-up.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;
const ranking = '{"metadata":{"status":200},"result":{"900":5,"31":4,"7":3,"2026-11-20":2,"b":1,"9007199254740993001":9007199254740993002,"__proto__":7}}';

describe('a runtime', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => { platform = scriptPlatform(); });
  afterEach(() => platform.close());

  describe('is one for a base URL and domain', () => {
    it('however the base URL is written', () => {
      const usher = platform.usher();
      const { host, pathname } = new URL(platform.baseUrl);
      for (const baseUrl of [`${platform.baseUrl}/`, `${platform.baseUrl}///`, `HTTPS://${host.toUpperCase()}${pathname}`, `https://${host}:443${pathname}`, `https://${host}/x/..${pathname}`]) {
        expect(createUsher({ baseUrl }), baseUrl).to.equal(usher);
      }
    });

    it('whether the domain is given or stands in the base URL', () => {
      const usher = platform.usher();
      expect(platform.usher({ domain: 741 })).to.equal(usher);
      expect(platform.usher({ domain: '741' })).to.equal(usher);
    });

    it('and another one for another domain or base URL', () => {
      const usher = platform.usher();
      expect(platform.usher({ domain: 742 })).to.not.equal(usher);
      expect(platform.usher({ baseUrl: platform.baseUrl.replace('741', '743') })).to.not.equal(usher);
    });

    it('for another copy of the code too, with one session for both', async () => {
      const copy = (await import(new URL('/dist/cdn/index.js', location.href).href)) as { createUsher: typeof createUsher };
      expect(copy.createUsher).to.not.equal(createUsher);
      const usher = platform.usher();
      const other = copy.createUsher({ baseUrl: platform.baseUrl });
      expect(other).to.equal(usher);
      await Promise.all([usher.start(), other.start()]);
      expect(platform.to('session/init')).to.have.length(1);
    });

    it('whose first options stand; other ones are warned of', async () => {
      const warnings: string[] = [];
      const usher = platform.usher({ init: { gateway: 'desktop' } });
      usher.on('warning', (warning) => warnings.push(warning));
      expect(platform.usher({ init: { gateway: 'desktop' } })).to.equal(usher);
      expect(warnings).to.have.length(0);
      expect(platform.usher({ init: { gateway: 'mobile' } })).to.equal(usher);
      expect(warnings).to.have.length(1);
      await usher.start();
      expect(platform.to('session/init')[0]!.body).to.match(/^gateway=desktop&/);
    });

    it('of other persistence is warned of as well', () => {
      const warnings: string[] = [];
      platform.usher().on('warning', (warning) => warnings.push(warning));
      platform.usher({ persistence: 'none' });
      expect(warnings).to.have.length(1);
    });

    it('and refuses bad options also when there is one already', () => {
      platform.usher();
      expect(() => platform.usher({ init: { explicitLanguage: 'deutsch' } })).to.throw(/explicitLanguage/);
    });
  });

  describe('shows stores', () => {
    it('that the page cannot set', async () => {
      const usher = platform.usher();
      const { $session, $user } = usher as unknown as Record<string, { set: (value: unknown) => void; get: () => any }>;
      for (const $store of [$session!, $user!]) {
        try {
          $store.set({ status: 'ready', id: '1' });
        } catch {
          // refused
        }
      }
      expect($session!.get().status).to.equal('idle');
      expect($user!.get()).to.equal(null);
      expect((await usher.start()).id).to.equal(firstSession);
    });

    it('that other stores are computed from', async () => {
      const usher = platform.usher();
      const $greeting = computed([usher.$session, usher.$user], ({ status }, user) => `${status} ${user?.name ?? 'nobody'}`);
      const seen: string[] = [];
      const off = $greeting.subscribe((text) => seen.push(text));
      await usher.login(ada);
      await usher.logout();
      off();
      expect(seen[0]).to.equal('idle nobody');
      expect(seen).to.include('ready nobody').and.include('ready ada');
      expect(seen.at(-1)).to.equal('ended nobody');
    });

    it('that agree whenever one of them is heard', async () => {
      const usher = platform.usher();
      const pairs: (readonly [string | undefined, string | undefined])[] = [];
      const look = (): void => void pairs.push([usher.$session.get().user?.id, usher.$user.get()?.id]);
      usher.$user.listen(look);
      usher.on('session', look);
      await usher.login(ada);
      await usher.logout();
      for (const [inSession, user] of pairs) expect(inSession).to.equal(user);
    });

    it('with the time at which the status began', async () => {
      const clock = useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
      try {
        const usher = platform.usher();
        clock.setSystemTime(2_000_000);
        await usher.start();
        clock.setSystemTime(3_000_000);
        await usher.login(ada);
        expect(usher.$session.get().since).to.equal(2_000_000);
      } finally {
        clock.restore();
      }
    });
  });

  describe('calls any endpoint', () => {
    for (const [id, values, line] of [
      ['session/currentweather', { lat: 48.1, lng: 11.6 }, 'GET session/currentweather?lat=48.1&lng=11.6'],
      ['payment/itemstate', { item: 7, streamtype: 'video' }, 'POST payment/itemstate?item=7&streamtype=video'],
      ['allmedia/byglobalid', { globalid: '9007199254740993001' }, 'GET allmedia/byglobalid/9007199254740993001?'],
      ['system/currentincidents', {}, 'GET system/currentincidents?'],
      ['statistics/viewsbyday', { streamtype: 'video', from: '2026-11-01', to: '2026-11-20' }, 'GET statistics/viewsbyday?streamtype=video&from=2026-11-01&to=2026-11-20'],
    ] as const) {
      it(`of ${id.split('/')[0]}, its table loaded for it`, async () => {
        const path = line.split(' ')[1]!.split('?')[0]!;
        platform.script(path, () => answer({ some: 'thing' }));
        const { status } = await platform.usher().call(id, values as never);
        expect(status).to.equal(200);
        const { method, query, headers } = platform.to(path)[0]!;
        expect(`${method} ${path}?${query}`).to.equal(line);
        expect(headers['x-request-cid']).to.equal(firstSession);
      });
    }

    it('and gives statistics as a Map in the order of the wire, with every digit', async () => {
      platform.script('statistics/viewsbyday', () => new Response(ranking));
      const { result } = await platform.usher().call('statistics/viewsbyday', { streamtype: 'video', from: '2026-11-01', to: '2026-11-20' });
      expect(result).to.be.an.instanceOf(Map);
      expect([...(result as Map<string, unknown>)]).to.deep.equal([
        ['900', 5], ['31', 4], ['7', 3], ['2026-11-20', 2], ['b', 1], ['9007199254740993001', '9007199254740993002'], ['__proto__', 7],
      ]);
    });

    it('but none that there is not, and sends nothing for it', async () => {
      const usher = platform.usher();
      for (const id of ['allmedia/nosuch', 'nosuch/latest', 'allmedia', '', '__proto__/latest', 'allmedia/__proto__', 'allmedia/latest/../../session/logout', 'allmedia/latest/x']) {
        expect(isInputError(await rejection(usher.call(id as 'allmedia/latest'))), id).to.equal(true);
      }
      expect(platform.sent).to.have.length(0);
    });

    it('and refuses wrong values before anything is sent, the opening included', async () => {
      const error = await rejection(platform.usher().call('allmedia/latest', { limit: 101 }));
      expect(error).to.include({ code: 'input', endpoint: 'allmedia/latest', field: 'limit', value: 101 });
      expect(platform.sent).to.have.length(0);
    });

    it('with a signal that ends it, before and during', async () => {
      platform.script('session/currentweather', () => new Promise(() => {}));
      const usher = platform.usher();
      await usher.start();
      expect((await rejection(usher.weather({}, { signal: AbortSignal.abort() }))).code).to.equal('aborted');
      expect(platform.to('session/currentweather')).to.have.length(0);
      const abort = new AbortController();
      const failed = rejection(usher.call('session/currentweather', {}, { signal: abort.signal }));
      await until(() => platform.to('session/currentweather').length);
      abort.abort();
      expect((await failed).code).to.equal('aborted');
      expect(usher.$session.get().status).to.equal('ready');
    });

    it('with a signal that ends the wait for a session, not the opening that others wait for', async () => {
      const reply = later<Response>();
      platform.script('session/init', () => reply.promise);
      const usher = platform.usher();
      const started = usher.start();
      const abort = new AbortController();
      const failed = rejection(usher.weather({}, { signal: abort.signal }));
      await quiet();
      abort.abort();
      const outcome = await Promise.race([failed, quiet().then(() => ({ code: 'still waiting' }))]);
      reply.resolve(answer(sessionResult()));
      expect((await started).status).to.equal('ready');
      expect(outcome.code).to.equal('aborted');
    });
  });

  describe('when disposed of', () => {
    let clock: SinonFakeTimers;
    const real = { add: EventTarget.prototype.addEventListener, remove: EventTarget.prototype.removeEventListener };
    let listening: string[];
    beforeEach(() => {
      clock = useFakeTimers({ now: Date.UTC(2026, 10, 21, 12), toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestIdleCallback'] });
      listening = [];
      EventTarget.prototype.addEventListener = function add(...given: Parameters<typeof real.add>) {
        if (this === window || this === document) listening.push(given[0]);
        real.add.apply(this, given);
      };
      EventTarget.prototype.removeEventListener = function remove(...given: Parameters<typeof real.remove>) {
        const index = listening.indexOf(given[0]);
        if ((this === window || this === document) && index >= 0) listening.splice(index, 1);
        real.remove.apply(this, given);
      };
    });
    afterEach(() => {
      EventTarget.prototype.addEventListener = real.add;
      EventTarget.prototype.removeEventListener = real.remove;
      clock.restore();
    });
    const leftovers = async (): Promise<{ timers: number; listening: string[] }> => {
      await quiet();
      await clock.tickAsync(2500); // the idle moment, had there been one waiting
      await quiet();
      return { timers: clock.countTimers(), listening };
    };
    const nothing = { timers: 0, listening: [] };

    it('leaves no timer and no listener after a whole session', async () => {
      const usher = platform.usher();
      await usher.login(ada);
      await usher.item({ item: 7, streamtype: 'video' }).check();
      await clock.tickAsync(2500);
      await until(() => listening.length);
      usher.dispose();
      expect(await leftovers()).to.deep.equal(nothing);
    });

    it('leaves none before the page was idle', async () => {
      const usher = platform.usher();
      await usher.start();
      usher.dispose();
      expect(await leftovers()).to.deep.equal(nothing);
    });

    it('leaves none while the session is opened, and drops the answer', async () => {
      const reply = later<Response>();
      platform.script('session/init', () => reply.promise);
      const usher = platform.usher();
      const failed = rejection(usher.start());
      await quiet();
      usher.dispose();
      expect(await leftovers()).to.deep.equal(nothing);
      reply.resolve(answer(sessionResult()));
      expect((await failed).code).to.equal('aborted');
      expect(usher.$session.get()).to.include({ status: 'ended', id: null });
    });

    it('leaves none while a call is under way or waits to be repeated', async () => {
      platform.script('session/currentweather', () => refusal(503, 'down'));
      const usher = platform.usher();
      await usher.start();
      const failed = rejection(usher.weather());
      await until(() => platform.to('session/currentweather').length);
      await quiet();
      usher.dispose();
      expect((await failed).code).to.equal('aborted');
      await clock.tickAsync(60_000);
      expect(platform.to('session/currentweather')).to.have.length(1);
      expect(await leftovers()).to.deep.equal(nothing);
    });

    it('opens nothing any more: every call rejects with aborted', async () => {
      const usher = platform.usher();
      usher.dispose();
      for (const call of [usher.start(), usher.weather(), usher.login(ada), usher.call('allmedia/latest')]) expect((await rejection(call)).code).to.equal('aborted');
      expect(await usher.item({ item: 7, streamtype: 'video' }).check()).to.include({ access: 'unknown' });
      expect(platform.sent).to.have.length(0);
    });

    it('leaves the session for the next one, which createUsher makes', async () => {
      const usher = platform.usher();
      await usher.start();
      usher.dispose();
      usher.dispose();
      const next = platform.usher();
      expect(next).to.not.equal(usher);
      expect((await next.start()).id).to.equal(firstSession);
      usher.dispose();
      expect(platform.usher(), 'an old one takes nothing from its successor').to.equal(next);
      expect(platform.to('session/init')).to.have.length(1);
    });
  });

  it('goes its way when the page replaces fetch and Date later', async () => {
    const usher = platform.usher();
    const [ownFetch, OwnDate] = [globalThis.fetch, globalThis.Date];
    globalThis.fetch = () => { throw new Error('replaced'); };
    globalThis.Date = class { static now = (): number => 0; } as unknown as DateConstructor;
    let state: SessionState;
    try {
      state = await usher.start();
    } finally {
      globalThis.fetch = ownFetch;
      globalThis.Date = OwnDate;
    }
    expect(state.status).to.equal('ready');
    expect(state.since).to.be.above(0);
  });

  it('keeps the report token until a minute before its end, and for its session only', async () => {
    const clock = useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
    try {
      platform.script('session/reporttoken', () => answer({ general: { reporttoken: `n=${platform.to('session/reporttoken').length}&se=1800000300` } }));
      const usher: Usher = platform.usher();
      expect(await usher.reportToken()).to.equal('n=1&se=1800000300');
      clock.setSystemTime(1_800_000_239_000);
      expect(await usher.reportToken()).to.equal('n=1&se=1800000300');
      clock.setSystemTime(1_800_000_240_000);
      expect(await usher.reportToken()).to.equal('n=2&se=1800000300');
      clock.setSystemTime(1_800_000_000_000);
      platform.script('session/init', () => answer(sessionResult('222')));
      await usher.logout();
      expect(await usher.reportToken()).to.equal('n=3&se=1800000300');
      expect(platform.kept(localStorage)).to.not.include('se=1800000300');
    } finally {
      clock.restore();
    }
  });

  for (const [title, result] of [['javascript:', 'javascript:alert(1)'], ['nothing', undefined], ['no address', '//evil.test/login']] as const) {
    it(`gives no directory login address that is ${title}`, async () => {
      platform.script('session/generatedirectoryloginurl', () => answer({ general: { url: result } }));
      expect((await rejection(platform.usher().directoryLoginUrl({ host: 'a' }))).code).to.equal('malformed');
    });
  }

  it('gives the directory login address', async () => {
    platform.script('session/generatedirectoryloginurl', () => answer({ general: { url: 'https://login.test/?a=b' } }));
    expect(await platform.usher().directoryLoginUrl({ host: 'www.example.com' })).to.equal('https://login.test/?a=b');
    expect(platform.to('session/generatedirectoryloginurl')[0]!.query).to.equal('host=www.example.com');
  });

  for (const entry of ['/src/index.ts', '/dist/cdn/index.js']) {
    it(`has no effect by its import alone: ${entry}`, async () => {
      const frame = await openFrame(`<script>
        window.before = new Set(Reflect.ownKeys(window));
        window.effects = [];
        const add = EventTarget.prototype.addEventListener;
        EventTarget.prototype.addEventListener = function (...given) { effects.push('listens to ' + given[0]); add.apply(this, given); };
        for (const name of ['setTimeout', 'setInterval', 'requestIdleCallback', 'requestAnimationFrame']) window[name] = () => effects.push(name);
        for (const name of ['getItem', 'setItem']) Storage.prototype[name] = () => effects.push(name);
        IDBFactory.prototype.open = () => effects.push('opens a database');
        LockManager.prototype.request = () => effects.push('takes a lock');
        window.BroadcastChannel = class { constructor() { effects.push('opens a channel'); } };
        for (const name of ['log', 'info', 'warn', 'error', 'debug']) console[name] = () => effects.push('console.' + name);
      </script>`, () => { throw new Error('sent'); });
      try {
        const known = new Set<unknown>(frame.window['before']);
        await frame.window.eval(`import(${JSON.stringify(new URL(entry, location.href).href)}).then((module) => { window.module = module; })`);
        expect(frame.window['module'].createUsher).to.be.a('function');
        expect(frame.window['effects']).to.deep.equal([]);
        expect(frame.sent).to.deep.equal([]);
        const added = Reflect.ownKeys(frame.window).filter((key) => !known.has(key) && !['module', 'effects', 'before'].includes(key as string));
        // nanostores shares its counter between the copies of itself that a page may have.
        expect(added.filter((key) => key !== 'nanostoresGlobal')).to.deep.equal([]);
      } finally {
        frame.close();
      }
    });
  }
});
