import { expect } from 'chai';
import fc from 'fast-check';
import { NetworkError } from '../../src/errors/network-error.ts';
import { retryAfterMs } from '../../src/transport/failure.ts';
import { retryDelayMs } from '../../src/transport/retry.ts';
import { answer, type Scripted } from '../fixtures/transport/scripted-fetch.ts';
import { createTransport, credentials, outcome } from '../fixtures/transport/setup.ts';

const busy = (headers = {}): Scripted => ({ status: 503, body: '', headers });

/** When each attempt of a call was sent, in ms, and how the call ended. */
async function attempts(
  script: readonly Scripted[],
  id: string,
  values = {},
  random = () => 0.5,
): Promise<{ at: number[]; end: object }> {
  const { call, clock, sent } = createTransport(script, { random });
  const at: number[] = [];
  let end: object | undefined;
  void outcome(call(id, values)).then((result) => (end = result));
  for (let ms = 0; ms < 60_000 && !end; ms += 10) {
    await clock.advance(ms && 10);
    while (at.length < sent.length) at.push(ms);
  }
  return { at, end: end ?? {} };
}

describe('a read', () => {
  it('is tried three times when the platform is busy or unreachable, with doubled waits', async () => {
    for (const script of [busy(), 'reset', answer(null, { status: 500 })] as const) {
      const { at, end } = await attempts([script], 'allmedia/latest');
      expect(at).to.deep.equal([0, 250, 750]);
      expect(end).to.include({ retryable: true });
    }
  });

  it('returns the answer of the successful attempt', async () => {
    const { at, end } = await attempts([busy(), 'reset', answer([1])], 'allmedia/latest');
    expect(at).to.have.length(3);
    expect(end).to.deep.include({ status: 200, result: [1] });
  });

  it('waits for Retry-After, in seconds or until a date', async () => {
    expect(
      (await attempts([busy({ 'retry-after': '7' }), answer([])], 'allmedia/latest')).at,
    ).to.deep.equal([0, 7000]);
    expect(
      (
        await attempts(
          [busy({ 'retry-after': 'Fri, 20 Nov 2026 00:00:09 GMT' }), answer([])],
          'allmedia/latest',
        )
      ).at,
    ).to.deep.equal([0, 9000]);
  });

  it('fails at once when the wait exceeds its deadline, and gives the time', async () => {
    const { at, end } = await attempts([busy({ 'retry-after': '31' })], 'allmedia/latest');
    expect(at).to.deep.equal([0]);
    expect(end).to.include({ code: 'platform', status: 503, retryAfterMs: 31_000 });
  });

  it('reports a search once: repeats send skipReporting', async () => {
    for (const [given, wire] of [
      [{}, ''],
      [{ limit: 5 }, 'limit=5'],
      [{ limit: 5, skipReporting: false }, 'limit=5&skipReporting=0'],
    ] as const) {
      const { call, clock, sent } = createTransport(['reset', busy(), answer([])]);
      const end = outcome(call('allmedia/byquery', { query: 'lena', ...given }));
      for (let n = 0; n < 100; n++) await clock.advance(10);
      expect((await end).status).to.equal(200);
      const repeated = wire ? 'limit=5&skipReporting=1' : 'skipReporting=1';
      expect(sent.map(({ request }) => new URL(request.url).search.slice(1))).to.deep.equal([
        wire,
        repeated,
        repeated,
      ]);
    }
  });

  it('makes no more attempt when it is aborted during a wait, and asks for no session', async () => {
    const { call, clock, sent, events } = createTransport([busy()]);
    const controller = new AbortController();
    let asked = 0;
    const obtainCredentials = async (): Promise<typeof credentials> => {
      asked++;
      return credentials;
    };
    const signals = [controller.signal];
    const end = outcome(call('allmedia/latest', {}, { signals, obtainCredentials }));
    await clock.advance(100);
    const askedBefore = asked;
    controller.abort();
    await clock.advance(1000);
    expect(await end).to.include({ code: 'aborted' });
    expect([sent.length, asked - askedBefore]).to.deep.equal([1, 0]);
    expect(events.map(({ code }) => code)).to.deep.equal(['platform']);
  });

  it('is not repeated when the same call would fail again', async () => {
    for (const script of [
      answer(null, {}, 400),
      answer(null, {}, 404),
      answer(null, {}, 401),
      answer(null, {}, 402),
      { body: '<html>' },
    ]) {
      expect((await attempts([script], 'allmedia/latest')).at).to.deep.equal([0]);
    }
  });

  it('is also an item state that performs no transaction', async () => {
    expect(
      (await attempts(['reset'], 'payment/itemstate', { item: 7, streamtype: 'video' })).at,
    ).to.have.length(3);
  });
});

