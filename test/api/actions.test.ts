import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { isUsherError, type Usher } from '../../src/index.ts';
import {
  answer,
  firstSession,
  scriptPlatform,
  sessionResult,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

const ranking =
  '{"metadata":{"status":200},"result":{"900":5,"31":4,"7":3,"2026-11-20":2,"b":1,"9007199254740993001":9007199254740993002,"__proto__":7}}';

/** A publisher's own parser: its Map has the texts of the answer. */
const parseToMap = (text: string): unknown => {
  const { metadata, result } = JSON.parse(text) as { metadata: unknown; result: object };
  return { metadata, result: new Map(Object.entries(result)) };
};

describe('a runtime', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());

  describe('calls any endpoint', () => {
    for (const [id, values, line] of [
      [
        'session/currentweather',
        { lat: 48.1, lng: 11.6 },
        'GET session/currentweather?lat=48.1&lng=11.6',
      ],
      [
        'payment/itemstate',
        { item: 7, streamtype: 'video' },
        'POST payment/itemstate?item=7&streamtype=video',
      ],
      [
        'allmedia/byglobalid',
        { globalid: '9007199254740993001' },
        'GET allmedia/byglobalid/9007199254740993001?',
      ],
      ['system/currentincidents', {}, 'GET system/currentincidents?'],
      [
        'statistics/viewsbyday',
        { streamtype: 'video', from: '2026-11-01', to: '2026-11-20' },
        'GET statistics/viewsbyday?streamtype=video&from=2026-11-01&to=2026-11-20',
      ],
    ] as const) {
      it(`of ${id.split('/')[0]}, and loads its table`, async () => {
        const path = line.split(' ')[1]!.split('?')[0]!;
        platform.script(path, () => answer({ some: 'thing' }));
        const { status } = await platform.usher().call(id, values as never);
        expect(status).to.equal(200);
        const { method, query, headers } = platform.to(path)[0]!;
        expect(`${method} ${path}?${query}`).to.equal(line);
        expect(headers['x-request-cid']).to.equal(firstSession);
      });
    }

    it('and returns statistics as a Map in the order of the answer, with every digit', async () => {
      platform.script('statistics/viewsbyday', () => new Response(ranking));
      const { result } = await platform.usher().call('statistics/viewsbyday', {
        streamtype: 'video',
        from: '2026-11-01',
        to: '2026-11-20',
      });
      expect(result).to.be.an.instanceOf(Map);
      expect([...(result as Map<string, unknown>)]).to.deep.equal([
        ['900', 5],
        ['31', 4],
        ['7', 3],
        ['2026-11-20', 2],
        ['b', 1],
        ['9007199254740993001', '9007199254740993002'],
        ['__proto__', 7],
      ]);
    });

    for (const [title, dialect] of [
      ['', {}],
      [', also with a parser of the dialect', { parseOrdered: parseToMap }],
    ] as const) {
      it(`and returns hours and figures as numbers${title}`, async () => {
        platform.script(
          'statistics/viewsbyhour',
          () => new Response('{"metadata":{"status":200},"result":{"13":"812","9":4}}'),
        );
        const values = { streamtype: 'video', from: '2026-11-01', to: '2026-11-02' } as const;
        const usher = platform.usher({ dialect });
        const { result, raw } = await usher.call('statistics/viewsbyhour', values);
        expect([...result]).to.have.deep.members([
          [13, 812],
          [9, 4],
        ]);
        expect(raw.get(13)).to.equal(812);
      });
    }

    it('but refuses an unknown one without a request', async () => {
      const usher = platform.usher();
      for (const id of [
        'allmedia/nosuch',
        'nosuch/latest',
        'allmedia',
        '',
        '__proto__/latest',
        'allmedia/__proto__',
        'allmedia/latest/../../session/logout',
        'allmedia/latest/x',
      ]) {
        expect(
          isUsherError(await rejection(usher.call(id as 'allmedia/latest')), 'input'),
          id,
        ).to.equal(true);
      }
      const { message } = await rejection(usher.call('nix/nix' as 'allmedia/latest'));
      expect(message).to.equal('usher.call: there is no endpoint nix/nix');
      expect(platform.sent).to.have.length(0);
    });

    for (const [given, meant] of [
      ['allmedia/lastest', 'allmedia/latest'],
      ['allmedia/by-query', 'allmedia/byquery'],
      ['all-media/latest', 'allmedia/latest'],
      ['statistics/registrationsbyday', 'statistics/registationsbyday'],
      ['payment/finishtransactions', 'payment/finishtransaction'],
      ['session/keep-alive', 'session/keepalive'],
    ] as const) {
      it(`and suggests the nearest name for ${given}`, async () => {
        const error = await rejection(platform.usher().call(given as 'allmedia/latest'));
        expect(error).to.include({ code: 'input', field: 'id', value: given });
        expect((error as Error).message).to.equal(
          `usher.call: there is no endpoint ${given}; did you mean ${meant}?`,
        );
        expect(platform.sent).to.have.length(0);
      });
    }

    it('and refuses invalid values before anything is sent, also the opening', async () => {
      const error = await rejection(platform.usher().call('allmedia/latest', { limit: 101 }));
      expect(error).to.include({
        code: 'input',
        endpoint: 'allmedia/latest',
        field: 'limit',
        value: 101,
      });
      expect(platform.sent).to.have.length(0);
    });

    it('with a signal that aborts it, before and during the request', async () => {
      platform.script('session/currentweather', () => new Promise(() => {}));
      const usher = platform.usher();
      await usher.start();
      expect(
        (await rejection(usher.call('session/currentweather', {}, { signal: AbortSignal.abort() })))
          .code,
      ).to.equal('aborted');
      expect(platform.to('session/currentweather')).to.have.length(0);
      const abort = new AbortController();
      const failed = rejection(usher.call('session/currentweather', {}, { signal: abort.signal }));
      await until(() => platform.to('session/currentweather').length);
      abort.abort();
      expect((await failed).code).to.equal('aborted');
      expect(usher.$session.get().status).to.equal('ready');
    });

    it('with a signal that aborts the wait for a session, but not the opening', async () => {
      const reply = later<Response>();
      platform.script('session/init', () => reply.promise);
      const usher = platform.usher();
      const started = usher.start();
      const abort = new AbortController();
      const failed = rejection(usher.call('session/currentweather', {}, { signal: abort.signal }));
      await quiet();
      abort.abort();
      const outcome = await Promise.race([failed, quiet().then(() => ({ code: 'still waiting' }))]);
      reply.resolve(answer(sessionResult()));
      expect((await started).status).to.equal('ready');
      expect(outcome.code).to.equal('aborted');
    });
  });

  it('caches the report token until a minute before its end, for its session only', async () => {
    const clock = useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
    try {
      platform.script('session/reporttoken', () =>
        answer({
          general: { reporttoken: `n=${platform.to('session/reporttoken').length}&se=1800000300` },
        }),
      );
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

  for (const name of ['allmedia', 'system', 'statistics', 'checkout'] as const) {
    it(`returns the same promise of ${name} each time`, async () => {
      const usher = platform.usher();
      const first = usher[name]();
      expect(usher[name]()).to.equal(first);
      await first;
      expect(usher[name]()).to.equal(first);
    });
  }

  it('returns the directory login address', async () => {
    platform.script('session/generatedirectoryloginurl', () =>
      answer({ general: { url: 'https://login.test/?a=b' } }),
    );
    const { result } = await platform
      .usher()
      .call('session/generatedirectoryloginurl', { host: 'www.example.com' });
    expect(result).to.deep.equal({ general: { url: 'https://login.test/?a=b' } });
    expect(platform.to('session/generatedirectoryloginurl')[0]!.query).to.equal(
      'host=www.example.com',
    );
  });
});
