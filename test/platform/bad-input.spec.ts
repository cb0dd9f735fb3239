import { expect, test } from '@playwright/test';
import { areas } from '../../demo/platform/areas.ts';
import { handlers } from '../../demo/platform/handlers.ts';
import { startPlatform } from '../../demo/platform/start-platform.ts';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { fieldSpec } from '../../src/contract/field.ts';
import type { Area, FieldSpec, Row } from '../../src/contract/endpoint.ts';
import { serverClient } from './client.ts';
import type { Answered } from './client.ts';

let platform: RunningPlatform;
let call: ReturnType<typeof serverClient>;
test.beforeAll(async () => {
  platform = await startPlatform({ quiet: true });
  call = serverClient(platform.url, 741, platform);
});
test.afterAll(() => platform.close());

/** A text that each kind takes. */
const good: Readonly<Record<string, string>> = {
  text: 'x', flag: '1', integer: '1', number: '1', id: '1', amount: '1', language: 'de', country: 'DE', currency: 'EUR', timestamp: '1',
  day: '2026-11-20', timezone: 'Europe/Berlin', streamtype: 'video', list: 'title', streamtypes: 'video', ids: '1', record: '',
};

/** Texts that each kind refuses. */
const bad: Readonly<Record<string, readonly string[]>> = {
  text: ['a\u0000b', 'a\nb'], flag: ['2', 'yes', ''], integer: ['x', '1.5', '9007199254740993'], number: ['x', 'NaN', 'Infinity', ''],
  id: ['-1', '1.5', 'x', '1'.repeat(21)], amount: ['19.99', '-1', 'x', 'NaN'], language: ['deu', '1', ''], country: ['DEU', ''], currency: ['EU', '€'],
  timestamp: ['-1', 'x', '1790000000000'], day: ['2026-02-30', '2026-13-01', '20261120', 'x'], timezone: ['Mars/Olympus'], streamtype: ['a\u0007'],
  list: ['', 'a,,b'], streamtypes: ['video,'], ids: ['x', '1,'], record: [],
};

const wide = { lat: '1', lng: '1' };
const rows: [string, Area, string, Row][] = areas.flatMap((area) => Object.entries(area.rows).map(([name, row]): [string, Area, string, Row] => [`${area.name}/${name}`, area, name, row]));
const fieldsOf = (area: Area, row: Row): [string, FieldSpec][] =>
  Object.entries({ ...row.path, ...row.query, ...row.body, ...(row.standard && area.standard) }).filter(([name]) => name !== 'extra').map(([name, field]) => [name, fieldSpec(field)]);
const textFor = (spec: FieldSpec): string => (spec.oneOf ? String(spec.oneOf[0]) : good[spec.kind]!);

/** What a call needs so that only the field in question decides. */
function required(area: Area, row: Row): Record<string, string> {
  const needed = fieldsOf(area, row).filter(([name, spec]) => spec.required || (name in (row.path ?? {}) && name !== 'argument'));
  const exactlyOne = row.rules?.find((rule) => 'exactlyOne' in rule);
  return { ...Object.fromEntries(needed.map(([name, spec]) => [name, textFor(spec)])), ...(exactlyOne && 'exactlyOne' in exactlyOne && { [exactlyOne.exactlyOne[0]!]: 'x' }) };
}

function ask(area: Area, name: string, row: Row, texts: Record<string, string>): Promise<Answered> {
  const path = Object.keys(row.path ?? {}).flatMap((field) => texts[field] ?? []);
  const rest = Object.entries(texts).filter(([field]) => !(field in (row.path ?? {})));
  const address = ['', area.name, name, ...path.map(encodeURIComponent)].join('/');
  return call(`${address}?${new URLSearchParams(rest)}`, { method: row.method });
}

test('each of 114 rows has a handler, and each handler a row', () => {
  expect(rows).toHaveLength(114);
  expect(Object.keys(handlers).toSorted()).toEqual(rows.map(([id]) => id).toSorted());
});