describe('a change', () => {
  it('is sent once, with any outcome', async () => {
    const changes: [string, object][] = [
      ['payment/itemstate', { item: 7, performTransactionIfPossible: true }],
      ['payment/redeemvoucher', { vouchercode: 'A' }],
      ['payment/preparetransaction', {}],
      ['payment/finishtransaction', { transactionID: '7' }],
      ['payment/verifyinapptransaction', {}],
      ['payment/addexternalsubscription', {}],
      ['payment/upgradesubscription', {}],
      ['payment/cancelsubscription', {}],
      ['session/login', {}],
      ['session/keepalive', {}],
      ['session/logout', {}],
    ];
    for (const [id, values] of changes) {
      for (const script of [
        busy({ 'retry-after': '1' }),
        'reset',
        answer(null, {}, 429),
      ] as const) {
        expect((await attempts([script], id, values)).at, id).to.deep.equal([0]);
      }
    }
  });
});

describe('the wait before another attempt', () => {
  it('is random between 0 and its bound, evenly', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom(1, 2),
        (chance, attempt) => {
          expect(retryDelayMs(new NetworkError(), attempt, 30_000, () => chance)).to.be.closeTo(
            chance * 500 * attempt,
            1e-6,
          );
        },
      ),
    );
    expect(retryDelayMs(new NetworkError(), 3, 30_000, () => 0)).to.equal(undefined);
  });

  it('spreads 1,000 clients that failed together over the whole bound', () => {
    const waits = Array.from(
      { length: 1000 },
      () => retryDelayMs(new NetworkError(), 2, 30_000, Math.random) ?? 0,
    );
    for (let start = 0; start < 1000; start += 100) {
      expect(waits.filter((wait) => wait >= start && wait < start + 100).length).to.be.within(
        50,
        160,
      );
    }
  });

  it('is read from each form of Retry-After in RFC 9110, and never negative', () => {
    const now = Date.UTC(2026, 10, 20);
    expect(retryAfterMs('0', now)).to.equal(0);
    expect(retryAfterMs('120', now)).to.equal(120_000);
    for (const date of [
      'Fri, 20 Nov 2026 00:01:00 GMT',
      'Friday, 20-Nov-26 00:01:00 GMT',
      'Fri Nov 20 00:01:00 2026',
    ]) {
      expect(retryAfterMs(date, now), date).to.equal(60_000);
    }
    expect(retryAfterMs('Sun Dec  6 00:00:00 2026', now)).to.equal(16 * 86_400_000);
    for (const past of [
      'Thu, 19 Nov 2026 00:00:00 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
    ]) {
      expect(retryAfterMs(past, now), past).to.equal(0);
    }
  });

  const unreadable = [
    null,
    '',
    'soon',
    '1e',
    'NaN',
    '-5',
    'try 3',
    '0.5',
    '1, 1',
    '+1',
    ' 1',
    '1 s',
    '0x10',
    '2026-11-20',
    '20 Nov 2026 00:01:00 GMT',
    'Fri, 20 Nov 2026 00:01:00',
    'Fri, 20 Nov 2026 00:01:00 CET',
    'Fri, 32 Nov 2026 00:01:00 GMT',
    'Fri, 20 Nop 2026 00:01:00 GMT',
    'Fri, 20 Nov 2026 24:01:00 GMT',
    'Invalid Date',
  ];
  it('ignores any other Retry-After', () => {
    for (const text of unreadable) {
      expect(retryAfterMs(text, Date.UTC(2026, 10, 20)), String(text)).to.equal(undefined);
    }
  });

  it('is never shortened by Retry-After', async () => {
    for (const header of ['-5', 'try 3', '0.5', '1, 1', '0', 'Thu, 19 Nov 2026 00:00:00 GMT']) {
      expect(
        (await attempts([busy({ 'retry-after': header })], 'allmedia/latest')).at,
        header,
      ).to.deep.equal([0, 250, 750]);
    }
  });
});
