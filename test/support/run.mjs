// `npm test`: every step, each with its outcome and time, and one closing line. A failed step shows its output; the others run all the same.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';

const BROWSER_COUNTS = 'test-results/browser.json';
const SPEC_COUNTS = 'test-results/specs.json';
const SERVER_COUNTS = 'test-results/postgres.json';
const FAULT_COUNTS = ['test-results/faults-timed.json', 'test-results/faults-rows.json'];
/** What the runs write down of each endpoint, for the table at the end. */
const COVERAGE = 'test-results/coverage';
/** Longer than any healthy step takes; ends one that hangs. */
const STEP_LIMIT_MS = 1_200_000;

/** One after the other; in each, lanes beside each other, with steps one after the other. */
const stages = [
  [[
    { name: 'browser', command: 'node test/support/browser.mjs' },
    { name: 'build', command: 'npm run -s build' },
  ]],
  // The browser tests leave a core free.
  [[
    { name: 'browser tests', command: 'npx web-test-runner', count: readBrowserCounts },
  ], [
    { name: 'lint', command: 'npm run -s lint' },
    { name: 'types', command: 'npm run -s types' },
    { name: 'openapi', command: 'npm run -s openapi', needsBuild: true },
    { name: 'size', command: 'npm run -s size', needsBuild: true },
    { name: 'publint', command: 'npx publint --strict', needsBuild: true },
    { name: 'types of the package', command: 'npx attw --pack . --profile esm-only', needsBuild: true },
  ]],
  [[{ name: 'specs', command: 'npx playwright test -c test/flows/playwright.config.ts', count: () => readSpecCounts([SPEC_COUNTS]), needsBuild: true }]],
  [[{ name: 'platform on PostgreSQL', command: 'npx playwright test -c test/platform/postgres.config.ts', count: () => readSpecCounts([SERVER_COUNTS]) }]],
  // Alone: they measure time.
  [[{ name: 'faults', command: 'node test/faults/run.mjs', count: () => readSpecCounts(FAULT_COUNTS), needsBuild: true }]],
  [[{ name: 'coverage of endpoints', command: 'node test/endpoints/coverage-table.mjs', isShown: true }]],
];

function readBrowserCounts() {
  return JSON.parse(readFileSync(BROWSER_COUNTS, 'utf8'));
}

function readSpecCounts(files) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { stats, errors } of files.map((file) => JSON.parse(readFileSync(file, 'utf8')))) {
    sum.passed += stats.expected + stats.flaky;
    sum.failed += stats.unexpected + errors.length;
    sum.skipped += stats.skipped;
  }
  return sum;
}

/** Runs a command without standard input; its output is kept. */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], timeout: STEP_LIMIT_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => { output += text; });
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** The tests of a step, or the step itself as one check. A step that failed never counts as none failed. */
function countStep({ count }, ok) {
  if (!count) return { passed: Number(ok), failed: Number(!ok), skipped: 0 };
  try {
    const counts = count();
    if (!ok && counts.failed === 0) counts.failed = 1;
    return counts;
  } catch { // It broke before it wrote any counts.
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const startedAt = performance.now();
const secondsSince = (moment) => ((performance.now() - moment) / 1000).toFixed(1);

async function runStep(step, total) {
  const built = existsSync('dist/index.d.ts');
  const stepStartedAt = performance.now();
  const { ok, output } = step.needsBuild && !built ? { ok: false, output: 'The build failed.' } : await run(step.command);
  const counts = countStep(step, ok);
  const parts = Object.entries(counts).filter(([, number]) => number > 0).map(([name, number]) => `${number} ${name}`);
  console.log(`${counts.failed > 0 ? 'FAIL' : 'ok  '} ${step.name.padEnd(22)} ${parts.join(', ') || 'nothing ran'} (${secondsSince(stepStartedAt)} s)`);
  if (counts.failed > 0 || step.isShown) console.log(stripVTControlCharacters(output).trimEnd().replaceAll(/^/gm, '     '));
  total.passed += counts.passed;
  total.failed += counts.failed;
}

async function runLane(lane, total) {
  for (const step of lane) await runStep(step, total);
}

for (const file of [BROWSER_COUNTS, SPEC_COUNTS, SERVER_COUNTS, ...FAULT_COUNTS, COVERAGE]) rmSync(file, { force: true, recursive: true });
const total = { passed: 0, failed: 0 };
for (const lanes of stages) await Promise.all(lanes.map((lane) => runLane(lane, total)));
console.log(`${secondsSince(startedAt)} s in all`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
