import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { expect } from '@playwright/test';
import { build, type Plugin } from 'esbuild';
import type { EvaluateCode } from '../world/code.ts';
import { testFiles } from './chosen-files.ts';
import { withTexts } from './with-texts.ts';

type Run = () => unknown;

/** A file of tests that runs in this process. */
export interface Spec {
  /** Runs its tests until one fails. Returns what failed. */
  readonly run: () => Promise<string | undefined>;
}

/** A test takes some seconds at most. One whose promise never settles takes all of it. */
const maxTestMs = 10_000;

/** Those that play many sequences, which are killers of their own, or change the sources. */
const slow = /^test\/world\/(?:examples|guards|kills|outcomes|world)\.spec\.ts$/;

/** The tests in Node that need neither a browser nor the build. */
export const specFiles = (): string[] =>
  testFiles('.spec.ts').filter((file) => !slow.test(file) && isPure(readFileSync(file, 'utf8')));

const isPure = (text: string): boolean =>
  !/dist\/|chromium|async \(\{ (?:browser|page|request)|platform\.mjs|support\//.test(text);

/** Builds specs over other texts of sources. Pages of a world in them run the given code. */
export async function buildSpecs(
  files: readonly string[],
  texts: Readonly<Record<string, string>>,
  evaluate: EvaluateCode,
): Promise<Map<string, Spec>> {
  const { outputFiles } = await build({
    entryPoints: files.map((file) => resolve(file)),
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    outdir: '.',
    outbase: '.',
    logLevel: 'error',
    plugins: [givenCode, withTexts(texts)],
  });
  const pairs = outputFiles.map(({ text }, index) => {
    const load = compileFunction(text, ['require', 'module', 'exports', 'mutatedCode']);
    return [`spec ${files[index]!}`, { run: () => runSpec(load, evaluate) }] as const;
  });
  return new Map(pairs);
}

/** The world of a spec builds no code: it gets the mutated one. */
const givenCode: Plugin = {
  name: 'given-code',
  setup({ onLoad }) {
    onLoad({ filter: /test[\\/]world[\\/]code\.ts$/ }, () => ({
      contents: 'export const buildCode = async () => mutatedCode;',
    }));
  },
};

const require = createRequire(import.meta.url);

async function runSpec(load: Function, evaluate: EvaluateCode): Promise<string | undefined> {
  const runs: { readonly title: string; readonly run: Run }[] = [];
  const before: Run[] = [];
  const after: Run[] = [];
  const test = Object.assign(
    (title: string, ...rest: unknown[]) => void runs.push({ title, run: rest.at(-1) as Run }),
    {
      setTimeout() {},
      beforeEach: (run: Run) => void before.push(run),
      afterEach: (run: Run) => void after.push(run),
      describe: (_title: string, ...rest: unknown[]) => (rest.at(-1) as Run)(),
    },
  );
  const give = (name: string): unknown =>
    name === '@playwright/test' ? { test, expect } : require(name);
  let failure: string | undefined;
  const onUnhandled = (reason: unknown): void => void (failure ??= `unhandled: ${String(reason)}`);
  process.on('unhandledRejection', onUnhandled);
  process.on('uncaughtException', onUnhandled);
  try {
    load(give, { exports: {} }, {}, evaluate);
    for (const { title, run } of runs) {
      const failed = await failureOf([...before, run, ...after], title);
      failure ??= failed; // a rejection that nobody handles may have come first
      if (failure) return failure;
    }
    return failure;
  } catch (error) {
    return String(error);
  } finally {
    process.off('unhandledRejection', onUnhandled);
    process.off('uncaughtException', onUnhandled);
  }
}

async function failureOf(runs: readonly Run[], title: string): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), maxTestMs);
  });
  try {
    for (const run of runs) await Promise.race([run(), tooLate]);
    return undefined;
  } catch (error) {
    return `${title}: ${String(error).split('\n')[0]}`;
  } finally {
    clearTimeout(timer);
  }
}
