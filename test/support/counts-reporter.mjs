import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * A reporter that writes each test of the run as { file, title, ms, outcome, reason } to `file`.
 * `outcome` is `passed`, `failed` or `skipped`. A file that did not load is one test that failed.
 */
export function countsReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const tests = sessions.flatMap(testsOfSession);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ tests }));
    },
  };
}

function testsOfSession({ testResults, passed, testFile }) {
  const file = relative('.', testFile);
  const tests = testResults ? testsOfSuite(testResults, file) : [];
  if (passed || tests.some(({ outcome }) => outcome === 'failed')) return tests;
  return [
    ...tests,
    { file, title: 'the whole file', ms: 0, outcome: 'failed', reason: 'it did not load or end' },
  ];
}

function testsOfSuite({ tests, suites }, file) {
  const own = tests.map(({ name: title, skipped, passed, error, duration: ms = 0 }) => ({
    file,
    title,
    ms,
    outcome: outcomeOf(skipped, passed),
    reason: error?.message,
  }));
  return [...own, ...suites.flatMap((suite) => testsOfSuite(suite, file))];
}

function outcomeOf(skipped, passed) {
  if (skipped) return 'skipped';
  return passed ? 'passed' : 'failed';
}
