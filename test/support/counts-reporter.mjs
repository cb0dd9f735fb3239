import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A reporter that writes { passed, failed, skipped } to `file`. A file that did not load counts as failed once. */
export function countsReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      for (const { testResults, passed } of sessions) {
        const before = counts.failed;
        if (testResults) countSuite(testResults, counts);
        if (!passed && counts.failed === before) counts.failed += 1;
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(counts));
    },
  };
}

function countSuite({ tests, suites }, counts) {
  for (const { skipped, passed } of tests) counts[skipped ? 'skipped' : passed ? 'passed' : 'failed'] += 1;
  for (const suite of suites) countSuite(suite, counts);
}
