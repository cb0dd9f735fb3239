import { defineConfig } from '@playwright/test';
import { browserArgs, ensureHeadlessShell } from '../support/browser.mjs';

// Whole journeys in a browser (test/flows) and tests that run in Node, everywhere else under test/.
export default defineConfig({
  testDir: '..',
  testMatch: '**/*.spec.ts',
  globalSetup: '../fixtures/examples/examples-workspace.ts',
  outputDir: '../../test-results/output',
  workers: 2,
  // A test waits for states, and a busy machine takes its time to reach them. A test that passes
  // waits no longer for it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // `npm test` names what passed only then, and why it failed at first.
  retries: 1,
  forbidOnly: true,
  reporter: [['dot'], ['json', { outputFile: '../../test-results/specs.json' }]],
  use: {
    launchOptions: { executablePath: ensureHeadlessShell(), args: browserArgs },
    screenshot: 'only-on-failure',
  },
});
