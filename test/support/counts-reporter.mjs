import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A reporter that writes { counts: { passed, failed, skipped }, tests: [{ file, title, ms }],
 * skips: [title] } to `file`. A file that did not load counts as failed once.
 */
export function countsReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const run = { counts: { passed: 0, failed: 0, skipped: 0 }, tests: [], skips: [] };
      for (const { testResults, passed, testFile } of sessions) {
        const before = run.counts.failed;
        if (testResults) countSuite(testResults, testFile, run);
        if (!passed && run.counts.failed === before) run.counts.failed += 1;
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(run));
    },
  };
}

function countSuite({ tests, suites }, file, run) {
  for (const { name: title, skipped, passed, duration: ms = 0 } of tests) {
    run.counts[skipped ? 'skipped' : passed ? 'passed' : 'failed'] += 1;
    run.tests.push({ file, title, ms });
    if (skipped) run.skips.push(title);
  }
  for (const suite of suites) countSuite(suite, file, run);
}
