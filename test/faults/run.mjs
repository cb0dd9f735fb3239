// `npm run faults`: all rows; `npm run faults -- "wall clock"`: those whose name holds the text;
// `--browser firefox`: in Firefox.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
const {
  values: { browser },
  positionals: [text],
} = parseArgs({
  options: { browser: { type: 'string', default: 'chromium' } },
  allowPositionals: true,
});
/** What the counts and outputs of the run are named by. */
const name = browser === 'chromium' ? 'faults' : `faults-${browser}`;
const rows = text
  ? ['--grep', text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), '--pass-with-no-tests']
  : [];

const { status } = spawnSync(
  process.execPath,
  [playwright, 'test', '-c', 'test/faults/playwright.config.ts', ...rows],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FAULT_BROWSER: browser,
      FAULT_COUNTS: `${name}.json`,
      FAULT_OUTPUT: name,
    },
  },
);
process.exitCode = status ?? 1;
