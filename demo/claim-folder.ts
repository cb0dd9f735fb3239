import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface ClaimedFolder {
  readonly path: string;
  release(): Promise<void>;
}

/** More demos at once than anybody runs. */
const mostFolders = 20;

/**
 * The embedded database takes one process; a second demo at the same time gets a folder, and so a
 * catalogue, of its own.
 */
export async function claimFolder(parent: string): Promise<ClaimedFolder> {
  await mkdir(parent, { recursive: true });
  for (let number = 1; number <= mostFolders; number++) {
    const name = number === 1 ? 'platform' : `platform-${number}`;
    const lock = join(parent, `${name}.lock`);
    if (await takeLock(lock)) {
      return { path: join(parent, name), release: () => rm(lock, { force: true }) };
    }
  }
  throw new Error(
    `all folders in ${parent} are in use; delete the .lock files there if no demo is running`,
  );
}

/** Takes a lock file, also one that a process left behind which runs no more. Whether it did. */
export async function takeLock(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder && isRunning(holder)) return false;
    await rm(lock, { force: true });
    return takeLock(lock);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
