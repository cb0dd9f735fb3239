import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import type { Fields, FieldSpec, Row } from '../../src/contract/endpoint.ts';
import { fieldSpec } from '../../src/contract/field.ts';
import { statistics } from '../../src/contract/statistics.ts';
import type { Answered } from '../fixtures/platform/client.ts';
import {
  openReporting,
  secondsAt,
  type Reporting,
} from '../fixtures/platform/statistics-reporting.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
let site: Reporting;
test.beforeAll(async () => {
  platform = await startTestPlatform({ now: () => new Date('2026-11-21T12:00:00Z') });
  site = await openReporting(platform.url, 9772);
  const at = secondsAt('2026-11-21T11:59:00Z');
  await site.report(
    ['display', 'view', 'progress100', 'viewexternal', 'download'].map((kind) => ({
      kind,
      gid: '5000311',
      at,
    })),
  );
});
test.afterAll(() => platform.close());

const day = '2026-11-21';
/** For each kind of field a text that it accepts, and texts that it refuses. */
const good: Readonly<Record<string, string>> = {
  flag: '1',
  id: '1',
  integer: '5',
  country: 'DE',
  timezone: 'Asia/Kathmandu',
  text: "x' or 1=1 --",
  day,
  streamtype: 'video',
};
const bad: Readonly<Record<string, readonly string[]>> = {
  flag: ['2', 'yes'],
  id: ['-1', '1.5', 'x', '1'.repeat(21)],
  integer: ['x', '1.5', '9007199254740993'],
  country: ['DEU'],
  timezone: ['Mars/Olympus'],
  text: ['a\u0000b', 'a\nb'],
  choice: ['a\u0000b', 'x'],
  day: ['2026-02-30', 'x'],
  streamtype: ['a\u0007'],
};
const rows = Object.entries(statistics.rows as Readonly<Record<string, Row>>);
const fieldsOf = (row: Row): [string, FieldSpec][] =>
  Object.entries({ ...row.query, ...(row.standard && (statistics.standard as Fields)) }).map(
    ([name, field]) => [name, fieldSpec(field)],
  );
const needed = { from: day, to: day, kpi: 'view' };

interface Tried {
  readonly name: string;
  readonly parameters: Record<string, string>;
}

/** How many calls wait at a time. */
const atOnce = 8;

/**
 * Sends all of them, and returns the wrong answers. No `expect` for each, which takes longer than
 * most of these calls.
 */
async function wrongAnswers(
  calls: readonly Tried[],
  isRight: (answered: Answered, tried: Tried) => boolean,
): Promise<object[]> {
  const left = [...calls];
  const wrong: object[] = [];
  const work = async (): Promise<void> => {
    for (let tried = left.pop(); tried; tried = left.pop()) {
      const answered = await site.ask(tried.name, { ...needed, ...tried.parameters });
      if (!isRight(answered, tried)) {
        wrong.push({ ...tried, status: answered.status, text: answered.text.slice(0, 300) });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return wrong;
}

test('every endpoint accepts every enumerated value and one of each kind, without an internal error', async () => {
  test.setTimeout(300_000);
  const calls = rows.flatMap(([name, row]): Tried[] => {
    const given = fieldsOf(row).flatMap(([field, spec]) =>
      (spec.oneOf?.map(String) ?? [good[spec.kind]!]).map((value) => ({ [field]: value })),
    );
    return [{}, ...given].map((parameters) => ({ name, parameters }));
  });
  expect(calls.length).toBeGreaterThan(4000);
  expect(
    await wrongAnswers(
      calls,
      ({ status, text }) => status === 200 && !/node_modules|\.ts:\d+/.test(text),
    ),
  ).toEqual([]);
});

test('every endpoint refuses every invalid value with 400 and the field’s name', async () => {
  test.setTimeout(300_000);
  const calls = rows.flatMap(([name, row]) =>
    fieldsOf(row).flatMap(([field, spec]): Tried[] => {
      const wrong = [
        ...bad[spec.kind]!,
        ...(spec.oneOf ? ['nonsense'] : []),
        ...(spec.min === undefined ? [] : [String(spec.min - 1)]),
        ...(spec.max === undefined ? [] : [String(spec.max + 1)]),
        ...(spec.required ? [''] : []),
      ];
      return wrong.map((value) => ({ name, parameters: { [field]: value } }));
    }),
  );
  expect(calls.length).toBeGreaterThan(4000);
  expect(
    await wrongAnswers(
      calls,
      ({ status, metadata }, { parameters }) =>
        status === 400 && String(metadata['errorhint']).includes(Object.keys(parameters)[0]!),
    ),
  ).toEqual([]);
});
