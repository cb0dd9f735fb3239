import { defaultReporter } from '@web/test-runner';
import base, { origins } from '../../web-test-runner.config.mjs';
import { coverageCommands } from '../endpoints/coverage-commands.mjs';
import { countsReporter } from '../support/counts-reporter.mjs';
import { ensureFirefox } from '../support/firefox.mjs';
import { findFreePort } from '../support/free-port.mjs';
import { onePageLauncher } from '../support/one-page-launcher.mjs';
import { webkitLauncher } from '../support/webkit-launcher.mjs';

const { ENGINE: engine } = process.env;

/** A Firefox of the system is driven by WebDriver BiDi. */
const launchers = {
  firefox: () =>
    onePageLauncher(
      {
        product: 'firefox',
        launchOptions: { channel: 'moz-firefox', executablePath: ensureFirefox() },
      },
      origins,
    ),
  webkit: () => webkitLauncher(origins),
};
if (!launchers[engine]) throw new Error('ENGINE is firefox or webkit');

// The unit tests in another engine: `ENGINE=webkit npx web-test-runner --config
// test/engines/web-test-runner.config.mjs`, and `--files` for some.
export default {
  ...base,
  // Engines run beside each other. Where both look for the next free port at the same moment, they
  // find the same.
  port: await findFreePort(),
  // A WebKit that hangs while it starts is noticed after 25 s, and replaced twice.
  browserStartTimeout: 150_000,
  // The table of endpoints shows the run in Chromium only.
  plugins: [
    ...base.plugins.filter(({ name }) => name !== 'coverage-commands'),
    coverageCommands(() => {}),
  ],
  browsers: [launchers[engine]()],
  reporters: [
    defaultReporter({ reportTestProgress: false }),
    countsReporter(`test-results/engine-${engine}-units.json`),
  ],
};
