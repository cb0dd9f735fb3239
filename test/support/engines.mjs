// `npm run test:engines`: the unit tests and the main journeys in Firefox and WebKit, beside each
// other, and one closing line. `node test/support/engines.mjs firefox`: one of them. With
// `--installed` nothing is installed, and an engine that is missing is skipped; `--install` only
// installs. With `--main` only the journeys that depend on the engine, and in WebKit, which has few
// of them, the unit tests of what lies over an API of the browser. The counts are written to
// `test-results/engines.json`, those of one engine to `engines-firefox.json`.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';
import { ensureFirefox, findFirefox } from './firefox.mjs';
import { readBrowserResults, readJson, readPlaywrightResults, withoutExcuse } from './results.mjs';
import { ensureWebKit, findWebKit } from './webkit.mjs';

const engines = {
  firefox: { title: 'Firefox', find: findFirefox, ensure: ensureFirefox },
  webkit: { title: 'WebKit', find: findWebKit, ensure: ensureWebKit },
};
const UNIT_RUNNER = 'test/support/unit-tests.mjs';
const JOURNEY_RUNNER = 'node_modules/@playwright/test/cli.js';
/** Longer than any healthy step takes; ends one that hangs. */
const STEP_LIMIT_MS = 3_600_000;

const hasMainOnly = process.argv.includes('--main');
const unitTestsIn = (name) => ({
  title: 'unit tests',
  command: [UNIT_RUNNER, name, ...(hasMainOnly ? ['--main'] : [])],
  read: () => readBrowserResults(`test-results/engine-${name}-units.json`),
});
const journeysIn = (name) => ({
  title: 'journeys',
  command: [JOURNEY_RUNNER, 'test', '-c', `test/engines/${name}.config.ts`],
  read: () => readJourneys(`test-results/engine-${name}-journeys.json`),
});
const stepsOf = (name) =>
  hasMainOnly && name === 'firefox' ? [journeysIn(name)] : [unitTestsIn(name), journeysIn(name)];

function readJourneys(file) {
  return { ...readPlaywrightResults(file), skips: readJson(file).suites.flatMap(skipsOf) };
}

/** The title of each test that was skipped, with the reason. */
function skipsOf({ specs = [], suites = [] }) {
  const skipped = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => {
        const reason = annotations.find(({ type }) => type === 'skip')?.description;
        return reason ? `${title} (${reason})` : title;
      }),
  );
  return [...skipped, ...suites.flatMap(skipsOf)];
}

/** Runs a program of Node without standard input; its output is kept. */
function run(command, engine) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: STEP_LIMIT_MS,
      env: { ...process.env, ENGINE: engine, ENGINE_MAIN: hasMainOnly ? '1' : '' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** A step that broke before it wrote any counts is one failed test. */
async function runStep(name, { title, command, read }) {
  const startedAt = performance.now();
  const { ok, output } = await run(command, name);
  let counts = { passed: 0, failed: 1, skipped: 0, failures: [] };
  try {
    counts = withoutExcuse(read(), ok);
  } catch {}
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${counts.failed > 0 ? 'FAIL' : 'ok  '} ${engines[name].title}: ${title}: ${wordsOf(counts)} (${seconds} s)`,
  );
  for (const skip of counts.skips ?? []) console.log(`     skipped: ${skip}`);
  for (const text of counts.failures) console.log('     failed:', text);
  for (const text of counts.secondTries ?? []) console.log('     passed at its second try:', text);
  if (counts.failed > 0) {
    console.log(stripVTControlCharacters(output).trimEnd().replaceAll(/^/gm, '     '));
  }
  return counts;
}

const wordsOf = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

const totalOf = (all) => ({
  ...Object.fromEntries(
    ['passed', 'failed', 'skipped'].map((key) => [
      key,
      all.reduce((total, counts) => total + counts[key], 0),
    ]),
  ),
  failures: all.flatMap(({ failures }) => failures),
  secondTries: all.flatMap(({ secondTries = [] }) => secondTries),
});

/** All steps of an engine. Where the machine cannot have it, it counts as one skip. */
async function runEngine(name) {
  for (const file of ['units', 'journeys']) {
    rmSync(`test-results/engine-${name}-${file}.json`, { force: true });
  }
  const counts = [];
  const reason = reasonAgainst(name);
  if (reason) {
    console.log(`${engines[name].title}: skipped, ${reason}`);
    counts.push({ passed: 0, failed: 0, skipped: 1, failures: [] });
  } else {
    for (const step of stepsOf(name)) counts.push(await runStep(name, step));
  }
  return totalOf(counts);
}

/** Why the engine cannot be had here, or nothing. */
function reasonAgainst(name) {
  if (isOnlyInstalled && !engines[name].find()) {
    return 'it is not installed: npm run test:engines installs it';
  }
  try {
    engines[name].ensure();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isOnlyInstalled = process.argv.includes('--installed');
const names = named.length > 0 ? named : Object.keys(engines);
const unknown = names.find((name) => !Object.hasOwn(engines, name));
if (unknown) throw new Error(`There is no engine ${unknown}: ${Object.keys(engines).join(', ')}`);
if (process.argv.includes('--install')) {
  for (const name of names) {
    console.log(`${engines[name].title}: ${reasonAgainst(name) ?? 'is there'}`);
  }
} else {
  await runAll();
}

async function runAll() {
  const total = withoutExcuse(totalOf(await Promise.all(names.map(runEngine))), true);
  mkdirSync('test-results', { recursive: true });
  writeFileSync(
    `test-results/${['engines', ...named].join('-')}.json`,
    JSON.stringify({ ...total, tests: [] }),
  );
  console.log(wordsOf(total));
  process.exitCode = total.failed > 0 || total.passed + total.skipped === 0 ? 1 : 0;
}
