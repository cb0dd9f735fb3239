import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A reporter that writes { counts: { passed, failed, skipped }, tests: [{ file, title, ms }] } to `file`. A file that did not load counts as failed once. */
export function countsReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      const tests = [];
      for (const { testResults, passed, testFile } of sessions) {
        const before = counts.failed;
        if (testResults) countSuite(testResults, { counts, tests, testFile });
        if (!passed && counts.failed === before) counts.failed += 1;
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ counts, tests }));
    },
  };
}

function countSuite({ tests, suites }, run) {
  for (const { name, skipped, passed, duration = 0 } of tests) {
    run.counts[skipped ? 'skipped' : passed ? 'passed' : 'failed'] += 1;
    run.tests.push({ file: run.testFile, title: name, ms: duration });
  }
  for (const suite of suites) countSuite(suite, run);
}
