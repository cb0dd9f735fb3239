import { defineConfig } from '@playwright/test';
import { ensureFirefox } from '../support/firefox.mjs';

/**
 * What depends on the engine: login, windows and frames of payments, returns, messages between
 * tabs, storage.
 */
const dependent = ['ways-in', 'checkout-ways', 'checkout-return', 'two-tabs', 'privacy'];

/** The other main journeys. */
const others = ['session-notices', 'directory-login', 'checkout-voucher', 'search'];

/** How the demo sells and logs in, which is the same in each engine. */
const alike = [
  'who is not logged in is asked for that first',
  'who logs in by the directory on the way',
  'a subscriber who logs in at the desk',
  'one button pays',
  'Code from your television',
];
const isMain = Boolean(process.env['ENGINE_MAIN']);

const journeys = isMain ? dependent : [...dependent, ...others];

export default defineConfig({
  testDir: '../flows',
  // What the layout looks like, and what needs no browser, is the same there: the run in Chromium
  // shows it.
  grepInvert: new RegExp(
    ['fit a phone', 'can be read in', 'is told by', ...(isMain ? alike : [])].join('|'),
  ),
  testMatch: journeys.map((name) => `**/${name}.spec.ts`),
  outputDir: '../../test-results/engine-firefox',
  workers: 1,
  // Beside another engine a journey of three pages takes up to 40 s. A test that passes waits no
  // longer for it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  retries: 1,
  forbidOnly: true,
  reporter: [['dot'], ['json', { outputFile: '../../test-results/engine-firefox-journeys.json' }]],
  use: {
    browserName: 'firefox',
    launchOptions: { channel: 'moz-firefox', executablePath: ensureFirefox() }, // a Firefox of the system, by WebDriver BiDi
    screenshot: 'only-on-failure',
  },
});
