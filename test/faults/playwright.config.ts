import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { TakenOut } from '../support/without-guard.ts';
import { engineOf, launchOf } from './support/engine.ts';
import { guards } from './support/guards.ts';

const filesOf = (...groups: string[]): string[] => groups.map((group) => `**/${group}.fault.ts`);
/** Rows with paced time (a second lasts up to a minute). They wait for long, so they come first. */
const paced = filesOf('tabs', 'time');
/** More of these, rows that kill the browser, and the fleet, which computes all the time. */
const timed = filesOf('fleet', 'kill', 'lifecycle', 'purchase-kill', 'storage');
const engine = engineOf(process.env['FAULT_BROWSER']);
/** Exactly this title, which tags may follow. */
const titled = (title: string): RegExp =>
  new RegExp(`${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( @\\w+)*$`);
/** Each guard: its row, on a build without it. Chromium proves that the rows turn red. */
const withoutGuards = guards.map(({ name, row, ...withoutGuard }) => ({
  name: `without the ${name}`,
  testMatch: '**/*.fault.ts',
  grep: titled(row),
  use: { withoutGuard },
  // It waits in vain, so for a shorter time.
  timeout: 30_000,
  expect: { timeout: 5000 },
}));
const results = resolve(import.meta.dirname, '../../test-results');

// Faults that the runtime must survive, each injected for real. Every row has ports, a profile and
// a page of its own, so that they run in any order and beside each other.
export default defineConfig<object, { withoutGuard: TakenOut | undefined }>({
  testDir: '.',
  outputDir: resolve(results, process.env['FAULT_OUTPUT'] ?? 'faults'),
  projects: [
    { name: 'paced', testMatch: paced, fullyParallel: true },
    { name: 'timed', testMatch: timed, fullyParallel: true },
    {
      name: 'rows',
      testMatch: '**/*.fault.ts',
      testIgnore: [...paced, ...timed],
      fullyParallel: true,
    },
    ...(engine === 'chromium' ? withoutGuards : []),
  ],
  workers: 2,
  // `npm test` names what passed only then, and why it failed at first.
  retries: 1,
  // A test waits for states, and a busy machine takes its time to reach them. A test that passes
  // waits no longer for it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [
    ['./support/table-reporter.ts'],
    ['json', { outputFile: resolve(results, process.env['FAULT_COUNTS'] ?? 'faults.json') }],
  ],
  use: launchOf(engine),
});
