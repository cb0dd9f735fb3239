import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { takeLock } from '../../folder-lock.ts';
import { inMemory } from '../../platform/open-database.ts';

/**
 * Locks a data folder for this process; the embedded database takes one only.
 *
 * @returns what gives it back
 * @throws with the code `EADDRINUSE` where another process has it
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  if (dataDir === inMemory) return async () => {};
  await mkdir(dirname(dataDir), { recursive: true });
  const release = await takeLock(`${dataDir}.lock`);
  if (release) return release;
  const error: NodeJS.ErrnoException = new Error(`another process runs on ${dataDir}`);
  error.code = 'EADDRINUSE';
  throw error;
}
