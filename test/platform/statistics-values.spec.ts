import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { fieldSpec } from '../../src/contract/field.ts';
import type { Fields, FieldSpec, Row } from '../../src/contract/endpoint.ts';
import { statistics } from '../../src/contract/statistics.ts';
import { openReporting, secondsAt } from './statistics-desk.ts';
import type { Reporting } from './statistics-desk.ts';
import { startTestPlatform } from './test-platform.ts';

let platform: RunningPlatform;
let site: Reporting;
test.beforeAll(async () => {
  platform = await startTestPlatform({ now: () => new Date('2026-11-21T12:00:00Z') });
  site = await openReporting(platform.url, 9772);
  const at = secondsAt('2026-11-21T11:59:00Z');
  await site.report(['display', 'view', 'progress100', 'viewexternal', 'download'].map((kind) => ({ kind, gid: '5000311', at })));
});
test.afterAll(() => platform.close());

const day = '2026-11-21';
/** A text that each kind of field takes, and texts that it refuses. */
const good: Readonly<Record<string, string>> = { flag: '1', id: '1', integer: '5', country: 'DE', timezone: 'Asia/Kathmandu', text: "x' or 1=1 --", day, streamtype: 'video' };
const bad: Readonly<Record<string, readonly string[]>> = {
  flag: ['2', 'yes'], id: ['-1', '1.5', 'x', '1'.repeat(21)], integer: ['x', '1.5', '9007199254740993'], country: ['DEU'], timezone: ['Mars/Olympus'], text: ['a\u0000b', 'a\nb'], day: ['2026-02-30', 'x'], streamtype: ['a\u0007'],
};
const rows = Object.entries(statistics.rows as Readonly<Record<string, Row>>);
const fieldsOf = (row: Row): [string, FieldSpec][] => Object.entries({ ...row.query, ...(row.standard && (statistics.standard as Fields)) }).map(([name, field]) => [name, fieldSpec(field)]);
const needed = { from: day, to: day, kpi: 'view' };

test('every endpoint takes every enumerated value and one of each kind, and none fails inside', async () => {
  test.setTimeout(240_000);
  let tried = 0;
  for (const [name, row] of rows) {
    const given = fieldsOf(row).flatMap(([field, spec]) => (spec.oneOf?.map(String) ?? [good[spec.kind]!]).map((value) => ({ [field]: value })));
    for (const parameters of [{}, ...given]) {
      const { status, text } = await site.ask(name, { ...needed, ...parameters });
      expect({ name, parameters, status, text: status === 200 ? '' : text }).toEqual({ name, parameters, status: 200, text: '' });
      expect(text).not.toMatch(/node_modules|\.ts:\d+/);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(4000);
});

test('every endpoint refuses every bad value with 400 and the field’s name', async () => {
  test.setTimeout(240_000);
  let tried = 0;
  for (const [name, row] of rows) {
    for (const [field, spec] of fieldsOf(row)) {
      const wrong = [...bad[spec.kind]!, ...(spec.oneOf ? ['nonsense'] : []), ...(spec.min === undefined ? [] : [String(spec.min - 1)]), ...(spec.max === undefined ? [] : [String(spec.max + 1)]), ...(spec.required ? [''] : [])];
      for (const value of wrong) {
        const { status, metadata } = await site.ask(name, { ...needed, [field]: value });
        expect({ name, field, value, status, hint: metadata['errorhint'] }).toEqual({ name, field, value, status: 400, hint: expect.stringContaining(field) });
        tried++;
      }
    }
  }
  expect(tried).toBeGreaterThan(4000);
});