test('every row takes its good values, by query and by body, and never fails inside', async () => {
  for (const [id, area, name, row] of rows) {
    const { status, metadata, text } = await ask(area, name, row, { ...required(area, row), ...(id === 'session/currentweather' && wide) });
    expect(text, id).not.toMatch(/node_modules|at \w+ \(|\.ts:\d+/);
    if (area.name === 'statistics') expect({ id, status }).toEqual({ id, status: 200 });
    else expect([200, 400, 401, 403, 404], `${id} ${text}`).toContain(status);
    expect(metadata['status'], id).toBe(status);
  }
});

test('every enumerated value is taken', async () => {
  let tried = 0;
  for (const [id, area, name, row] of rows) {
    for (const [field, spec] of fieldsOf(area, row)) {
      // The shared parameters of statistics are the same for all of its rows: two rows stand for them.
      if (row.standard === 'statistics' && field in area.standard! && !/viewsbyday|itemlist/.test(name)) continue;
      for (const value of spec.oneOf ?? []) {
        const { status, text } = await ask(area, name, row, { ...required(area, row), [field]: String(value) });
        expect(status, `${id} ${field}=${value} ${text}`).not.toBe(400);
        expect(status, `${id} ${field}=${value}`).not.toBe(500);
        tried++;
      }
    }
  }
  expect(tried).toBeGreaterThan(200);
});

test('every field refuses what its kind does not take, with 400 and its name', async () => {
  test.setTimeout(180_000);
  let tried = 0;
  for (const [id, area, name, row] of rows) {
    for (const [field, spec] of fieldsOf(area, row)) {
      if (row.standard === 'statistics' && field in area.standard! && !/viewsbyday|itemlist/.test(name)) continue;
      const wrong = [...bad[spec.kind]!, ...(spec.oneOf ? ['nonsense'] : []), ...(spec.min === undefined ? [] : [String(spec.min - 1)]), ...(spec.max === undefined ? [] : [String(spec.max + 1)])];
      for (const value of wrong) {
        const inPath = field in (row.path ?? {});
        if (inPath && value === '') continue;
        const { status, metadata, result } = await ask(area, name, row, { ...required(area, row), [field]: value });
        expect({ id, field, value, status, hint: metadata['errorhint'], result }).toEqual({ id, field, value, status: 400, hint: expect.stringContaining(field), result: {} });
        expect(metadata['errorhint'], 'a hint that names the session would end it').not.toMatch(/\bsession\b/i);
        tried++;
      }
    }
  }
  expect(tried).toBeGreaterThan(1000);
});

test('rules over several fields are kept', async () => {
  const cases = [
    ['/payment/redeemvoucher', 'POST', 'vouchercode'],
    ['/payment/redeemvoucher?vouchercode=a&referencecode=b', 'POST', 'vouchercode'],
    ['/statistics/viewsbyday?streamtype=video&from=2026-11-21&to=2026-11-20', 'GET', 'from'],
    ['/statistics/viewsbyday?from=2026-11-21&to=2026-11-21', 'GET', 'streamtype'],
    ['/statistics/itemlist?streamtype=video&from=2026-11-21&to=2026-11-21', 'GET', 'kpi'],
    ['/allmedia/all?orderBy=nonsense', 'GET', 'orderBy'],
    ['/allmedia/all?limit=101', 'GET', 'limit'],
  ] as const;
  for (const [path, method, field] of cases) {
    const { status, metadata } = await call(path, { method });
    expect({ path, status, hint: metadata['errorhint'] }).toEqual({ path, status: 400, hint: expect.stringContaining(field) });
  }
});

test('a secret that is refused is not in the answer', async () => {
  const { text } = await call('/payment/redeemvoucher', { method: 'POST', form: { vouchercode: 'CANARY\u0001', referencecode: 'CANARY' } });
  expect(text).not.toContain('CANARY');
});
