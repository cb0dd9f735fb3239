import { expect } from 'chai';
import { readOrdered } from '../../src/data/statistics/read-ordered.ts';
import { parseOrdered, type Pace, type ReadEntry } from '../../src/dialect/ordered-json.ts';
import { answer } from '../fixtures/transport/scripted-fetch.ts';
import {
  authorize,
  createTransport,
  outcome,
  type Transport,
} from '../fixtures/transport/setup.ts';

/** Entries in an order that no object would keep. */
const entries = (count: number): [string, number][] =>
  Array.from({ length: count }, (_, index) => [String(count - index), index]);
const textOf = (count: number, metadata = '"metadata":{"status":200},'): string =>
  `{${metadata}"result":{${entries(count)
    .map(([key, value]) => `"${key}":${value}`)
    .join()}}}`;
const asked = { streamtype: 'video', from: '2026-11-01', to: '2026-11-20' };
const asIs: ReadEntry = (...pair) => pair;

/** A device whose clock advances by this time on each reading. It counts the pauses. */
function slowDevice(
  msByLook: number,
  onBreath: (breaths: number) => unknown = () => {},
): Pace & { readonly breaths: () => number } {
  let nowMs = 0;
  let breaths = 0;
  return {
    now: () => (nowMs += msByLook),
    async yieldToMain() {
      await onBreath(++breaths);
    },
    breaths: () => breaths,
  };
}

/** Calls for statistics, with this clock. */
function callAt(
  pace: Pace,
  transport: Transport,
  entry: ReadEntry = asIs,
  signals: readonly AbortSignal[] = [],
): ReturnType<typeof outcome> {
  const parse = async (text: string, signal: AbortSignal): Promise<() => unknown> => {
    try {
      const value = await parseOrdered(text, entry, { ...pace, signal });
      return () => value;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  };
  return outcome(
    transport.call('statistics/viewsbyday', asked, {
      obtainCredentials: authorize,
      parse,
      signals,
    }),
  );
}

describe('a long answer in a significant order', () => {
  it('is read in slices, complete and in order', async () => {
    const device = slowDevice(1);
    const reading = parseOrdered(textOf(20_000), asIs, device);
    expect(reading).to.be.instanceOf(Promise);
    expect([...((await reading) as { result: Map<string, unknown> }).result]).to.deep.equal(
      entries(20_000),
    );
    expect(device.breaths()).to.be.greaterThan(50);
  });

  it('is read in slices without an envelope, and with repeated names', async () => {
    const bare = slowDevice(1);
    expect([
      ...((await parseOrdered(
        textOf(20_000).slice('{"metadata":{"status":200},"result":'.length, -1),
        asIs,
        bare,
      )) as Map<string, unknown>),
    ]).to.deep.equal(entries(20_000));
    expect(bare.breaths()).to.be.greaterThan(50);
    const repeated = slowDevice(1);
    const { result } = (await parseOrdered(
      `{"metadata":{},"result":{${'"a":1,'.repeat(50_000)}"a":2}}`,
      asIs,
      repeated,
    )) as { result: Map<string, unknown> };
    expect([...result]).to.deep.equal([['a', 2]]);
    expect(repeated.breaths()).to.be.greaterThan(50);
  });

  it('is refused for an error at any place', async () => {
    for (const text of [
      `${textOf(20_000)}x`,
      textOf(20_000).slice(0, -2),
      textOf(20_000).replace('"7":', '"7":x'),
    ]) {
      const device = slowDevice(1);
      const reading = await Promise.resolve(parseOrdered(text, asIs, device)).then(
        () => 'read',
        (error: unknown) => error,
      );
      expect(reading).to.be.instanceOf(SyntaxError);
      expect(device.breaths()).to.be.greaterThan(50);
    }
  });

  it('is read at once when it is short, on a slow device too', () => {
    const device = slowDevice(0.25);
    expect([
      ...(parseOrdered(textOf(500), asIs, device) as { result: Map<string, unknown> }).result,
    ]).to.deep.equal(entries(500));
    expect(device.breaths()).to.equal(0);
  });

  it('is returned to the caller like any other', async () => {
    const device = slowDevice(1);
    const answered = await callAt(
      device,
      createTransport([{ body: textOf(5000) }]),
      (key, value) => [Number(key), value],
    );
    expect(answered).to.deep.include({ status: 200, metadata: { status: 200 } });
    expect([...(answered as { result: Map<unknown, unknown> }).result]).to.deep.equal(
      entries(5000).map(([key, value]) => [Number(key), value]),
    );
    expect(device.breaths()).to.be.greaterThan(5);
  });

  it('is aborted between two slices with its caller', async () => {
    const controller = new AbortController();
    let read = 0;
    const count: ReadEntry = (...pair) => (read++, pair);
    let readAtAbort = 0;
    const device = slowDevice(1, (breaths) => {
      if (breaths !== 3) return;
      readAtAbort = read;
      controller.abort();
    });
    expect(
      await callAt(device, createTransport([{ body: textOf(50_000) }]), count, [controller.signal]),
    ).to.include({ code: 'aborted' });
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    expect([device.breaths(), read]).to.deep.equal([3, readAtAbort]);
    expect(readAtAbort).to.be.within(100, 5000);
  });

  it('has the deadline of its call', async () => {
    const transport = createTransport([{ body: textOf(50_000) }]);
    const device = slowDevice(1, () => transport.clock.advance(4000));
    expect(await callAt(device, transport)).to.include({ code: 'timeout' });
    expect(device.breaths()).to.be.lessThan(12); // 30 s for the call with its repeats
  });

  it('is malformed when it is not JSON, or its entries are unreadable', async () => {
    expect(await callAt(slowDevice(1), createTransport([{ body: `${textOf(5000)},` }]))).to.include(
      { code: 'malformed' },
    );
    expect(
      await callAt(slowDevice(1), createTransport([{ body: textOf(5) }]), () => {
        throw new TypeError('no hour');
      }),
    ).to.include({ code: 'malformed' });
  });

  it('pauses by the clock of the browser', async () => {
    const transport = createTransport([{ body: textOf(20_000) }]);
    let nowMs = 0;
    let looks = 0;
    let turns = 0;
    const monotonic = (): number => (looks++, nowMs++);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      turns++;
      channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
    const answered = await outcome(
      transport.call('statistics/viewsbyday', asked, {
        obtainCredentials: authorize,
        parse: readOrdered({ ...transport.clock, monotonic }, {}),
      }),
    );
    channel.port1.close();
    expect([...(answered as { result: Map<unknown, unknown> }).result]).to.deep.equal(
      entries(20_000),
    );
    expect(looks).to.be.greaterThan(200);
    expect(turns, 'what else the page had to do').to.be.greaterThan(1);
  });

  it("is read by the publisher's dialect when that has a reader", async () => {
    const clock = { monotonic: () => 0 } as unknown as Parameters<typeof readOrdered>[0];
    const read = (parseOrdered: (text: string) => unknown): ReturnType<typeof outcome> =>
      outcome(
        createTransport([{ body: 'a;b' }, answer({})]).call('statistics/viewsbyday', asked, {
          obtainCredentials: authorize,
          parse: readOrdered(clock, { parseOrdered }),
        }),
      );
    expect(await read((text) => new Map([[text, 1]]))).to.deep.include({
      result: new Map([['a;b', 1]]),
    });
    expect(await read(async (text) => new Map([[text, 2]]))).to.deep.include({
      result: new Map([['a;b', 2]]),
    });
    expect(
      await read(() => {
        throw new Error('no');
      }),
    ).to.include({ code: 'malformed' });
  });
});
