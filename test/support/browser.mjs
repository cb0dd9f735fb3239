// Finds a Chromium, or installs one: Playwright's own, else Debian's. Most tests run in the headless
// shell where it is there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Quiet, offline, and without the sandbox where that cannot work (as root). */
const commonArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Suggestions below the address bar: a page of the browser's own with a process for each, in every
 * window. They cost more than half of the CPU time of opening a window.
 */
const addressBarFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/**
 * What Playwright 1.64 switches off. Chromium reads only the last list of a command line, which is
 * ours, so it has these too; `browser.spec.ts` compares them.
 */
const playwrightFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

const withoutFeatures = (...features) => `--disable-features=${features.join()}`;

/** For a Chromium that Playwright starts. */
export const browserArgs = [
  ...commonArgs,
  withoutFeatures(...playwrightFeatures, ...addressBarFeatures),
];

/** For a Chromium that is started without Playwright's own switches. */
export const rawBrowserArgs = [...commonArgs, withoutFeatures(...addressBarFeatures)];

/** The path of a Chromium that is there already, or nothing. */
export function findBrowser() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  return [chromium.executablePath(), ...inPath(NAMES), ...APPLICATIONS].find(
    (path) => path && existsSync(path),
  );
}

/**
 * The path of Chromium's headless shell, else of a Chromium. The shell is the same engine without
 * the windows around it: a test takes a fifth less CPU time. It has no back/forward cache.
 */
export function ensureHeadlessShell() {
  return process.env.CHROME_PATH ?? findHeadlessShell() ?? ensureBrowser();
}

const findHeadlessShell = () => inPath(SHELL_NAMES).find((path) => existsSync(path));

/** Where programs with these names may be. */
function inPath(names) {
  const dirs = (process.env.PATH ?? '').split(delimiter);
  return dirs.flatMap((dir) => names.map((name) => join(dir, name)));
}

/** The path of a Chromium; installs one where there is none. Throws when that fails. */
export function ensureBrowser() {
  const path =
    findBrowser() ??
    (installByPlaywright(), findBrowser()) ??
    (installByApt('chromium'), findBrowser());
  if (!path) {
    throw new Error(
      'No Chromium: set CHROME_PATH, or run `npx playwright install --with-deps chromium`.',
    );
  }
  return path;
}

function installByPlaywright() {
  const cli = join(
    dirname(fileURLToPath(import.meta.resolve('playwright/package.json'))),
    'cli.js',
  );
  run(process.execPath, [cli, 'install', 'chromium']);
}

function installByApt(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const lock = ['-o', 'DPkg::Lock::Timeout=600'];
  run('apt-get', [...lock, 'update']);
  run('apt-get', [...lock, 'install', '-y', '--no-install-recommends', name]);
}

// Standard output may be read by a program, so the installers speak on standard error.
function run(command, args) {
  spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(ensureBrowser());
  if (!findHeadlessShell()) installByApt('chromium-headless-shell');
}
