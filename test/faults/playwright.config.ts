import { defineConfig } from '@playwright/test';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';

// Faults that the runtime must survive, each injected for real. One worker: rows measure time.
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.fault.ts',
  outputDir: process.env['FAULT_OUTPUT'] ?? '../../test-results/faults',
  workers: 1,
  retries: 0,
  timeout: 30_000,
  forbidOnly: true,
  reporter: [['./support/table-reporter.ts'], ['json', { outputFile: process.env['FAULT_COUNTS'] ?? '../../test-results/faults.json' }]],
  use: { launchOptions: { executablePath: ensureBrowser(), args: browserArgs } },
});
