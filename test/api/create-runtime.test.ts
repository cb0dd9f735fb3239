import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { computed } from 'nanostores';
import { useFakeTimers } from 'sinon';
import { createUsher, type SessionState } from '../../src/index.ts';
import { openFrame } from '../fixtures/session/framed-page.ts';
import {
  firstSession,
  scriptPlatform,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;

describe('a runtime', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());

  describe('is shared by base URL and domain', () => {
    it('in any spelling of the base URL', () => {
      const usher = platform.usher();
      const { host, pathname } = new URL(platform.baseUrl);
      for (const baseUrl of [
        `${platform.baseUrl}/`,
        `${platform.baseUrl}///`,
        `HTTPS://${host.toUpperCase()}${pathname}`,
        `https://${host}:443${pathname}`,
        `https://${host}/x/..${pathname}`,
      ]) {
        expect(createUsher({ baseUrl }), baseUrl).to.equal(usher);
      }
    });

    it('with the domain as an option or in the base URL', () => {
      const usher = platform.usher();
      expect(platform.usher({ domain: 741 })).to.equal(usher);
      expect(platform.usher({ domain: '741' })).to.equal(usher);
    });

    it('but not with another domain or base URL', () => {
      const usher = platform.usher();
      expect(platform.usher({ domain: 742 })).to.not.equal(usher);
      expect(platform.usher({ baseUrl: platform.baseUrl.replace('741', '743') })).to.not.equal(
        usher,
      );
    });

    it('also with another copy of the code, in one session', async () => {
      const copy = (await import(new URL('/dist/cdn/usher.js', location.href).href)) as {
        createUsher: typeof createUsher;
      };
      expect(copy.createUsher).to.not.equal(createUsher);
      const usher = platform.usher();
      const other = copy.createUsher({ baseUrl: platform.baseUrl });
      expect(other).to.equal(usher);
      await Promise.all([usher.start(), other.start()]);
      expect(platform.to('session/init')).to.have.length(1);
    });

    it('with the options of the first call, and warns of others later', async () => {
      const warnings: string[] = [];
      const usher = platform.usher({ init: { gateway: 'desktop' } });
      usher.on('warning', (warning) => warnings.push(warning));
      expect(platform.usher({ init: { gateway: 'desktop' } })).to.equal(usher);
      expect(platform.usher({ init: { gateway: 'mobile' } })).to.equal(usher);
      await until(() => warnings.length);
      await usher.start();
      expect(warnings).to.have.length(1);
      expect(platform.to('session/init')[0]!.body).to.match(/^gateway=desktop&/);
    });

    it('with the fields of the first call, although the page changes their object', async () => {
      const warnings: string[] = [];
      const init = { externalUserReference: 'ada' };
      const usher = platform.usher({ init });
      usher.on('warning', (warning) => warnings.push(warning));
      await usher.start();
      init.externalUserReference = 'eve';
      expect(platform.usher({ init })).to.equal(usher);
      await until(() => warnings.length);
      expect(warnings[0]).to.include('init.externalUserReference (ignored)');
      const next = platform.nextPage({ init: { externalUserReference: 'ada' } });
      expect((await next.start()).id).to.equal(firstSession);
      expect(platform.to('session/init')).to.have.length(1);
    });

    it('with the persistence of the first call, and warns of others later', async () => {
      const warnings: string[] = [];
      platform.usher().on('warning', (warning) => warnings.push(warning));
      platform.usher({ persistence: 'none' });
      await until(() => warnings.length === 1);
    });

    it('and still refuses invalid options', () => {
      platform.usher();
      expect(() => platform.usher({ init: { explicitLanguage: 'deutsch' } })).to.throw(
        /explicitLanguage/,
      );
    });
  });

  describe('has stores', () => {
    it('that the page cannot set', async () => {
      const usher = platform.usher();
      const { $session, $user } = usher as unknown as Record<
        string,
        { set: (value: unknown) => void; get: () => any }
      >;
      for (const $store of [$session!, $user!]) {
        try {
          $store.set({ status: 'ready', id: '1' });
        } catch {
          // refused
        }
      }
      expect($session!.get().status).to.equal('idle');
      expect($user!.get()).to.equal(undefined);
      expect((await usher.start()).id).to.equal(firstSession);
    });

    it('that other stores are computed from', async () => {
      const usher = platform.usher();
      const $greeting = computed(
        [usher.$session, usher.$user],
        ({ status }, user) => `${status} ${user?.name ?? 'nobody'}`,
      );
      const seen: string[] = [];
      const off = $greeting.subscribe((text) => seen.push(text));
      await usher.login(ada);
      await usher.logout();
      off();
      expect(seen[0]).to.equal('idle nobody');
      expect(seen).to.include('ready nobody').and.include('ready ada');
      expect(seen.at(-1)).to.equal('ended nobody');
    });

    it('that agree whenever a listener runs', async () => {
      const usher = platform.usher();
      const pairs: (readonly [string | undefined, string | undefined])[] = [];
      const look = (): void =>
        void pairs.push([usher.$session.get().user?.id, usher.$user.get()?.id]);
      usher.$user.listen(look);
      usher.on('session', look);
      await usher.login(ada);
      await usher.logout();
      for (const [inSession, user] of pairs) expect(inSession).to.equal(user);
    });

    it('with the time of the last change of status', async () => {
      const clock = useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
      try {
        const usher = platform.usher();
        clock.setSystemTime(2_000_000);
        await usher.start();
        clock.setSystemTime(3_000_000);
        await usher.login(ada);
        expect(usher.$session.get().changedAt).to.equal(2_000_000);
      } finally {
        clock.restore();
      }
    });
  });

  it('keeps working when the page replaces fetch and Date later', async () => {
    const usher = platform.usher();
    const [ownFetch, OwnDate] = [globalThis.fetch, globalThis.Date];
    globalThis.fetch = () => {
      throw new Error('replaced');
    };
    globalThis.Date = class {
      static now = (): number => 0;
    } as unknown as DateConstructor;
    let state: SessionState;
    try {
      state = await usher.start();
    } finally {
      globalThis.fetch = ownFetch;
      globalThis.Date = OwnDate;
    }
    expect(state.status).to.equal('ready');
    expect(state.changedAt).to.be.above(0);
  });

  // The file for pages listens for tags that are inserted later, and does nothing else.
  for (const [entry, effects] of [
    ['/src/index.ts', []],
    ['/dist/cdn/usher.js', ['listens to load']],
  ] as const) {
    it(`changes nothing on import alone: ${entry}`, async () => {
      const frame = await openFrame(
        `<script>
        window.before = new Set(Reflect.ownKeys(window));
        window.effects = [];
        const add = EventTarget.prototype.addEventListener;
        EventTarget.prototype.addEventListener = function (...given) {
          // What drives the browser listens too, in Firefox within the page's own world.
          if (/\\/(src|dist|node_modules)\\//.test(new Error().stack)) effects.push('listens to ' + given[0]);
          add.apply(this, given);
        };
        for (const name of ['setTimeout', 'setInterval', 'requestIdleCallback', 'requestAnimationFrame']) if (name in window) window[name] = () => effects.push(name);
        for (const name of ['getItem', 'setItem']) Storage.prototype[name] = () => effects.push(name);
        IDBFactory.prototype.open = () => effects.push('opens a database');
        LockManager.prototype.request = () => effects.push('takes a lock');
        window.BroadcastChannel = class { constructor() { effects.push('opens a channel'); } };
        for (const name of ['log', 'info', 'warn', 'error', 'debug']) console[name] = () => effects.push('console.' + name);
      </script>`,
        () => {
          throw new Error('sent');
        },
      );
      try {
        const known = new Set<unknown>(frame.window['before']);
        await frame.window.eval(
          `import(${JSON.stringify(new URL(entry, location.href).href)}).then((module) => { window.module = module; })`,
        );
        expect(frame.window['module'].createUsher).to.be.a('function');
        expect(frame.window['effects']).to.deep.equal(effects);
        expect(frame.sent).to.deep.equal([]);
        const isOfTest = (name: string): boolean =>
          ['module', 'effects', 'before'].includes(name) || /^__(pw|playwright)_/.test(name);
        const added = Reflect.ownKeys(frame.window).filter(
          (key) => !known.has(key) && !isOfTest(String(key)),
        );
        // nanostores shares its counter among all its copies in a page.
        expect(added.filter((key) => key !== 'nanostoresGlobal')).to.deep.equal([]);
      } finally {
        frame.close();
      }
    });
  }
});
