import { defineConfig } from '@playwright/test';

// Playwright runs these tests, but does not drive their browser.
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  outputDir: '../../test-results/engine-webkit',
  workers: 1,
  timeout: 120_000,
  retries: 1,
  forbidOnly: true,
  reporter: [['dot'], ['json', { outputFile: '../../test-results/engine-webkit-journeys.json' }]],
});
