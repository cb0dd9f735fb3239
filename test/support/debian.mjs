import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs packages of Debian where that is possible: as root, with apt. Whether it worked is seen
 * by what is there afterwards.
 */
export function installPackages(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const lock = ['-o', 'DPkg::Lock::Timeout=600'];
  // Standard output may be read by a program, so the installer writes to standard error.
  const options = {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', [...lock, 'update'], options);
  spawnSync('apt-get', [...lock, 'install', '-y', '--no-install-recommends', ...names], options);
}
