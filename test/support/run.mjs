// `npm test`: the main tests and every check; `npm run test:all`: every test but the long ones;
// `npm run test:long`: those. Each step with its outcome and time, what took longest, and one
// closing line. A failed step shows its output; the others run all the same.
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';
import {
  describeSlowest,
  readBrowserResults,
  readJson,
  readPlaywrightResults,
  withoutExcuse,
} from './results.mjs';

/** Where the runs write their results. */
const results = 'test-results';
/** What the runs write down of each endpoint, for the table at the end. */
const coverage = `${results}/coverage`;
/** Longer than any healthy step takes; ends one that hangs. */
const STEP_LIMIT_MS = 3_600_000;
/**
 * What the steps that run at the same time may use together, each by its `cores`: what a machine of
 * two has. With more, a slow machine gives each test so little that it ends by its timeout.
 */
const CORES = 2;

const specs = 'npx playwright test -c test/flows/playwright.config.ts';
const rows = 'npx playwright test -c test/faults/playwright.config.ts';

const build = { name: 'build', command: 'npm run -s build' };
const browser = { name: 'browser', command: 'node test/support/browser.mjs', cores: 0.5 };
/** Firefox and WebKit, where the machine can have them. Their tests say what is missing. */
const installEngines = {
  name: 'other browsers',
  command: 'node test/support/engines.mjs --install',
  cores: 0.5,
  after: ['browser'], // Debian installs one package at a time.
};
/** One page, which often waits. */
const browserTests = {
  name: 'browser tests',
  command: 'node test/support/unit-tests.mjs',
  cores: 0.5,
  read: () => readBrowserResults(`${results}/browser.json`),
};
const docs = { name: 'docs', command: 'npm run -s docs' };
const format = { name: 'format', command: 'npm run -s format:check' };
const types = { name: 'types', command: 'npm run -s types', needsBuild: true };
/** Of seconds each: they run on the core that the build leaves to the documentation. */
const checksOfBuild = [
  { name: 'lint', command: 'npm run -s lint' },
  { name: 'openapi', command: 'npm run -s openapi' },
  { name: 'api', command: 'node test/package/api-report.mjs --check' },
  { name: 'size', command: 'npm run -s size' },
  { name: 'publint', command: 'npx publint --strict' },
  {
    name: 'types of the package',
    // What packs does not build again: other steps read the build.
    command: 'npm_config_ignore_scripts=true npx attw --pack . --profile esm-only',
  },
].map((check) => ({ ...check, needsBuild: true, after: ['build'] }));

/** Specs whose title has the tag `@main`, and those of the source tree and the package. */
const mainSpecs = {
  name: 'main specs',
  command: `${specs} --workers 1 --grep "@main|(tree|contents|openapi|readme|links|code-blocks)\\.spec"`,
  needsBuild: true,
  read: () => readPlaywrightResults(`${results}/specs.json`),
};
/** One row of each group, with the same tag. */
const mainFaults = {
  name: 'main faults',
  command: `${rows} --grep @main`,
  needsBuild: true,
  read: () => readPlaywrightResults(`${results}/faults.json`),
};

/**
 * Files of specs that take long, and concern what changes rarely: the world without each guard, the
 * commands of the shell blocks in a clone, the frameworks with their own tools, each page of the
 * site, each player, the libraries that Usher is compared with, a soak of the demo, the look of its
 * pages in each size and mode, each scene of `break.html`, and the commands of the platform in each
 * way. `npm run test:all` runs those of their tests with the tag `@main` or `@all`.
 */
const longFiles = [
  'bench/peers/setups',
  'soak/soak',
  'world/guards',
  'package/(api-report|shell-blocks|usher-platform)',
  'demo/(break-page|dev|usher-platform/replay-report/replay-command)',
  'examples/(players|recipes|next|svelte|vue|webpack)',
  'docs/site-(accessibility|pages)',
  'flows/(forced-colours|layout|layout-shift|right-to-left|stage-size|statistics-dashboard|zoom)',
  'platform/(incident|ledger)-command',
];
const isLong = `(${longFiles.join('|')})\\.spec(?!.*@(main|all))`;

/** More sequences of the world than the main specs run; `npm run world` runs any number. */
const allSpecs = {
  name: 'specs',
  command: `WORLD_RUNS=300 ${specs} --grep-invert '${isLong}'`,
  cores: 1.5, // two workers
  needsBuild: true,
  read: () => readPlaywrightResults(`${results}/specs.json`),
};
const longSpecs = {
  name: 'long specs',
  command: `WORLD_RUNS=3000 WORLD_EXAMPLE_SEEDS=20 ${specs} --grep '${isLong}|world/(world|examples)\\.spec'`,
  cores: CORES,
  needsBuild: true,
  read: () => readPlaywrightResults(`${results}/specs.json`),
};
const postgres = {
  name: 'platform on PostgreSQL',
  cores: 0.5,
  command: 'npx playwright test -c test/platform/postgres.config.ts --workers 1',
  read: () => readPlaywrightResults(`${results}/postgres.json`),
};
/** Rows that wait for states only. */
const untimedFaults = {
  name: 'faults',
  command: `${rows} --project rows 'without *' --workers 1`,
  cores: 0.5,
  needsBuild: true,
  read: () => readPlaywrightResults(`${results}/faults.json`),
};
/**
 * Rows at a pace, and those that kill the browser. They need the machine for themselves; many only
 * wait, so three run at a time.
 */
