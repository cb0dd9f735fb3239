import { relative } from 'node:path';
import { SESSION_STATUS, TestRunner, type TestSession } from '@web/test-runner';
import { parseConfig } from '../../node_modules/@web/test-runner/dist/config/parseConfig.js';
import config from '../../web-test-runner.config.mjs';
import type { platformPlugin } from '../support/platform-plugin.mjs';
import { unitScripts } from '../support/unit-scripts.mjs';
import { testFiles } from './chosen-files.ts';
import { createMutantSwitch, maxAsked } from './mutant-switch.ts';
import { withTexts } from './with-texts.ts';

/** More than any test of the folders takes. */
const maxTestMs = 8000;
const maxFileMs = 40_000;

/** What came of the tests of a file. */
export interface UnitAnswer {
  readonly found?: string | undefined;
  readonly ms: number;
}

/** The unit tests in one browser, over the instrumented sources. */
export interface UnitTests {
  /** The mutants that each file reaches, without those files that fail by themselves. */
  readonly reach: ReadonlyMap<string, ReadonlySet<string>>;
  /** Runs a file with a mutant, or with none. */
  readonly run: (file: string, mutant: string | undefined) => Promise<UnitAnswer>;
  readonly stop: () => Promise<void>;
}

/** What the unit tests run over. */
export interface UnitCode {
  /** The instrumented sources. */
  readonly texts: Readonly<Record<string, string>>;
  /** A part of the paths of the tests. */
  readonly tests: string;
}

/**
 * The reference platform of the tests. Each run of a file gets a new one: the old one counts logins
 * and logs requests, so that a file that passed at first would fail.
 */
const platform = config.plugins.find(
  (plugin): plugin is ReturnType<typeof platformPlugin> => 'renew' in plugin,
)!;

/** Starts the browser, and runs each file once without a mutant. */
export async function startUnitTests(
  { texts, tests }: UnitCode,
  log: (line: string) => void,
): Promise<UnitTests> {
  const files = testFiles('.test.ts').filter((file) => file.includes(tests));
  const reported = new Map<string, Set<string>>();
  let active: string | undefined;
  const middleware = [
    takeReports(reported),
    unitScripts({
      tests: files,
      plugins: [withTexts(texts)],
      prefixOf: (path: string) => prefixFor(path, active),
    }),
  ];
  const runner = await createRunner(files, middleware);
  const isOver = nextRun(runner);
  await runner.start();
  await isOver;
  const sessions = new Map<string, TestSession>();
  const reach = new Map<string, ReadonlySet<string>>();
  for (const session of runner.sessions.all()) {
    const file = relative('.', session.testFile);
    sessions.set(file, session);
    if (session.passed) reach.set(file, reported.get(file) ?? new Set());
    else log(`left out, as it fails without a mutant: ${file}: ${failureOf(session)}`);
  }
  return {
    reach,
    async run(file, mutant) {
      active = mutant;
      await platform.renew();
      const startedAt = performance.now();
      const { id } = sessions.get(file)!;
      const over = nextRun(runner);
      await runner.runTests([runner.sessions.get(id)!]);
      await over;
      const session = runner.sessions.get(id)!;
      const found = session.passed ? undefined : failureOf(session);
      return { found, ms: performance.now() - startedAt };
    },
    stop: () => runner.stop(),
  };
}

async function createRunner(files: string[], middleware: unknown[]): Promise<TestRunner> {
  const parsed = await parseConfig({
    ...config,
    files,
    middleware: middleware as never,
    // The browser stays after a run.
    watch: true,
    browserLogs: false,
    reporters: [],
    testsFinishTimeout: maxFileMs,
    testFramework: { config: { ui: 'bdd', timeout: maxTestMs, bail: true } },
  } as never);
  return new TestRunner(parsed.config);
}

/** Resolves when all sessions of a run have finished. */
const nextRun = (runner: TestRunner): Promise<void> =>
  new Promise((resolve) => {
    const onFinished = (): void => {
      runner.off('test-run-finished', onFinished);
      // The runner is ready for another run in the next task.
      setTimeout(resolve);
    };
    runner.on('test-run-finished', onFinished);
  });

function failureOf({ errors, testResults, status }: TestSession): string {
  const [error] = errors;
  if (error) return error.message;
  if (status !== SESSION_STATUS.FINISHED || !testResults) return 'it did not load';
  const failed = [testResults].flatMap(function testsOf(suite): typeof suite.tests {
    return [...suite.tests, ...suite.suites.flatMap(testsOf)];
  });
  const { name, error: reason } = failed.find(({ passed, skipped }) => !passed && !skipped) ?? {};
  return `${name}: ${reason?.message.split('\n')[0]}`;
}

/** What a script begins with: the switch, and without a mutant the report of those reached. */
const prefixFor = (path: string, mutant: string | undefined): string => `(() => {
  const __name = (named) => named; // what tsx writes into a function
  const mutants = (${createMutantSwitch.toString()})(${maxAsked});
  mutants.set(${JSON.stringify(mutant)});
  if (${mutant !== undefined}) return;
  const send = globalThis.fetch.bind(globalThis);
  globalThis.after(() => send('/__reached?${path}', { method: 'POST', body: mutants.reached().join() }));
})();
`;

interface KoaContext {
  readonly path: string;
  readonly querystring: string;
  readonly req: AsyncIterable<Buffer>;
  body: string;
}

/** Takes the reports of the pages. */
const takeReports =
  (reported: Map<string, Set<string>>) =>
  async (context: KoaContext, next: () => Promise<void>): Promise<void> => {
    if (context.path !== '/__reached') return next();
    let text = '';
    for await (const part of context.req) text += String(part);
    reported.set(decodeURIComponent(context.querystring), new Set(text.split(',')));
    context.body = '';
  };
