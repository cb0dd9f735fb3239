import { expect } from 'chai';
import { answer } from '../fixtures/transport/scripted-fetch.ts';
import { authorize, createTransport, outcome } from '../fixtures/transport/setup.ts';

/** Runs a call until its end, and returns how long it took. */
async function timed(
  script: Parameters<typeof createTransport>[0],
  id: string,
  values = {},
): Promise<{ end: object; afterMs: number; times: number }> {
  const { call, clock, sent } = createTransport(script, { random: () => 0 });
  let end: { result: object; at: number } | undefined;
  void outcome(call(id, values)).then((result) => (end = { result, at: clock.monotonic() }));
  for (let ms = 0; ms < 60_000 && !end; ms += 500) await clock.advance(500);
  expect(clock.waiting(), 'timers left').to.equal(0);
  return { end: end?.result ?? {}, afterMs: end?.at ?? Infinity, times: sent.length };
}

describe('the deadline of a call', () => {
  it('ends a change after 10 s, and sends it once', async () => {
    const { end, afterMs, times } = await timed(['silence'], 'payment/preparetransaction');
    expect(end).to.include({ code: 'timeout' });
    expect([afterMs, times]).to.deep.equal([10_000, 1]);
  });

  it('is 30 s for the finish of a payment', async () => {
    const { end, afterMs, times } = await timed(['silence'], 'payment/finishtransaction', {
      transactionID: '7',
    });
    expect(end).to.include({ code: 'timeout' });
    expect([afterMs, times]).to.deep.equal([30_000, 1]);
  });

  it('is 10 s for each attempt of a read, and 30 s for all', async () => {
    const { end, afterMs, times } = await timed(['silence'], 'allmedia/latest');
    expect(end).to.include({ code: 'timeout' });
    expect([afterMs, times]).to.deep.equal([30_000, 3]);
  });

  it('includes a body that begins and does not end', async () => {
    const { end, afterMs } = await timed(
      [{ stalls: '{"metadata":{"status":200},"resu' }],
      'session/login',
    );
    expect(end).to.include({ code: 'timeout' });
    expect(afterMs).to.equal(10_000);
  });

  it('aborts the request', async () => {
    const { call, clock, sent } = createTransport(['silence']);
    const end = outcome(call('session/keepalive'));
    await clock.advance(9_999);
    expect(sent[0]?.request.signal.aborted).to.equal(false);
    await clock.advance(1);
    expect(await end).to.include({ code: 'timeout' });
    expect(sent[0]?.request.signal.aborted).to.equal(true);
  });

  it('leaves no timer when the answer comes', async () => {
    const { call, clock } = createTransport([answer({})]);
    await call('allmedia/latest');
    await call('session/keepalive');
    await clock.advance(0);
    expect(clock.waiting()).to.equal(0);
  });
});

describe('a signal of the caller', () => {
  it('ends a call and its request as "aborted"', async () => {
    const { call, clock, sent } = createTransport(['silence']);
    const controller = new AbortController();
    const end = outcome(
      call('allmedia/latest', {}, { obtainCredentials: authorize, signals: [controller.signal] }),
    );
    await clock.advance(100);
    controller.abort();
    expect(await end).to.include({ code: 'aborted', retryable: false });
    await clock.advance(60_000);
    expect(sent.map(({ request }) => request.signal.aborted)).to.deep.equal([true]);
  });

  it('that is already aborted sends nothing', async () => {
    const { call, clock, sent } = createTransport([answer({})]);
    expect(
      await outcome(
        call(
          'payment/preparetransaction',
          {},
          {
            obtainCredentials: authorize,
            signals: [new AbortController().signal, AbortSignal.abort()],
          },
        ),
      ),
    ).to.include({ code: 'aborted' });
    await clock.advance(60_000);
    expect(sent).to.have.length(0);
  });

  it('ends a wait between two attempts, and leaves no timer', async () => {
    const { call, clock, sent } = createTransport([
      { status: 503, body: '', headers: { 'retry-after': '20' } },
    ]);
    const controller = new AbortController();
    const end = outcome(
      call('allmedia/latest', {}, { obtainCredentials: authorize, signals: [controller.signal] }),
    );
    await clock.advance(1_000);
    controller.abort();
    expect(await end).to.include({ code: 'aborted' });
    await clock.advance(0);
    expect(clock.waiting(), 'timers left').to.equal(0);
    await clock.advance(60_000);
    expect(sent).to.have.length(1);
  });

  it('is not referenced after the call', async () => {
    const { call, clock } = createTransport([answer({})]);
    const { signal } = new AbortController();
    const listening = { added: 0, removed: 0 };
    const [add, remove] = [
      signal.addEventListener.bind(signal),
      signal.removeEventListener.bind(signal),
    ];
    signal.addEventListener = ((...given: Parameters<typeof add>) => {
      listening.added++;
      add(...given);
    }) as typeof add;
    signal.removeEventListener = ((...given: Parameters<typeof remove>) => {
      listening.removed++;
      remove(...given);
    }) as typeof remove;
    await call('allmedia/latest', {}, { obtainCredentials: authorize, signals: [signal] });
    await clock.advance(0);
    expect(listening.added).to.be.greaterThan(0).and.equal(listening.removed);
  });
});
