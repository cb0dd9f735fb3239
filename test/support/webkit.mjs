// Finds a WebKitGTK that a program can drive, or installs Debian's.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './debian.mjs';

const LIBRARIES = '/usr/lib';

/**
 * Its driver, its browser and a screen without a monitor, as paths; or nothing when one is missing.
 */
export function findWebKit() {
  const found = {
    driver: findProgram('WebKitWebDriver'),
    screen: findProgram('Xvfb'),
    browser: findMiniBrowser(),
  };
  return Object.values(found).every(Boolean) ? found : undefined;
}

/** The same; installs them where that is possible. Throws when there is none. */
export function ensureWebKit() {
  const found = findWebKit() ?? (installPackages('webkit2gtk-driver', 'xvfb'), findWebKit());
  if (!found) throw new Error('webkit2gtk-driver and xvfb are not to be had');
  return found;
}

function findProgram(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find((path) => existsSync(path));
}

/** Debian keeps it in a folder of the machine's architecture and of the library's version. */
function findMiniBrowser() {
  if (!existsSync(LIBRARIES)) return undefined;
  const architectures = readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu'));
  const candidates = architectures.flatMap((name) =>
    ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((version) =>
      join(LIBRARIES, name, version, 'MiniBrowser'),
    ),
  );
  return candidates.find((path) => existsSync(path));
}
