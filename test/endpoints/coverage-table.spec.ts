import { expect, test } from '@playwright/test';
import { columns, coverageTable } from './coverage-table.mjs';

const ids = ['session/init', 'session/logout', 'system/persontypes'];
const whole = (): Set<string> => new Set(ids);

test('the table is whole when every column has every endpoint', () => {
  const { lines, isWhole } = coverageTable(ids, whole);
  expect(isWhole).toBe(true);
  expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
    Object.keys(columns),
    ['session', ...Array(5).fill('2 of 2')],
    ['system', ...Array(5).fill('1 of 1')],
    ['all', ...Array(5).fill('3 of 3')],
  ]);
});

test('an endpoint that a column lacks is named, and the table is not whole', () => {
  const { lines, isWhole } = coverageTable(ids, (column) =>
    column === 'served' ? new Set(['session/init', 'system/persontypes', 'system/none']) : whole(),
  );
  expect(isWhole).toBe(false);
  expect(lines.at(-1)).toBe('not served: session/logout');
  expect(lines.at(-2)).toMatch(/^all .* 2 of 3 /);
});

test('a column whose run was not done is told as that, and the table is not whole', () => {
  const { lines, isWhole } = coverageTable(ids, (column) =>
    column === 'called' ? undefined : whole(),
  );
  expect(isWhole).toBe(false);
  expect(lines.slice(1, 4).every((line) => line.endsWith('no run'))).toBe(true);
  expect(lines.at(-1)).toMatch(/^not known: called is written by the browser tests/);
});
