import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { statuses, transition } from '../../src/session/state/machine.ts';
import { markdownFiles, readText as read } from '../fixtures/package/markdown.ts';
import { builtFiles, closure } from './built-files.mjs';

const readme = read('README.md');
const { budgets, largestChunkBytes } = JSON.parse(read('test/package/budgets.json')) as {
  budgets: { name: string; maxBytes: number; files: string[] }[];
  largestChunkBytes: number;
};

/** All that a pattern's first group finds. */
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

test('the size in the README is the size of the build', () => {
  const files = budgets.find(({ name }) => name === 'until ready')?.files ?? [];
  const bytes = closure(builtFiles('dist/cdn'), files).reduce((sum, { brotli }) => sum + brotli, 0);
  const [kilobytes] = found(readme, /\*\*([\d.]+) KB\*\*/g);
  expect(Number(kilobytes)).toBeCloseTo(bytes / 1000, 0);
  expect(Number(kilobytes) * 1000).toBeGreaterThanOrEqual(bytes - 50);
});

test('the README has at most 120 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

test('the page of sizes has the budgets of the build', () => {
  const page = read('docs/sizes.md');
  const written = found(page, /^\| .+\| ([\d,]+) bytes/gm).map((text) =>
    Number(text.replaceAll(',', '')),
  );
  expect(written).toEqual(budgets.map(({ maxBytes }) => maxBytes));
  expect(page).toContain(`more than ${largestChunkBytes.toLocaleString('en')} bytes`);
});

test('the page of errors lists each error code that is thrown', () => {
  const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => read(`src/${path}`))
    .join('\n');
  const thrown = new Set(found(source, /(?:super|new UsherError)\(\s*'([a-z-]+)'/g));
  expect(thrown.size).toBeGreaterThan(5);
  const listed = found(read('docs/errors.md'), /^\| `([a-z-]+)` +\| .+ \| .+ \|$/gm);
  expect([...thrown].filter((code) => !listed.includes(code))).toEqual([]);
});

test('the picture of a session in ARCHITECTURE.md is its state machine', () => {
  const events = ['open', 'opened', 'adopted', 'static', 'unreachable', 'refused', 'lost'] as const;
  const moves = statuses.flatMap((from) =>
    [...new Set(events.map((event) => transition(from, event)))]
      .filter((to) => to !== from)
      .map((to) => {
        const leading = events.filter((event) => transition(from, event) === to);
        return `${from} --> ${to}: ${leading.join(', ')}`;
      }),
  );
  const [picture = ''] = found(read('ARCHITECTURE.md'), /\n {2}\[\*\] --> idle\n(.+?)```/gs);
  const drawn = picture.trim().split(/\n */);
  expect(drawn.toSorted()).toEqual([...moves, 'ready --> ended: end'].toSorted());
  expect(statuses.map((from) => transition(from, 'end'))).toEqual(statuses.map(() => 'ended'));
});

test('the commands in the Markdown files exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  // An example has scripts of its own: `shell-blocks.spec.ts` looks at them.
  const own = markdownFiles.filter((path) => !path.startsWith('examples/'));
  const named = own.flatMap((path) =>
    found(read(path), /npm (?:run )((?!-)[a-z:-]+)\b/g).map((name) => `${path} ${name}`),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name.split(' ')[1]! in scripts))).toEqual([]);
});
