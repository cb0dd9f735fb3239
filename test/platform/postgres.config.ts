import { defineConfig } from '@playwright/test';
import { browserArgs, ensureHeadlessShell } from '../support/browser.mjs';

// The tests of the platform once more, on a PostgreSQL server: all of them but those about the
// embedded database's folder (single ones have the tag `@folder`), about nothing of a database,
// those that start a server themselves, and the longest table of values (statistics-postgres has
// its own).

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: [
    '*postgres.spec.ts',
    'statistics-values.spec.ts',
    'restart.spec.ts',
    'ledger-command.spec.ts',
    'incident-command.spec.ts',
    'demo-server.spec.ts',
    'call-viewer.spec.ts',
    'media.spec.ts',
    'months.spec.ts',
    'http.spec.ts',
    'signing.spec.ts',
    'directory.spec.ts',
  ],
  grepInvert: /@folder/,
  globalSetup: './start-shared-postgres.ts',
  outputDir: '../../test-results/postgres-output',
  workers: 2,
  // A test waits for states, and a busy machine takes its time to reach them. A test that passes
  // waits no longer for it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // `npm test` names what passed only then, and why it failed at first.
  retries: 1,
  forbidOnly: true,
  reporter: [['dot'], ['json', { outputFile: '../../test-results/postgres.json' }]],
  use: { launchOptions: { executablePath: ensureHeadlessShell(), args: browserArgs } },
});
