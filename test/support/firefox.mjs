// Finds a Firefox of the system, or installs Debian's. Playwright drives it by WebDriver BiDi.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['firefox-esr', 'firefox'];
const APPLICATIONS = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The path of a Firefox that is there already, or nothing. */
function findFirefox() {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH;
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((dir) => NAMES.map((name) => join(dir, name)));
  return [...inPath, ...APPLICATIONS].find((path) => existsSync(path));
}

/** The path of a Firefox; installs one where that is possible. Throws when there is none. */
export function ensureFirefox() {
  const path = findFirefox() ?? (installByApt(), findFirefox());
  if (!path) throw new Error('No Firefox: set FIREFOX_PATH, or install firefox-esr.');
  return path;
}

function installByApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const lock = ['-o', 'DPkg::Lock::Timeout=600'];
  const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', [...lock, 'update'], options);
  spawnSync('apt-get', [...lock, 'install', '-y', '--no-install-recommends', 'firefox-esr'], options);
}
