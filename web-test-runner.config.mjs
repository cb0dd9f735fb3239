import { readFileSync } from 'node:fs';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { coverageCommands } from './test/endpoints/coverage-commands.mjs';
import { browserArgs, ensureHeadlessShell } from './test/support/browser.mjs';
import { countsReporter } from './test/support/counts-reporter.mjs';
import { pageCommands } from './test/support/page-commands.mjs';
import { platformPlugin } from './test/support/platform-plugin.mjs';
import { replacePlugin } from './test/support/replace-plugin.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

// One file: `npx web-test-runner --files test/session/opening.test.ts`. Each file gets a fresh
// browser profile. Samples: `import sample from '../samples/x.json' with { type: 'json' }`, here as
// in Node and Playwright.
export default {
  files: 'test/**/*.test.ts',
  nodeResolve: { browser: true, exportConditions: ['browser'] },
  // Two at a time are no faster on two cores, and disturb each other's times.
  concurrency: 1,
  // A busy machine takes its time; a test that passes waits no longer for it.
  testsFinishTimeout: 180_000,
  testFramework: { config: { ui: 'bdd', timeout: 20_000 } },
  plugins: [
    // 'esnext' keeps import attributes; the browser is a current one.
    esbuildPlugin({ ts: true, target: 'esnext', tsconfig: 'tsconfig.json' }),
    replacePlugin({
      'process.env.NODE_ENV': 'development',
      __VERSION__: version,
      __FOR_PAGES__: true,
    }),
    platformPlugin(),
    pageCommands(),
    coverageCommands(),
  ],
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: ensureHeadlessShell(), args: browserArgs },
    }),
  ],
  reporters: [defaultReporter(), countsReporter('test-results/browser.json')],
  coverageConfig: { include: ['src/**/*.ts'], reporters: ['lcovonly', 'text-summary'] },
};
