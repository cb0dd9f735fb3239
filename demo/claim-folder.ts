import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from './folder-lock.ts';

export interface ClaimedFolder {
  readonly path: string;
  release(): Promise<void>;
}

/** More demos at once than anybody runs. */
const maxFolders = 20;

/**
 * The embedded database takes one process; a second demo at the same time gets a folder, and so a
 * catalogue, of its own.
 */
export async function claimFolder(parent: string): Promise<ClaimedFolder> {
  await mkdir(parent, { recursive: true });
  for (let number = 1; number <= maxFolders; number++) {
    const name = number === 1 ? 'platform' : `platform-${number}`;
    const release = await takeLock(join(parent, `${name}.lock`));
    if (release) return { path: join(parent, name), release };
  }
  throw new Error(`all folders in ${parent} are in use`);
}
