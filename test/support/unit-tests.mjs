// The browser tests. A file in which a test failed is run once more, as the Playwright runs do it:
// `node test/support/unit-tests.mjs`, and in another engine `ENGINE=firefox node
// test/support/unit-tests.mjs firefox`. With `--main` only what lies over an API of the browser.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { MOST_SECOND_TRIES, readJson } from './results.mjs';

const [engine] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
/** Tests whose code calls the browser. What the others compute is the same in each engine. */
const overBrowser = [
  'browser/**/*',
  'checkout/providers/**/*',
  'checkout/purchase/**/*',
  'checkout/return/**/*',
  'item/gate*',
  'page/**/*',
  'session/storage/**/*',
  'transport/**/*',
];
const wanted = process.argv.includes('--main')
  ? overBrowser.map((files) => `test/${files}.test.ts`)
  : [];
const results = `test-results/${engine ? `engine-${engine}-units` : 'browser'}.json`;
const config = engine ? ['--config', 'test/engines/web-test-runner.config.mjs'] : [];

/** Runs these files, or all, and gives what the reporter wrote; nothing, when the runner broke. */
function runTests(files = []) {
  rmSync(results, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@web/test-runner/dist/bin.js',
      ...config,
      ...(files.length > 0 ? ['--files', ...files] : []),
    ],
    { stdio: 'inherit' },
  );
  try {
    return { isGreen: status === 0, ...readJson(results) };
  } catch {
    return { isGreen: false, tests: [] };
  }
}

const isFailed = ({ outcome }) => outcome === 'failed';
const keyOf = ({ file, title }) => `${file}: ${title}`;

const first = runTests(wanted);
const failed = first.tests.filter(isFailed);
let run = first;
if (failed.length > 0 && failed.length <= MOST_SECOND_TRIES) {
  const files = [...new Set(failed.map(({ file }) => file))];
  console.log(`Once more: ${files.join(', ')}`);
  const second = runTests(files);
  const stillFailed = new Set(second.tests.filter(isFailed).map(keyOf));
  run = {
    isGreen: second.isGreen,
    tests: [...first.tests.filter(({ file }) => !files.includes(file)), ...second.tests],
    secondTries: failed
      .filter((test) => !stillFailed.has(keyOf(test)))
      .map((test) => `${keyOf(test)}: ${test.reason}`),
  };
}
if (run.tests.length > 0) writeFileSync(results, JSON.stringify(run));
process.exitCode = run.isGreen ? 0 : 1;
