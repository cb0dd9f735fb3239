import { expect, test } from '@playwright/test';
import { transformSync } from 'esbuild';
import type { Listening } from '../../../demo/platform/listen.ts';
import type { RunningPlatform } from '../../../demo/platform/start-platform.ts';
import { probe } from '../../../demo/usher-platform/probe/probe.ts';
import { writeDialect } from '../../../demo/usher-platform/probe/write-dialect.ts';
import type { Dialect } from '../../../src/index.ts';
import { checkDialect } from '../../../src/testing/dialect-check/check-dialect.ts';
import type { DialectFinding } from '../../../src/testing/dialect-check/finding.ts';
import { startTestPlatform } from '../../fixtures/platform/test-platform.ts';
import {
  differences,
  startOtherDialect,
  type Difference,
} from '../../fixtures/probe/other-dialect.ts';

/** The part that fails when the default dialect reads a platform with the difference. */
const parts: Readonly<Record<Difference, keyof Dialect>> = {
  prefix: 'parse',
  envelope: 'readSession',
  'place of the session': 'readSession',
  'place of the token': 'authorize',
  'names of the headers': 'authorize',
  'SHA-256': 'authorize',
  'uncut secret': 'authorize',
  'members of the item state': 'readItemState',
  'status of a lost session': 'isSessionLost',
  'status of an absent item': 'isNotFound',
  'no references': 'sendsReference',
};
/** Parts that no check can ask for, and the one for domains without sessions. */
const unknown = [
  'isPlayerOnly',
  'adaptCall',
  'parameters',
  'readMediaSources',
  'paymentFields',
  'readTransaction',
  'allowsAnonymousPurchase',
];
/** Fight Club costs money, and the first film of the catalogue does not. */
const items = [
  { item: '1369311', streamtype: 'video', expected: 'paid' },
  { item: '1369001', streamtype: 'video', expected: 'free' },
] as const;
const domain = 9170;

let platform: RunningPlatform;
const others: Listening[] = [];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  platform = await startTestPlatform({ log: true, history: false });
});
test.afterAll(async () => {
  await Promise.all(others.map((other) => other.close()));
  await platform.close();
});

const baseUrlOf = ({ url }: { readonly url: string }, of = domain): string => `${url}/v3.1/${of}`;

async function startOther(active: readonly Difference[]): Promise<string> {
  const other = await startOtherDialect(platform.url, active);
  others.push(other);
  return baseUrlOf(other);
}

function partsWith(verdict: string, findings: readonly DialectFinding[]): string[] {
  return findings.filter((one) => one.verdict === verdict).map(({ part }) => part);
}

const evidenceOf = (part: string, findings: readonly DialectFinding[]): string =>
  findings.find((one) => one.part === part)!.evidence;

test('the default dialect reads every answer of the reference platform', async () => {
  await platform.openTenant(domain); // makes it, with what its users own
  const before = await platform.ledger(domain);
  const findings = await checkDialect(baseUrlOf(platform), {}, { items });
  expect(partsWith('failed', findings)).toEqual([]);
  expect(partsWith('unknown', findings)).toEqual(unknown);
  expect(evidenceOf('readItemState', findings)).toMatch(/1369311: denied .+1369001: granted/);
  expect(platform.calls.some(({ path }) => path.endsWith('session/logout'))).toBe(true);
  expect((await platform.ledger(domain)).rows).toEqual(before.rows);
});

test('without items the first one of the list is asked for', async () => {
  const findings = await checkDialect(baseUrlOf(platform));
  expect(evidenceOf('readItemState', findings)).toMatch(/^\w+ \d+: (granted|denied)/);
});

for (const difference of differences) {
  const part = parts[difference];
  test(`${difference}: ${part} fails, with the answer as evidence`, async () => {
    const findings = await checkDialect(await startOther([difference]), {}, { items });
    expect(partsWith('failed', findings)).toEqual([part]);
    expect(evidenceOf(part, findings)).not.toBe('');
  });
}

/** The probe writes no reader for statistics, so the test has one. */
function parseOrdered(text: string): unknown {
  const answer = JSON.parse(text.slice(text.indexOf('{'))) as { data: object };
  return { ...answer, data: new Map(Object.entries(answer.data)) };
}

test('no part fails with a dialect that is adapted to all differences', async () => {
  const baseUrl = await startOther(differences);
  const report = await probe({ baseUrl, items });
  const source = writeDialect(report.differences, baseUrl);
  const { code } = transformSync(source, { loader: 'ts', target: 'es2022' });
  const { dialect } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    dialect: Partial<Dialect>;
  };
  const written = await checkDialect(baseUrl, dialect, { items });
  expect(partsWith('failed', written)).toEqual(['parseOrdered']);
  const whole = await checkDialect(baseUrl, { ...dialect, parseOrdered }, { items });
  expect(partsWith('failed', whole)).toEqual([]);
  expect(partsWith('unknown', whole)).toEqual(unknown);
});

test('a reader that takes a paid item for a free one fails', async () => {
  const dialect: Partial<Dialect> = { readItemState: () => ({ granted: true, offers: [] }) };
  const findings = await checkDialect(baseUrlOf(platform), dialect, { items });
  expect(partsWith('failed', findings)).toEqual(['readItemState']);
  expect(evidenceOf('readItemState', findings)).toBe('1369311 is not read as paid');
});

test('a function that throws fails its part, and the other parts are checked', async () => {
  const readIncidents = (): never => {
    throw new TypeError('no list here');
  };
  const findings = await checkDialect(baseUrlOf(platform), { readIncidents });
  expect(partsWith('failed', findings)).toEqual(['readIncidents']);
  expect(evidenceOf('readIncidents', findings)).toBe('it throws: TypeError: no list here');
  expect(partsWith('held', findings)).toContain('logout');
});

test('a changed address holds when the platform accepts it, and files when they are found', async () => {
  const findings = await checkDialect(baseUrlOf(platform), {
    adaptCall: ({ id, query }) => (id === 'allmedia/latest' ? { query: `${query}&noc=1` } : {}),
    readMediaSources: () => [{ url: 'https://media.example.com/7.mp4' }],
  });
  expect(partsWith('failed', findings)).toEqual([]);
  expect(evidenceOf('adaptCall', findings)).toBe('allmedia/latest: 200');
  expect(evidenceOf('readMediaSources', findings)).toBe('allmedia/byglobalid: 200, 1 files');
  expect(partsWith('held', findings)).toEqual(
    expect.arrayContaining(['adaptCall', 'readMediaSources']),
  );
  expect(platform.calls.map(({ query }) => query)).toContain('?limit=2&noc=1');
});

test('a domain without sessions is found, and the rest is unknown', async () => {
  const findings = await checkDialect(baseUrlOf(platform, 9890));
  expect(partsWith('held', findings)).toEqual(['parse', 'readEnvelope', 'isPlayerOnly']);
  expect(partsWith('failed', findings)).toEqual([]);
});

test('a wrong address is refused, and one without a platform is a network error', async () => {
  await expect(checkDialect('/v3.1/741')).rejects.toMatchObject({
    code: 'input',
    field: 'baseUrl',
  });
  await expect(checkDialect('http://127.0.0.1:9/v3.1/741')).rejects.toMatchObject({
    code: 'network',
  });
});
