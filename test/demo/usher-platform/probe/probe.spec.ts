import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { transformSync } from 'esbuild';
import type { Listening } from '../../../../demo/platform/listen.ts';
import type { RunningPlatform } from '../../../../demo/platform/start-platform.ts';
import { probe, type ProbeReport } from '../../../../demo/usher-platform/probe/probe.ts';
import { redact } from '../../../../demo/usher-platform/probe/redact.ts';
import { writeDialect } from '../../../../demo/usher-platform/probe/write-dialect.ts';
import { startPageServer, type PageServer } from '../../../faults/support/page-server.ts';
import {
  startTestProvider,
  type TestProvider,
} from '../../../fixtures/platform/payment-provider.ts';
import { startTestPlatform } from '../../../fixtures/platform/test-platform.ts';
import {
  differences,
  startOtherDialect,
  type Difference,
} from '../../../fixtures/probe/other-dialect.ts';

/** What the probe should call by each difference: the part of the dialect. */
const parts: Readonly<Record<Difference, string>> = {
  prefix: 'parse',
  envelope: 'readEnvelope',
  'place of the session': 'readSession',
  'place of the token': 'readSession',
  'names of the headers': 'authorize',
  'SHA-256': 'authorize',
  'uncut secret': 'signatureSecret',
  'members of the item state': 'readItemState',
  'status of a lost session': 'isSessionLost',
  'status of an absent item': 'isNotFound',
  'no references': 'sendsReference',
};
/** Fight Club costs money, and the first film of the catalogue does not. */
const [paid, free] = ['1369311', '1369001'];
const firstDomain = 9180;

let platform: RunningPlatform;
let provider: TestProvider;
let pages: PageServer;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  provider = await startTestProvider();
  platform = await startTestPlatform({ log: true, history: false, provider });
  pages = await startPageServer();
});
test.afterAll(async () => {
  await pages.close();
  await platform.close();
  await provider.close();
});

const probeAt = (url: string, domain: number): Promise<ProbeReport> =>
  probe({
    baseUrl: `${url}/v3.1/${domain}`,
    items: [
      { item: paid, streamtype: 'video', expected: 'paid' },
      { item: free, streamtype: 'video', expected: 'free' },
    ],
  });

const failedParts = ({ assumptions }: ProbeReport): string[] =>
  assumptions.filter(({ verdict }) => verdict === 'failed').map(({ part }) => part);

/** What the probe calls. Only the session calls change anything, and only its session. */
const reading = new Set([
  'session/init',
  'session/keepalive',
  'session/logout',
  'payment/itemstate',
  'allmedia/latest',
  'system/currentincidents',
]);

function calledIn(domain: number): ReadonlySet<string> {
  const prefix = `/v3.1/${domain}/`;
  return new Set(
    platform.calls
      .filter(({ path }) => path.startsWith(prefix))
      .map(({ path }) => path.slice(prefix.length)),
  );
}

test('the reference platform holds every assumption, and only the session of the probe changes', async () => {
  await platform.openTenant(firstDomain); // makes it, with what its users own
  const before = await platform.ledger(firstDomain);
  const report = await probeAt(platform.url, firstDomain);
  expect(failedParts(report)).toEqual([]);
  expect(report.isComplete).toBe(true);
  const held = report.assumptions.filter(({ verdict }) => verdict === 'held');
  expect(new Set(held.map(({ part }) => part))).toEqual(
    new Set([
      ...Object.values(parts),
      'CORS',
      'lists',
      'logout',
      'readPriceModel',
      'readIncidents',
    ]),
  );
  expect(writeDialect(report.differences, 'https://api.example.com/v3.1/741')).toContain(
    'export const dialect: Partial<Dialect> = {\n};',
  );

  expect(calledIn(firstDomain)).toEqual(reading);
  expect((await platform.ledger(firstDomain)).rows).toEqual(before.rows);
});

test('a platform without signatures is told from one with them', async () => {
  const report = await probeAt(platform.url, 9980);
  expect(failedParts(report)).toEqual([]);
  expect(report.assumptions.find(({ part }) => part === 'authorize')?.evidence).toContain('alone');
});

test('recordings have no secret of the session', async () => {
  const report = await probeAt(platform.url, firstDomain);
  const [opening] = report.exchanges;
  const { result } = JSON.parse(opening!.text) as {
    result: { general: { cid: string }; device: { domaintoken: string } };
  };
  const text = JSON.stringify(redact(report.exchanges));
  expect(JSON.stringify(report.exchanges)).toContain(result.general.cid);
  expect(text).not.toContain(result.general.cid);
  expect(text).not.toContain(result.device.domaintoken);
  for (const { requestHeaders } of report.exchanges) {
    const token = requestHeaders['X-Request-Token'];
    if (token) expect(text).not.toContain(token);
  }
  expect(text).toContain('session/keepalive');
});

