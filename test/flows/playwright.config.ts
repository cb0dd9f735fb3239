import { defineConfig } from '@playwright/test';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';

// Whole journeys in a browser (test/flows) and tests that run in Node, everywhere else under test/.
export default defineConfig({
  testDir: '..',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/output',
  workers: 2,
  timeout: 30_000,
  forbidOnly: true,
  reporter: [['dot'], ['json', { outputFile: '../../test-results/specs.json' }]],
  use: {
    launchOptions: { executablePath: ensureBrowser(), args: browserArgs },
    screenshot: 'only-on-failure',
  },
});