const timedFaults = {
  name: 'timed faults',
  command: `FAULT_COUNTS=timed-faults.json ${rows} --project paced timed --workers 3`,
  cores: CORES,
  needsBuild: true,
  read: () => readPlaywrightResults(`${results}/timed-faults.json`),
};
/**
 * What depends on the engine, in another one, where the machine has it: the main journeys, and in
 * WebKit the browser tests too. `npm run test:engines` runs all of them in both.
 */
const engine = (name, title) => ({
  name: title,
  cores: 0.5,
  command: `node test/support/engines.mjs --installed --main ${name}`,
  needsBuild: true,
  isShown: true,
  read: () => readJson(`${results}/engines-${name}.json`),
});
const coverageTable = {
  name: 'coverage of endpoints',
  command: 'node test/endpoints/coverage-table.mjs',
  cores: CORES,
  isShown: true,
};

/**
 * The stages run one after the other; the second one reads the build and the site of the first. In
 * a stage the steps begin in their order, each as soon as it has cores: the long ones come first.
 * Those of half a core run beside the specs, one after the other.
 */
const stagesOf = {
  main: [
    [build, docs, browser, ...checksOfBuild],
    [mainSpecs, browserTests, types, format],
    [mainFaults],
  ],
  all: [
    [build, docs, browser, installEngines, ...checksOfBuild],
    [
      allSpecs,
      untimedFaults,
      browserTests,
      engine('firefox', 'Firefox'),
      engine('webkit', 'WebKit'),
      types,
      format,
    ],
    [timedFaults],
    [coverageTable],
  ],
  long: [[build, docs, browser], [longSpecs], [postgres]],
};
const choice = process.argv[2] ?? 'main';
const stages = stagesOf[choice];
if (!stages) throw new Error(`${choice} is not one of ${Object.keys(stagesOf).join(', ')}`);

/** Runs a command without standard input; its output is kept. */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: STEP_LIMIT_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** The tests of a step, or the step itself as one check. */
function resultsOf({ read }, ok) {
  if (!read) return { passed: Number(ok), failed: Number(!ok), skipped: 0, tests: [] };
  try {
    return withoutExcuse(read(), ok);
  } catch {
    // It broke before it wrote any results.
    return { passed: 0, failed: 1, skipped: 0, tests: [] };
  }
}

/** As `12 passed, 0 failed`, and `3 skipped` where any are. */
const describeCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const startedAt = performance.now();
const secondsSince = (moment) => ((performance.now() - moment) / 1000).toFixed(1);

async function runStep(step, total) {
  const built = existsSync('dist/index.d.ts');
  const stepStartedAt = performance.now();
  const { ok, output } =
    step.needsBuild && !built
      ? { ok: false, output: 'The build failed.' }
      : await run(step.command);
  const found = resultsOf(step, ok);
  console.log(
    `${found.failed > 0 ? 'FAIL' : 'ok  '} ${step.name.padEnd(22)} ${describeCounts(found)} (${secondsSince(stepStartedAt)} s)`,
  );
  if (found.failed > 0 || step.isShown) {
    console.log(stripVTControlCharacters(output).trimEnd().replaceAll(/^/gm, '     '));
  }
  for (const text of found.failures ?? []) total.failures.push(`${step.name}: ${text}`);
  for (const text of found.secondTries ?? []) console.log(`     passed at its second try: ${text}`);
  for (const name of ['passed', 'failed', 'skipped']) total[name] += found[name];
  total.tests.push(...found.tests);
}

/** Runs the steps of a stage, as many beside each other as the cores allow. */
async function runStage(steps, total) {
  const waiting = [...steps];
  const running = new Map();
  const isReady = ({ after = [], cores = 1 }) => {
    const used = [...running.keys()].reduce((sum, step) => sum + (step.cores ?? 1), 0);
    const open = [...waiting, ...running.keys()].map(({ name }) => name);
    return used + cores <= CORES && !after.some((name) => open.includes(name));
  };
  while (waiting.length > 0 || running.size > 0) {
    for (const step of steps) {
      if (!waiting.includes(step) || !isReady(step)) continue;
      waiting.splice(waiting.indexOf(step), 1);
      running.set(
        step,
        runStep(step, total).then(() => running.delete(step)),
      );
    }
    await Promise.race(running.values());
  }
}

// Results of an earlier run count no more.
for (const name of [
  'browser',
  'specs',
  'postgres',
  'faults',
  'timed-faults',
  'engines-firefox',
  'engines-webkit',
]) {
  rmSync(`${results}/${name}.json`, { force: true });
}
rmSync(coverage, { force: true, recursive: true });
const total = { passed: 0, failed: 0, skipped: 0, tests: [], failures: [] };
for (const steps of stages) await runStage(steps, total);
console.log(describeSlowest(total.tests).join('\n'));
// Again at the end, where nobody has to look for them in the output of a step.
for (const text of total.failures) console.log('failed:', text);
console.log(`${secondsSince(startedAt)} s in all`);
console.log(describeCounts(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
