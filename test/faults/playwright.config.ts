import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { engineOf, launchOf } from './support/engine.ts';

/**
 * Rows that a busy machine spoils: a second of its time stands for up to a minute, they hold what the runtime does within two seconds against
 * the clock (an IndexedDB that is first read after a kill has 100 ms), they watch how fast tabs and profiles hear of each other, or they compute for most of their limit (the fleet).
 */
const timed = ['fleet', 'kill', 'lifecycle', 'purchase-kill', 'storage', 'tabs', 'time'].map((group) => `**/${group}.fault.ts`);
const results = resolve(import.meta.dirname, '../../test-results');

// Faults that the runtime must survive, each injected for real. Every row has ports, a profile and a page of its own, so that the rows that
// are not timed run in any order and beside each other; `run.mjs` says how many.
export default defineConfig({
  testDir: '.',
  outputDir: resolve(results, process.env['FAULT_OUTPUT'] ?? 'faults'),
  projects: [
    { name: 'timed', testMatch: timed },
    { name: 'rows', testMatch: '**/*.fault.ts', testIgnore: timed, fullyParallel: true },
  ],
  workers: 1,
  retries: 0,
  // A test waits for states, and a busy machine takes its time to reach them. A test that passes waits no longer for it.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['./support/table-reporter.ts'], ['json', { outputFile: resolve(results, process.env['FAULT_COUNTS'] ?? 'faults.json') }]],
  use: launchOf(engineOf(process.env['FAULT_BROWSER'])),
});
