import { expect } from 'chai';
import { stub } from 'sinon';
import { chunks } from '../../src/browser/load-chunk.ts';
import type { DiagnosticResult, Usher } from '../../src/index.ts';
import { card, ppv } from '../fixtures/checkout/payment-platform.ts';
import {
  answer,
  refusal,
  scriptPlatform,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { until } from '../fixtures/session/waiting.ts';

const token = { device: { domaintoken: 'abcd0123456789ABCDEF987654321' } };

describe('diagnose() and report()', () => {
  let platform: ScriptedPlatform;
  beforeEach(() => {
    platform = scriptPlatform();
    platform.script('session/init', () => answer({ ...userResult(), ...token }));
    platform.script('session/staticdetails', () => answer({ general: { language: 'de' } }));
    platform.script('session/reporttoken', () =>
      answer({ general: { reporttoken: 'secret-report&se=99' } }),
    );
  });
  afterEach(() => platform.close());
  /** Without the references of calls. They are random, and one in thousands contains "ada". */
  const textOf = (report: unknown): string =>
    JSON.stringify(report, (_, value: unknown) =>
      platform.sent.some(({ reference }) => reference && reference === value) ? '' : value,
    );

  const diagnose = async (): Promise<Record<DiagnosticResult['name'], DiagnosticResult>> => {
    const usher = platform.usher();
    await usher.start().catch(() => {});
    return Object.fromEntries(
      (await usher.diagnose()).map((finding) => [finding.name, finding]),
    ) as Record<DiagnosticResult['name'], DiagnosticResult>;
  };
  const wrong = (findings: Record<string, DiagnosticResult>): string[] =>
    Object.values(findings)
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);

  it('find nothing when nothing is wrong', async () => {
    const findings = await diagnose();
    expect(wrong(findings)).to.deep.equal([]);
    expect(Object.keys(findings)).to.deep.equal([
      'storage',
      'database',
      'partition',
      'clock',
      'locks',
      'platform',
      'calls',
      'items',
      'purchases',
      'chunks',
      'copies',
      'answers',
      'keepalive',
    ]);
  });

  it('name a blocked storage', async () => {
    const real = Object.getOwnPropertyDescriptor(window, 'localStorage')!;
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    try {
      const { storage } = await diagnose();
      expect(storage)
        .to.include({ ok: false })
        .and.have.property('detail')
        .that.includes('SecurityError');
    } finally {
      Object.defineProperty(window, 'localStorage', real);
    }
  });

  it('name a refused preflight when a plain request works', async () => {
    platform.script('session/reporttoken', unreachable);
    const findings = await diagnose();
    expect(wrong(findings)).to.deep.equal(['calls']);
    expect(findings.calls.detail).to.include('X-Request-CID');
  });

  it('hold no text of the platform or of the page, which may name the viewer', async () => {
    const named = 'ada.lovelace@example.com';
    for (const reply of [
      () => refusal(403, `${named} may not do this`),
      () => refusal(500, named),
      () => answer({ general: { reporttoken: named } }, 404, { metadata: { errorhint: named } }),
      () => answer({}, 200, { metadata: { notice: named, calledwith: named } }),
    ]) {
      platform.script('session/reporttoken', reply);
      platform.script('payment/itemstate', reply);
      platform.script('session/staticdetails', reply);
      const usher = platform.nextPage({ init: { gateway: 'desktop' } });
      await usher.start();
      await usher.item({ item: 7, streamtype: 'video' }).check();
      expect(textOf(await usher.supportReport())).to.not.include('ada');
      expect(textOf(await usher.diagnose())).to.not.include('ada');
    }
  });

  it('name a clock that was moved, and say by how much', async () => {
    const now = Date.now();
    const clock = stub(Date, 'now').callsFake(() => now + 3_600_000);
    try {
      const { clock: found } = await diagnose();
      expect(found.ok).to.equal(false);
      expect(found.detail).to.match(/^It differs by 3[56]\d{5} ms/);
    } finally {
      clock.restore();
    }
  });

  it('name a part of Usher that did not load', async () => {
    chunks.set('absent', false);
    try {
      const { chunks: found } = await diagnose();
      expect(found.ok).to.equal(false);
      expect(found.detail).to.include('absent');
    } finally {
      chunks.delete('absent');
    }
  });

  it('name an unreachable platform', async () => {
    for (const id of ['session/init', 'session/staticdetails', 'session/reporttoken']) {
      platform.script(id, unreachable);
    }
    const { platform: found } = await diagnose();
    expect(found)
      .to.include({ ok: false })
      .and.have.property('detail')
      .that.includes('cannot be reached')
      .and.includes(platform.baseUrl);
  });

  it('name CORS when the platform answers, but not to this page', async () => {
    platform.script('session/staticdetails', ({ init }) =>
      init.mode === 'no-cors' ? answer({}) : unreachable(),
    );
    expect((await diagnose()).platform)
      .to.include({ ok: false })
      .and.have.property('detail')
      .that.includes('CORS')
      .and.includes(platform.baseUrl);
  });

  for (const [title, reply, detail] of [
    ['answers 404', () => refusal(404, 'no such path'), '404'],
    ['answers 404 in HTML', () => new Response('<h1>Not found</h1>', { status: 404 }), '404'],
    ['answers HTML', () => new Response('<h1>Welcome</h1>'), 'not as a platform does'],
    ['answers other JSON', () => new Response('"ok"'), 'not as a platform does'],
  ] as const) {
    it(`name a baseUrl that leads to a server that ${title}`, async () => {
      platform.script('session/staticdetails', reply);
      expect((await diagnose()).platform)
        .to.include({ ok: false })
        .and.have.property('detail')
        .that.includes(detail)
        .and.includes('baseUrl')
        .and.includes(platform.baseUrl);
    });
  }

  it('do not report a platform that refuses a call', async () => {
    platform.script('session/staticdetails', () => refusal(403, 'not without a session'));
    expect((await diagnose()).platform.ok).to.equal(true);
  });

  it('count unreadable answers', async () => {
    platform.script('session/currentweather', () => new Response('<html>'));
    const usher = platform.usher();
    await usher.call('session/currentweather').catch(() => {});
    const answers = (await usher.diagnose()).find(({ name }) => name === 'answers')!;
    expect(answers)
      .to.include({ ok: false })
      .and.have.property('detail')
      .that.includes('1 of the last could not be read');
  });

  for (const [title, id, read] of [
    [
      'an item state',
      'payment/itemstate',
      (usher: Usher) => usher.item({ item: 7, streamtype: 'video' }).check(),
    ],
    ['a list', 'allmedia/latest', async (usher: Usher) => (await usher.allmedia()).latest()],
    ['an opening', 'session/init', async (usher: Usher) => usher.start()],
    [
      'a voucher',
      'payment/redeemvoucher',
      async (usher: Usher) => (await usher.checkout()).redeemVoucher({ vouchercode: 'A' }),
    ],
    [
      'a transaction',
      'payment/preparetransaction',
      async (usher: Usher) => {
        const purchase = await usher.item({ item: 7, streamtype: 'video' }).buy(ppv);
        await until(() => purchase.$state.get().error);
      },
    ],
    [
      'a list',
      'system/languagecodes',
      async (usher: Usher) => (await usher.system()).languagecodes(),
    ],
    ['a report token', 'session/reporttoken', (usher: Usher) => usher.reportToken()],
  ] as const) {
    it(`count ${title} of another form as unreadable`, async () => {
      platform.script(id, () => answer({ other: 'form' }));
      const usher = platform.usher({ providers: [card] });
      await read(usher).catch(() => {});
      const answers = (await usher.diagnose()).find(({ name }) => name === 'answers')!;
      expect(answers).to.include({ ok: false });
      expect(answers.detail).to.include('1 of the last could not be read');
    });
  }

  it('contain the last calls without data of the viewer', async () => {
    platform.script('session/currentweather', () => refusal(400, 'no weather for ada at 48.12345'));
    const usher = platform.usher({ init: { externalUserReference: 'reference-of-ada' } });
    await usher.login({ provider: 'manual', username: 'ada', password: 'pass-lovelace' });
    await usher.call('session/currentweather', { lat: 48.12345, lng: 11.6 }).catch(() => {});
    const report = await usher.supportReport();
    expect(report).to.include({ persistence: 'device', mode: 'auto' });
    expect(report.initFields).to.deep.equal(['externalUserReference']);
    expect(report.session).to.include({ status: 'ready', hasUser: true });
    expect(report.failures.at(-1)).to.include({
      id: 'session/currentweather',
      attempt: 1,
      code: 'platform',
      status: 400,
    });
    const text = textOf(report);
    const { id } = usher.$session.get();
    for (const own of [
      id!,
      'ada',
      'lovelace',
      '48.12345',
      'hash-of-17',
      '56789ABCDEF',
      'secret-report',
      platform.baseUrl,
    ]) {
      expect(text, own).to.not.include(own);
    }
  });

  it("contain each request once: openings from the browser's records, calls from the log", async () => {
    platform.script('session/currentweather', () => refusal(400, 'no weather'));
    const usher = platform.usher();
    await usher.start();
    for (let n = 0; n < 60; n++) {
      await usher.call('session/currentweather', { lat: n, lng: 11.6 }).catch(() => {});
    }
    const opening = {
      name: `${platform.baseUrl}/session/init?x=secret`,
      startTime: 5,
      duration: 20.4,
      responseStatus: 200,
    };
    const others = ['session/initial', 'session/currentweather?lat=1'].map((path) => ({
      ...opening,
      name: `${platform.baseUrl}/${path}`,
    }));
    const remembered = stub(performance, 'getEntriesByType').returns([
      opening,
      ...others,
      { ...opening, startTime: 1e15 },
    ] as never);
    const { calls } = await usher.supportReport();
    remembered.restore();
    expect(calls.filter(({ id }) => id === 'session/init')).to.deep.equal([
      {
        startedAt: Math.round(performance.timeOrigin + 1e15),
        id: 'session/init',
        durationMs: 20,
        status: 200,
      },
    ]);
    expect(calls.slice(-3, -1).map(({ id, status }) => [id, status])).to.deep.equal([
      ['session/staticdetails', 200],
      ['session/reporttoken', 200],
    ]);
    expect(
      calls
        .slice(0, 47)
        .every(({ id, status }) => id === 'session/currentweather' && status === 400),
    ).to.equal(true);
    expect(calls).to.have.length(50);
    for (const call of calls) {
      expect(Object.keys(call).sort()).to.deep.equal(['durationMs', 'id', 'startedAt', 'status']);
    }
  });
});
