import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RowOutcome {
  readonly held: number;
  readonly broke: number;
  readonly output: string;
}

/** Started without `npx`, which takes longer than many rows. */
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
/** Longer than any row takes on a busy machine. */
const limitMs = 150_000;
/**
 * A row without its guard waits in vain, so its timeouts are shorter: for a state, and in total.
 */
const stateTimeoutMs = 5000;
const rowTimeoutMs = 30_000;

/** Runs the row of this group and title against a build, in its own process group. */
export async function runRow(title: string, dist: string): Promise<RowOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'usher-row-'));
  const counts = join(folder, 'counts.json');
  // Tags come behind the title.
  const exact = `${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( @\\w+)*$`;
  const env = {
    ...process.env,
    USHER_DIST: dist,
    FAULT_COUNTS: counts,
    FAULT_OUTPUT: join(folder, 'output'),
    FAULT_STATE_TIMEOUT_MS: String(stateTimeoutMs),
  };
  for (const name of Object.keys(env)) {
    if (/^(TEST_|PW_?TEST)/.test(name)) delete env[name as keyof typeof env];
  } // the runner's own text
  const child = spawn(
    process.execPath,
    [
      playwright,
      'test',
      '-c',
      'test/faults/playwright.config.ts',
      '--grep',
      exact,
      '--grep-invert',
      'Guards',
      '--timeout',
      String(rowTimeoutMs),
      '--workers',
      '1',
      '--retries',
      '0', // the test that runs the row has a second try of its own
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const limit = setTimeout(() => process.kill(-child.pid!, 'SIGINT'), limitMs);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  const { stats } = JSON.parse(readFileSync(counts, 'utf8')) as {
    stats: { expected: number; unexpected: number };
  };
  rmSync(folder, { recursive: true, force: true });
  return { held: stats.expected, broke: stats.unexpected, output };
}
