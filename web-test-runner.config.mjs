import { readFileSync } from 'node:fs';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { coverageCommands } from './test/endpoints/coverage-commands.mjs';
import { browserArgs, ensureHeadlessShell } from './test/support/browser.mjs';
import { countsReporter } from './test/support/counts-reporter.mjs';
import { createFreshOrigins } from './test/support/fresh-origins.mjs';
import { onePageLauncher } from './test/support/one-page-launcher.mjs';
import { pageCommands } from './test/support/page-commands.mjs';
import { platformPlugin } from './test/support/platform-plugin.mjs';
import { replacePlugin } from './test/support/replace-plugin.mjs';
import { unitScripts } from './test/support/unit-scripts.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Of the test files. */
export const origins = createFreshOrigins();

// One file: `npx web-test-runner --files test/session/opening/opening.test.ts`. All files run in
// one page, each at an origin of its own, so that it finds nothing stored. Samples: `import sample
// from '../samples/x.json' with { type: 'json' }`, here as in Node and Playwright.
export default {
  files: 'test/**/*.test.ts',
  nodeResolve: { browser: true, exportConditions: ['browser'] },
  // Two at a time are no faster on two cores, and disturb each other's times.
  concurrency: 1,
  // A busy machine takes its time; a test that passes waits no longer for it.
  testsFinishTimeout: 180_000,
  testFramework: { config: { ui: 'bdd', timeout: 40_000 } },
  // The coverage is that of the modules, so each is served alone then.
  middleware: process.argv.includes('--coverage') ? [] : [unitScripts()],
  plugins: [
    // 'esnext' keeps import attributes; the browser is a current one.
    esbuildPlugin({ ts: true, target: 'esnext', tsconfig: 'tsconfig.json' }),
    replacePlugin({
      'process.env.NODE_ENV': 'development',
      __VERSION__: version,
      __FOR_PAGES__: true,
    }),
    origins.plugin,
    platformPlugin(),
    pageCommands(),
    coverageCommands(),
  ],
  browsers: [
    onePageLauncher(
      {
        product: 'chromium',
        launchOptions: { executablePath: ensureHeadlessShell(), args: browserArgs },
      },
      origins,
    ),
  ],
  reporters: [defaultReporter(), countsReporter('test-results/browser.json')],
  coverageConfig: { include: ['src/**/*.ts'], reporters: ['lcovonly', 'text-summary'] },
};
