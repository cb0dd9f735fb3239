import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../../../demo/folder-lock.ts';
import { repository } from './paths.ts';

const lockFile = `${repository}.site/lock`;
const LOOK_AGAIN_MS = 250;

/** Runs a build while no other process builds: the demo, a test and a person may all want one. */
export async function whileAlone(build: () => Promise<void>): Promise<void> {
  mkdirSync(`${repository}.site`, { recursive: true });
  let release = await takeLock(lockFile);
  while (!release) {
    await sleep(LOOK_AGAIN_MS);
    release = await takeLock(lockFile);
  }
  try {
    await build();
  } finally {
    await release();
  }
}
