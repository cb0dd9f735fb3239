import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A reporter that writes { passed, failed, skipped } to `file`. A file that did not load counts as failed once.
 * `{ areSkipsNamed: true }` adds `skips`, the titles of what was skipped.
 */
export function countsReporter(file, { areSkipsNamed = false } = {}) {
  return {
    onTestRunFinished({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      const skips = [];
      for (const { testResults, passed } of sessions) {
        const before = counts.failed;
        if (testResults) countSuite(testResults, counts, skips);
        if (!passed && counts.failed === before) counts.failed += 1;
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(areSkipsNamed ? { ...counts, skips } : counts));
    },
  };
}

function countSuite({ tests, suites }, counts, skips) {
  for (const { name, skipped, passed } of tests) {
    counts[skipped ? 'skipped' : passed ? 'passed' : 'failed'] += 1;
    if (skipped) skips.push(name);
  }
  for (const suite of suites) countSuite(suite, counts, skips);
}
