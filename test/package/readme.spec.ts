import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { builtFiles, closure } from './built-files.mjs';

const read = (path: string): string => readFileSync(path, 'utf8');
const readme = read('README.md');

/** All that a pattern's first group finds. */
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

test('the size in the README is the size of the build', () => {
  const { budgets } = JSON.parse(read('test/package/budgets.json')) as {
    budgets: { name: string; files: string[] }[];
  };
  const files = budgets.find(({ name }) => name === 'until ready')?.files ?? [];
  const bytes = closure(builtFiles('dist/cdn'), files).reduce((sum, { brotli }) => sum + brotli, 0);
  const [kilobytes] = found(readme, /\*\*([\d.]+) KB\*\*/g);
  expect(Number(kilobytes)).toBeCloseTo(bytes / 1000, 0);
  expect(Number(kilobytes) * 1000).toBeGreaterThanOrEqual(bytes - 50);
});

test('the README lists each error code that is thrown', () => {
  const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => read(`src/${path}`))
    .join('\n');
  const thrown = new Set(found(source, /(?:super|new UsherError)\(\s*'([a-z-]+)'/g));
  expect(thrown.size).toBeGreaterThan(5);
  const rows = readme
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');
  expect([...thrown].filter((code) => !rows.includes(`\`${code}\``))).toEqual([]);
});

test('the commands in the README exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = found(
    readme,
    /npm (?:run )?(build|start|test:all|test|size|bench|openapi|lint|types)\b/g,
  );
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