test('recordings have no secret that an answer writes with escapes, or an address has', () => {
  const token = 'QWxhZGRpbjpvcGVu/U2VzYW1l';
  const [recorded] = redact([
    {
      name: 'session/init',
      method: 'POST',
      url: 'https://api.example.com/v3.1/741/session/init?nxp_token=of-the-address',
      requestHeaders: { 'X-Request-Token': token },
      requestBody: '',
      status: 200,
      headers: {},
      text: String.raw`{"domaintoken":"QWxhZGRpbjpvcGVu\/U2VzYW1l","userhash":"h\u00e4sh-of-ada"}`,
    },
  ]);
  const hidden = recorded!.requestHeaders['X-Request-Token'];
  const { domaintoken, userhash } = JSON.parse(recorded!.text) as Record<string, string>;
  expect(hidden).not.toBe(token);
  expect(domaintoken).toBe(hidden);
  expect(userhash).not.toContain('-of-ada');
  expect(recorded!.url).not.toContain('of-the-address');
});

const scenarios: { title: string; active: readonly Difference[] }[] = [
  ...differences.map((difference) => ({ title: difference, active: [difference] })),
  { title: 'all differences together', active: differences },
];

for (const [index, { title, active }] of scenarios.entries()) {
  test(`${title}: found, and the written dialect makes a viewer's journey pass`, async ({ page }, {
    outputDir,
  }) => {
    test.setTimeout(300_000);
    const domain = firstDomain + 1 + index;
    await platform.openTenant(domain);
    const before = await platform.ledger(domain);
    const other = await startOtherDialect(platform.url, active);
    try {
      const report = await probeAt(other.url, domain);
      expect(calledIn(domain)).toEqual(reading);
      expect((await platform.ledger(domain)).rows).toEqual(before.rows);
      expect(report.isComplete).toBe(true);
      expect(new Set(failedParts(report))).toEqual(new Set(active.map((one) => parts[one])));
      const written = writeDialect(report.differences, other.url);
      writeFileSync(join(outputDir, '..', `dialect-${index}.ts`), written);
      await travel(page, other, domain, written);
    } finally {
      await other.close();
    }
  });
}

/** Opens a session, logs in, rents a film, loses the session, and logs out. */
async function travel(
  page: Page,
  { url }: Listening,
  domain: number,
  written: string,
): Promise<void> {
  const { code } = transformSync(written, { loader: 'ts', target: 'es2022' });
  await page.exposeFunction('sign', (sub: string) =>
    provider.sign({ sub, amount: 499, reference: `PAY-${domain}-${sub}` }),
  );
  await page.goto(`${pages.origin()}/blank`);
  const seen = await page.evaluate(
    async ({ baseUrl, source, item }) => {
      const runtime = '/dist/usher.js';
      const { createUsher } = await import(runtime);
      const { dialect } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
      const usher = createUsher({
        baseUrl,
        dialect,
        init: { addPriceModel: true },
        providers: [
          {
            name: 'demo',
            type: 'in-page',
            pay: async ({ transactionId }: { transactionId: string }) => ({
              outcome: 'approved',
              token: await (window as any).sign(transactionId),
            }),
          },
        ],
      });
      await usher.start();
      const film = usher.item({ item, streamtype: 'video' });
      const before = await film.check();
      await usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' });
      const purchase = await film.buy({
        operation: 'ppv',
        amount: 499,
        currency: 'EUR',
        provider: 'demo',
      });
      const settled = await purchase.settled();
      const after = await film.check();
      const absent = await usher.item({ item: 899_999_999_999_999, streamtype: 'video' }).check();
      const latest = await (await usher.allmedia()).latest({ limit: 2 });
      const session = usher.$session.get();
      await usher.logout();
      return {
        before: [before.access, before.reason, before.offers.length > 0],
        settled: settled.status,
        after: [after.access, after.reason],
        absent: [absent.access, absent.reason],
        latest: latest.items.length,
        user: session.user?.name,
      };
    },
    { baseUrl: `${url}/v3.1/${domain}`, source: code, item: Number(paid) },
  );
  expect(seen).toEqual({
    before: ['denied', 'not-paid', true],
    settled: 'granted',
    after: ['granted', 'paid'],
    absent: ['denied', 'not-found'],
    latest: 2,
    user: 'ada',
  });
}
