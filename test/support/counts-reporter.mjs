import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * A reporter that writes { counts: { passed, failed, skipped }, tests: [{ file, title, ms }],
 * skips: [title], failures: [text] } to `file`. A file that did not load counts as failed once.
 */
export function countsReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const run = {
        counts: { passed: 0, failed: 0, skipped: 0 },
        tests: [],
        skips: [],
        failures: [],
      };
      for (const { testResults, passed, testFile } of sessions) {
        const before = run.counts.failed;
        if (testResults) countSuite(testResults, testFile, run);
        if (!passed && run.counts.failed === before) {
          run.counts.failed += 1;
          run.failures.push(`${nameOf(testFile)} did not load or end`);
        }
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(run));
    },
  };
}

const nameOf = (file) => relative('.', file);

function countSuite({ tests, suites }, file, run) {
  for (const { name: title, skipped, passed, error, duration: ms = 0 } of tests) {
    run.counts[skipped ? 'skipped' : passed ? 'passed' : 'failed'] += 1;
    run.tests.push({ file, title, ms });
    if (skipped) run.skips.push(title);
    else if (!passed) run.failures.push(`${nameOf(file)}: ${title}: ${error?.message}`);
  }
  for (const suite of suites) countSuite(suite, file, run);
}
