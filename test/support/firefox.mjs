// Finds a Firefox of the system, or installs Debian's. Playwright drives it by WebDriver BiDi.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './debian.mjs';

const NAMES = ['firefox-esr', 'firefox'];
const APPLICATIONS = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The path of a Firefox that is there already, or nothing. */
export function findFirefox() {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH;
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((dir) => NAMES.map((name) => join(dir, name)));
  return [...inPath, ...APPLICATIONS].find((path) => existsSync(path));
}

/** The path of a Firefox; installs one where that is possible. Throws when there is none. */
export function ensureFirefox() {
  const path = findFirefox() ?? (installPackages('firefox-esr'), findFirefox());
  if (!path) throw new Error('firefox-esr is not to be had: install it, or set FIREFOX_PATH');
  return path;
}
