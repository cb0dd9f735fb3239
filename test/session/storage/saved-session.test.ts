import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { Dialect } from '../../../src/dialect/dialect.ts';
import { fakePageClock } from '../../fixtures/session/page-clock.ts';
import {
  answer,
  firstSession,
  refusal,
  scriptPlatform,
  sessionResult,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { rejection, ticking, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const credentials = { provider: 'manual', username: 'ada', password: 'pass-lovelace' } as const;

describe('the stored session', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let othersBefore: string;
  const others = (storage: Storage): string =>
    JSON.stringify(Object.entries(storage).filter(([name]) => !name.includes(platform.baseUrl)));
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    clock = fakePageClock();
    othersBefore = others(localStorage) + others(sessionStorage);
  });
  afterEach(() => {
    const othersAfter = others(localStorage) + others(sessionStorage);
    platform.close();
    clock.restore();
    expect(othersAfter).to.equal(othersBefore);
  });

  it('is kept on the device by default, and nowhere else', async () => {
    await platform.usher().start();
    expect(platform.kept(localStorage)).to.include(firstSession);
    expect(platform.kept(sessionStorage)).to.equal('');
    expect(document.cookie).to.equal('');
  });

  it('is kept only in the tab with persistence "tab"', async () => {
    await platform.usher({ persistence: 'tab' }).start();
    expect(platform.kept(sessionStorage)).to.include(firstSession);
    expect(platform.kept(localStorage)).to.equal('');
    await platform.nextPage({ persistence: 'tab' }).start();
    expect(platform.to('session/init')).to.have.length(1);
  });

  /** A dialect whose platform names its sessions by any text. */
  const naming = (id: string): Partial<Dialect> => ({
    readSession: () => ({ id, user: null, geo: {}, data: {} }),
  });

  it('is kept and sent with any ID of visible characters', async () => {
    const id = `sid=&?%+/#"'\\~!${'x'.repeat(500)}`.slice(0, 512);
    const dialect = naming(id);
    await platform.usher({ dialect }).start();
    const usher = platform.nextPage({ dialect });
    await usher.item({ item: 7, streamtype: 'video' }).check();
    expect(usher.$session.get()).to.include({ status: 'ready', id });
    expect(platform.to('session/init')).to.have.length(1);
    expect(platform.to('payment/itemstate')[0]!.headers['x-request-cid']).to.equal(id);
    const next = platform.nextPage({ dialect, init: { campaign: 2 } });
    await next.start();
    const { body } = platform.to('session/init')[1]!;
    expect(new URLSearchParams(body).get('currentSession')).to.equal(id);
    await ticking(clock, next.logout());
    await until(() => platform.to('session/logout').length);
    expect(platform.to('session/logout')[0]!.headers['x-request-cid']).to.equal(id);
  });

  it('keeps the user whose ID a dialect gives as a number, and the domain', async () => {
    const dialect: Partial<Dialect> = {
      readSession: () => ({
        id: firstSession,
        geo: {},
        data: {},
        ...({ user: { id: 17, hash: 5 }, domain: 741 } as object as { user: null }),
      }),
    };
    expect((await platform.usher({ dialect }).start()).user).to.deep.include({ id: '17' });
    const usher = platform.nextPage({ dialect });
    expect(await usher.start()).to.deep.include({ id: firstSession, status: 'ready' });
    expect(usher.$user.get()?.id).to.equal('17');
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('refuses a session with a user without an ID', async () => {
    const dialect: Partial<Dialect> = {
      readSession: () => ({
        id: firstSession,
        geo: {},
        data: {},
        user: { id: undefined as unknown as string, name: 'ada' },
      }),
    };
    const usher = platform.usher({ dialect });
    expect(await rejection(usher.start())).to.include({
      code: 'malformed',
      message: 'session/init: the user has no usable ID',
    });
    expect(usher.$user.get()).to.equal(undefined);
  });

  for (const [title, id] of [
    ['a space', 'a b'],
    ['a line break', 'a\nb'],
    ['a letter beyond ASCII', 'sessi\u00f3n'],
    ['more than 512 characters', 'x'.repeat(513)],
    ['no character', ''],
    ['a number', 5 as never],
  ] as const) {
    it(`is refused and not kept with an ID of ${title}`, async () => {
      const usher = platform.usher({ dialect: naming(id), mode: 'session' });
      const error = await rejection(usher.start());
      expect(error).to.include({ code: 'malformed' });
      expect(error.message).to.include('the session ID needs 1 to 512 visible ASCII characters');
      expect(usher.$session.get()).to.include({ status: 'degraded', id: null });
      expect(platform.kept(localStorage)).to.not.include('"session"');
    });
  }

  it('is not kept with persistence "none", so the next page opens another', async () => {
    const usher = platform.usher({ persistence: 'none' });
    await usher.start();
    await ticking(clock, usher.login(credentials));
    await usher.item({ item: 7, streamtype: 'video' }).check();
    await ticking(clock, usher.logout());
    expect(platform.kept(localStorage) + platform.kept(sessionStorage)).to.equal('');
    await platform.nextPage({ persistence: 'none' }).start();
    const inits = platform.to('session/init');
    expect(inits.at(-1)!.body).to.not.include('currentSession');
    expect(inits.at(-1)!.body).to.not.equal(inits[0]!.body);
  });

  it('holds no password, login token, voucher code or report token', async () => {
    platform.script('session/init', () =>
      answer(sessionResult(firstSession, { system: { reporttoken: 'secret-report&se=99' } })),
    );
    platform.script('session/reporttoken', () =>
      answer({ general: { reporttoken: 'secret-report&se=1795262400' } }),
    );
    const usher = platform.usher();
    await usher.start();
    await ticking(clock, usher.login(credentials));
    await ticking(
      clock,
      usher.login({ provider: 'hash', token: 'secret-token', vouchercode: 'secret-voucher' }),
    );
    await usher.reportToken();
    expect(platform.kept(localStorage))
      .to.include('hash-of-17')
      .and.not.match(/lovelace|secret/);
  });

  it('holds the secret for signing, but not the token that it comes from', async () => {
    platform.script('session/init', () =>
      answer(
        sessionResult(firstSession, { device: { domaintoken: 'abcd0123456789ABCDEF987654321' } }),
      ),
    );
    const usher = platform.usher();
    await usher.start();
    expect(platform.kept(localStorage))
      .to.include('56789ABCDEF')
      .and.not.include('abcd0123456789ABCDEF987654321');
  });

  it('holds no user hash after a logout, but the device hash', async () => {
    platform.script('session/init', () => answer(userResult()));
    const usher = platform.usher();
    await usher.start();
    await ticking(clock, usher.logout());
    expect(platform.kept(localStorage)).to.not.include('hash-of-17');
    await platform.nextPage().start();
    const [first, second] = platform.to('session/init');
    expect(second!.body).to.equal(first!.body);
  });

  it('holds added data up to 32 KB', async () => {
    platform.script('session/init', () =>
      answer(sessionResult(firstSession, { channels: [{ title: 'x'.repeat(31 * 1024) }] })),
    );
    await platform.usher().start();
    const { data } = await platform.nextPage().start();
    expect(data.channels?.[0]?.['title']).to.have.length(31 * 1024);
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('omits larger data: the next page requests it again for the same session', async () => {
    platform.script('session/init', () =>
      answer(sessionResult(firstSession, { channels: [{ title: 'x'.repeat(33 * 1024) }] })),
    );
    const { data } = await platform.usher().start();
    expect(data.channels?.[0]?.['title']).to.have.length(33 * 1024);
    expect(platform.kept(localStorage).length).to.be.below(2000);
    const next = await platform.nextPage().start();
    expect(next.data.channels?.[0]?.['title']).to.have.length(33 * 1024);
    expect(platform.to('session/init')[1]!.body).to.include(`currentSession=${firstSession}`);
  });

  describe('when it is damaged', () => {
    /** Stores a session, changes the record, and returns what the next page sends. */
    const openWith = async (damage: (record: any) => unknown): Promise<void> => {
      await platform.usher().start();
      platform.nextPage().dispose();
      for (const [name, text] of Object.entries(localStorage)) {
        if (!name.includes(platform.baseUrl)) continue;
        const damaged = damage(JSON.parse(text as string));
        localStorage.setItem(name, typeof damaged === 'string' ? damaged : JSON.stringify(damaged));
      }
      const state = await platform.nextPage().start();
      expect(state).to.include({ status: 'ready', id: firstSession });
      expect(platform.to('session/init')).to.have.length(2);
      expect(platform.to('session/init')[1]!.body).to.match(
        /^nxp_devh=[1-4]%3A\d{10}%3A\d{5}[1-9](&currentSession=3154455148505954051)?$/,
      );
    };

    for (const [title, damage] of [
      ['no JSON', () => '{"deviceHash":"4:15004'],
      ['empty', () => ''],
      ['null', () => null],
      ['a list', () => [1, 2]],
      ['a number', () => 7],
      ['without a device hash', ({ session }: any) => ({ session })],
      ['with a device hash that is a number', (record: any) => ({ ...record, deviceHash: 7 })],
      ['with a device hash of no known form', () => ({ deviceHash: 'nonsense' })],
      [
        'with a device hash that no form can carry',
        () => ({ deviceHash: '4:1500496747:17898\ud800' }),
      ],
      ['with a session that is a text', (record: any) => ({ ...record, session: 'session' })],
      [
        'with a session without an ID',
        ({ deviceHash, session: { id: _, ...session } }: any) => ({ deviceHash, session }),
      ],
      [
        'with an invalid session ID',
        (record: any) => ({ ...record, session: { ...record.session, id: 'not an ID' } }),
      ],
      [
        'with a session ID that is an object',
        (record: any) => ({ ...record, session: { ...record.session, id: { a: 1 } } }),
      ],
      [
        'with a session of unknown age',
        (record: any) => ({ ...record, session: { ...record.session, keptAliveAt: 'yesterday' } }),
      ],
    ] as const) {
      it(`is ignored: ${title}`, () => openWith(damage));
    }

    it('does not break the next page when other records are damaged', async () => {
      await platform.usher().start();
      for (const [name, text] of Object.entries(localStorage)) {
        if (name.includes(platform.baseUrl)) {
          localStorage.setItem(
            name,
            (text as string)
              .replace(/"geo":\{[^}]*\}/, '"geo":7')
              .replace('"data":{}', '"data":null'),
          );
        }
      }
      expect((await platform.nextPage().start()).status).to.equal('ready');
    });
  });

  describe('without working storage', () => {
    const names = ['localStorage', 'sessionStorage'] as const;
    const real = names.map((name) => Object.getOwnPropertyDescriptor(window, name)!);
    const replaceStorage = (descriptor: PropertyDescriptor): void =>
      names.forEach((name) =>
        Object.defineProperty(window, name, { configurable: true, ...descriptor }),
      );
    const restoreStorage = (): void =>
      names.forEach((name, index) => Object.defineProperty(window, name, real[index]!));

    for (const [title, descriptor] of [
      [
        'throws on access',
        {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        },
      ],
      ['is missing', { value: undefined }],
      [
        'is full',
        {
          value: {
            getItem: () => null,
            removeItem: () => {},
            setItem: () => {
              throw new DOMException('full', 'QuotaExceededError');
            },
          },
        },
      ],
      [
        'reads nothing',
        {
          value: {
            getItem: () => {
              throw new Error('closed');
            },
            setItem: () => {},
            removeItem: () => {},
          },
        },
      ],
    ] as const) {
      it(`does not break a page: storage ${title}`, async () => {
        replaceStorage(descriptor);
        try {
          const usher = platform.usher();
          expect((await usher.start()).id).to.equal(firstSession);
          await ticking(clock, usher.login(credentials));
          await ticking(clock, usher.logout());
          expect((await usher.start()).status).to.equal('ready');
          const [first, second] = platform.to('session/init');
          expect(second!.body, 'the device hash is kept in memory').to.equal(first!.body);
        } finally {
          restoreStorage();
        }
      });
    }
  });

  it('stays as it was when a later init is refused', async () => {
    await platform.usher().start();
    const session = (): unknown =>
      JSON.parse(platform.kept(localStorage).replace(/^[^=]*=/, '')).session;
    const kept = session();
    platform.script('session/init', () => refusal(503, 'down'));
    clock.setSystemTime(Date.now() + 16 * 60_000);
    await rejection(platform.nextPage().start());
    expect(session()).to.deep.equal(kept);
  });
});
