// `npm run faults`: all rows; `npm run faults -- "wall clock"`: those whose name holds the text; `--browser firefox`: in Firefox.
// First the timed rows, one at a time: a second of theirs may stand for a minute, and beside another row it did not hold; then the others,
// two at a time.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
/** On two cores. */
const passes = [{ project: 'timed', workers: 1 }, { project: 'rows', workers: 2 }];
const { values: { browser }, positionals: [text] } = parseArgs({ options: { browser: { type: 'string', default: 'chromium' } }, allowPositionals: true });
/** What the counts and outputs of the run are named by. */
const name = browser === 'chromium' ? 'faults' : `faults-${browser}`;
const rows = text ? ['--grep', text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), '--pass-with-no-tests'] : [];

for (const { project, workers } of passes) {
  const { status } = spawnSync(
    process.execPath,
    [playwright, 'test', '-c', 'test/faults/playwright.config.ts', '--project', project, '--workers', String(workers), ...rows],
    { stdio: 'inherit', env: { ...process.env, FAULT_BROWSER: browser, FAULT_COUNTS: `${name}-${project}.json`, FAULT_OUTPUT: `${name}/${project}` } },
  );
  if (status !== 0) process.exitCode = status ?? 1;
}
