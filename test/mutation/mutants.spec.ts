import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { nearnessOf, testFiles } from './chosen-files.ts';
import { draw } from './draw.ts';
import { explanationOf, readExplanations } from './explanations.ts';
import { killInNode } from './kill-in-node.ts';
import type { KillerAnswer } from './killers.ts';
import { instrument } from './mutants.ts';
import { whyIgnored } from './people-text.ts';
import { startKillers } from './pool.ts';
import { specFiles } from './specs.ts';

const machine = 'src/checkout/purchase/machine.ts';
const spec = 'spec test/checkout/purchase/machine.spec.ts';

test('a test of the purchase machine kills a mutant of it, and passes without one', async () => {
  const { texts, mutants } = await instrument([machine]);
  const plan = join(mkdtempSync(join(tmpdir(), 'mutants-')), 'plan.json');
  writeFileSync(plan, JSON.stringify({ texts, sequences: 0, seed: 1 }));
  const killers = await startKillers(plan);
  try {
    const plain = await killers.run({ killer: spec });
    expect(plain.found).toBe(undefined);
    const mutant = mutants.find(({ original }) => original === "'finishing'")!.id;
    expect(plain.reached).toContain(mutant);
    expect((await killers.run({ killer: spec, mutant })).found).toMatch(/finishing/);
    expect((await killers.run({ killer: spec })).found).toBe(undefined);
  } finally {
    killers.stop();
  }
});

test('a failure counts only if it comes again, and not without the mutant', async () => {
  const mutant = { id: '7', file: machine, line: 1, original: 'a', replacement: 'b' };
  const endOf = async (...findings: readonly (string | undefined)[]): Promise<string> => {
    const left = [...findings];
    const run = async (): Promise<KillerAnswer> => {
      const found = left.shift();
      return { found, isEndless: found === 'it hangs', reached: [], ms: 1 };
    };
    const process = { names: [spec], run, stop: () => {} };
    const ends: string[] = [];
    await killInNode([process], [mutant], new Map([[spec, new Set(['7'])]]), {
      maxTries: 1,
      onFate: (_mutant, { end }) => ends.push(end),
    });
    return ends.join();
  };
  expect(await endOf('timeout', undefined, 'timeout')).toBe('spec');
  expect(await endOf('it hangs', undefined, 'it hangs')).toBe('timeout');
  expect(await endOf('timeout', undefined, undefined)).toBe('survived');
  expect(await endOf('timeout', 'timeout')).toBe('survived');
  expect(await endOf(undefined)).toBe('survived');
});

test('each explanation of a survivor names a mutant that exists', async () => {
  const explanations = readExplanations();
  const { mutants } = await instrument([...new Set(explanations.map(({ file }) => file))]);
  const used = new Set(mutants.map((mutant) => explanationOf(mutant, explanations)));
  expect(explanations.filter((each) => !used.has(each))).toEqual([]);
  expect(explanations.filter(({ why }) => why === '' || why.includes('\n'))).toEqual([]);
});

test('a text for people has a space between two words', () => {
  const text = (value: string): string | undefined => whyIgnored({ type: 'StringLiteral', value });
  expect(text('the page was closed')).toBe('a text for people');
  for (const value of ['', 'not-found', 'awaiting-provider', 'Sec-Fetch: ', ' ']) {
    expect(text(value), value).toBe(undefined);
  }
  expect(whyIgnored({ type: 'Identifier' })).toBe(undefined);
});

test('a seed draws the same mutants, also when others are added', () => {
  const items = Array.from({ length: 100 }, (_, index) => `mutant ${index}`);
  const drawn = draw(items, String, { count: 10, seed: 5 });
  expect(drawn).toHaveLength(10);
  expect(draw(items, String, { count: 10, seed: 5 })).toEqual(drawn);
  expect(draw(items, String, { count: 10, seed: 6 })).not.toEqual(drawn);
  const more = draw([...items, 'another'], String, { count: 10, seed: 5 });
  expect(more.filter((item) => drawn.includes(item)).length).toBeGreaterThanOrEqual(9);
});

test('the test of a source comes first, then those of its folder, then those of its area', () => {
  const source = 'src/session/storage/tabs.ts';
  const tests = [
    'test/session/storage/tabs.test.ts',
    'spec test/session/storage/erasure.spec.ts',
    'test/session/tabs.test.ts',
    'test/session/session.test.ts',
    'test/checkout/storage/erasure.spec.ts',
  ];
  expect(tests.map((file) => nearnessOf(file, source))).toEqual([2.5, 2, 1.5, 1, 0]);
});

test('tests of whole pages try mutants too, but none that plays many sequences', () => {
  expect(specFiles()).toContain('test/world/idle-pages.spec.ts');
  expect(specFiles()).not.toContain('test/world/examples.spec.ts');
  expect(testFiles('.test.ts')).toContain('test/data/system/system.test.ts');
});
