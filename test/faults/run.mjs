// `npm run faults`: all rows; `npm run faults -- "wall clock"`: those whose name holds the text.
// First the timed rows, one at a time: a second of theirs may stand for a minute, and beside another row it did not hold; then the others,
// two at a time.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
/** On two cores. */
const passes = [{ project: 'timed', workers: 1 }, { project: 'rows', workers: 2 }];
const [text] = process.argv.slice(2);
const rows = text ? ['--grep', text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), '--pass-with-no-tests'] : [];

for (const { project, workers } of passes) {
  const { status } = spawnSync(
    process.execPath,
    [playwright, 'test', '-c', 'test/faults/playwright.config.ts', '--project', project, '--workers', String(workers), ...rows],
    { stdio: 'inherit', env: { ...process.env, FAULT_COUNTS: `faults-${project}.json`, FAULT_OUTPUT: `faults/${project}` } },
  );
  if (status !== 0) process.exitCode = status ?? 1;
}
