import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from './paths.ts';

const lockFile = `${repository}.site/lock`;
const LOOK_AGAIN_MS = 250;

/** Runs a build while no other process builds: the demo, a test and a person may all want one. */
export async function whileAlone(build: () => Promise<void>): Promise<void> {
  mkdirSync(`${repository}.site`, { recursive: true });
  while (!takeLock()) await sleep(LOOK_AGAIN_MS);
  try {
    await build();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** The lock names its process, so that one of a killed build ends with it. */
function takeLock(): boolean {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isOwnerAlive()) rmSync(lockFile, { force: true });
    return false;
  }
}

function isOwnerAlive(): boolean {
  try {
    const owner = Number(readFileSync(lockFile, 'utf8'));
    // Between its creation and its first byte a lock names nobody.
    if (owner > 0) process.kill(owner, 0);
    return true;
  } catch (error) {
    // The lock is gone by now, or its process is; one of another user is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
