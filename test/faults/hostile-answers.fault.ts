import { expect, test, type Viewer } from './support/faults.ts';
import { initResult } from './support/scripted-server.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9317 });

const asked = { kpi: 'view', streamtype: 'video', from: '2026-11-01', to: '2026-11-20' };
const enveloped = (result: string): { status: number; body: string } => ({
  status: 200,
  body: `{"metadata":{"status":200,"apiversion":"3.1"},"result":${result}}`,
});
const nested = (levels: number): string =>
  `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;

/** 1.6 MB in an order that no object would keep. Every thousandth key and value has 19 digits. */
const entries = 100_000;
const keyAt = (index: number): string =>
  String(
    index % 1000 ? 1_000_000 + ((index * 7919) % entries) : 3154455148505954051n + BigInt(index),
  );
const valueAt = (index: number): string =>
  index % 1000 === 1
    ? `3154455148505954${String(index).padStart(6, '0')}`
    : String(entries - index);

/** What the runtime reads at most before it looks at its clock: 1,024 characters. */
const keysBetweenLooks = 1024 / '"1000000":1,'.length;

interface Reading {
  readonly size: number;
  /** The first wrong entry. */
  readonly wrong?: string;
  /** How often the runtime let the page work. */
  readonly pauses: number;
  /** The most that it parsed between two pauses. */
  readonly longest: number;
}

/**
 * Reads the ranking in the page. A look at the clock takes 2 ms there, which is how long a slice
 * lasts, so each look ends one.
 */
async function readRanking({ evaluate }: Viewer): Promise<Reading> {
  return evaluate(`(async () => {
    const [{ text }, { postMessage }, { parse }] = [Response.prototype, MessagePort.prototype, JSON];
    let [pauses, parsed, longest, at] = [0, 0, 0, performance.now()];
    Response.prototype.text = async function () {
      const body = await text.call(this);
      parsed = longest = pauses = 0;
      return body;
    };
    performance.now = () => (at += 2);
    MessagePort.prototype.postMessage = function (...given) {
      pauses++;
      parsed = 0;
      return postMessage.apply(this, given);
    };
    JSON.parse = (...given) => {
      longest = Math.max(longest, ++parsed);
      return parse(...given);
    };
    const { result } = await runtime.call('statistics/itemlist', ${JSON.stringify(asked)});
    Response.prototype.text = text;
    delete performance.now;
    MessagePort.prototype.postMessage = postMessage;
    JSON.parse = parse;
    const [entries, keyAt, valueAt] = [${entries}, ${String(keyAt)}, ${String(valueAt)}];
    const read = { size: result.size, pauses, longest };
    let index = 0;
    for (const [key, value] of result) {
      if (key !== keyAt(index) || String(value) !== valueAt(index)) return { ...read, wrong: index + ': ' + key + ' ' + value };
      index++;
    }
    return read;
  })()`);
}

test.describe('Data and hostile input', () => {
  // How long a slice takes is a reading: `npm run bench -- large`.
  test('100,000 entries', async ({ page, server, openPage }) => {
    const ranking = `{${Array.from({ length: entries }, (_, index) => `"${keyAt(index)}":${valueAt(index)}`).join()}}`;
    server.script('statistics/itemlist', () => enveloped(ranking));
    const viewer = await openPage(page, { platform: server });
    await viewer.waitForStatus('ready');
    const { pauses, longest, ...read } = await readRanking(viewer);
    expect(read).toEqual({ size: entries });
    expect(pauses).toBeGreaterThan(ranking.length / 1100);
    expect(longest).toBeGreaterThan(keysBetweenLooks);
    expect(longest).toBeLessThan(2 * keysBetweenLooks + 10);
  });

  test('200,000 levels of nesting', async ({ page, server, openPage }) => {
    const deep = nested(200_000);
    const viewer = await openPage(page, { platform: server });
    await viewer.waitForStatus('ready');
    for (const [id, values] of [
      ['allmedia/latest', {}],
      ['session/currentweather', {}],
      ['statistics/itemlist', asked],
    ] as const) {
      for (const answer of [
        enveloped(deep),
        enveloped(`{"a":${deep}}`),
        { status: 200, body: deep },
      ]) {
        server.script(id, () => answer);
        expect(await viewer.callEndpoint(id, values), id).toMatchObject({
          ok: false,
          code: 'malformed',
        });
      }
    }
    expect(await viewer.state()).toMatchObject({ status: 'ready' });
    expect(await viewer.events('uncaught')).toEqual([]);
  });

  test('200,000 levels of nesting, from the first answer on', async ({
    page,
    server,
    openPage,
  }) => {
    for (const id of ['session/init', 'session/staticdetails']) {
      server.script(id, () =>
        enveloped(
          JSON.stringify({ ...initResult('91'), data: 'deep' }).replace('"deep"', nested(200_000)),
        ),
      );
    }
    const viewer = await openPage(page, { platform: server });
    expect((await viewer.waitForStatus('degraded')).error).toMatchObject({ code: 'malformed' });
    expect(await viewer.events('uncaught')).toEqual([]);
  });

  test('`__proto__` as a key', { tag: '@main' }, async ({ page, server, openPage }) => {
    const hostile =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"10":3,"9":{"__proto__":{"polluted":4}}}';
    for (const id of ['session/currentweather', 'statistics/itemlist']) {
      server.script(id, () => enveloped(hostile));
    }
    const viewer = await openPage(page, { platform: server });
    await viewer.waitForStatus('ready');
    const own = 'Object.getOwnPropertyDescriptor(nine, "__proto__").value.polluted';
    expect(
      await viewer.evaluate(
        `runtime.call('statistics/itemlist', ${JSON.stringify(asked)}).then(({ result }) => { const nine = result.get('9'); return [...result.keys(), result.get('__proto__').polluted, ${own}]; })`,
      ),
    ).toEqual(['__proto__', 'constructor', '10', '9', 1, 4]);
    expect(
      await viewer.evaluate(
        `runtime.call('session/currentweather').then(({ result }) => { const nine = result[9]; return [Object.keys(result), ${own}]; })`,
      ),
    ).toEqual([['9', '10', '__proto__', 'constructor'], 4]);
    expect(
      await viewer.evaluate(
        '[{}.polluted, [].polluted, new Map().polluted, Object.prototype.polluted]',
      ),
    ).toEqual(Array(4).fill(undefined));
  });

  test('19-digit IDs', async ({ page, server, openPage }) => {
    const id = '3154455148505954051';
    const session = '9007199254740993123';
    server.script('session/init', () =>
      enveloped(JSON.stringify(initResult('id')).replace('"id"', session)),
    );
    server.script('session/currentweather', () =>
      enveloped(`{"ID":${id},"list":[${id},-${id}],"text":"${id}"}`),
    );
    server.script('statistics/itemlist', () =>
      enveloped(`{"${id}":${id},"12":1,"3154455148505954052":2,"9":${id}}`),
    );
    const viewer = await openPage(page, { platform: server });
    expect((await viewer.waitForStatus('ready')).id).toBe(session);
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({
      ok: true,
      value: { result: { ID: id, list: [id, `-${id}`], text: id } },
    });
    expect(
      await viewer.evaluate(
        `runtime.call('statistics/itemlist', ${JSON.stringify(asked)}).then(({ result }) => [...result])`,
      ),
    ).toEqual([
      [id, id],
      ['12', 1],
      ['3154455148505954052', 2],
      ['9', id],
    ]);
    await soon(() =>
      server.arrivals.of('statistics/itemlist').map((arrival) => arrival.session),
    ).toEqual([session]);
  });

  test('digit runs inside strings', async ({ page, server, openPage }) => {
    const texts = [
      '3154455148505954051',
      ' 3154455148505954051,',
      ':-3154455148505954051}',
      '[3154455148505954051]',
      '"3154455148505954051"',
      '\\"3154455148505954051\\',
      '1234567890123456e5',
      '{"a":3154455148505954051}',
    ];
    const result = `{${texts.map((text, index) => `${JSON.stringify(`${text} ${index}`)}:${JSON.stringify(text)}`).join()},"number":3154455148505954051}`;
    for (const id of ['session/currentweather', 'statistics/itemlist']) {
      server.script(id, () => enveloped(result));
    }
    const viewer = await openPage(page, { platform: server });
    await viewer.waitForStatus('ready');
    const written = [
      ...texts.map((text, index) => [`${text} ${index}`, text]),
      ['number', '3154455148505954051'],
    ];
    expect(
      await viewer.evaluate(
        `runtime.call('statistics/itemlist', ${JSON.stringify(asked)}).then(({ result }) => [...result])`,
      ),
    ).toEqual(written);
    expect(
      await viewer.evaluate(
        'runtime.call("session/currentweather").then(({ result }) => Object.entries(result))',
      ),
    ).toEqual(written);
  });
});
