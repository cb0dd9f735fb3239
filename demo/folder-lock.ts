import { open, type FileHandle } from 'node:fs/promises';
import { createRequire } from 'node:module';

// The package has no types.
const { tryLock } = createRequire(import.meta.url)('fs-native-extensions') as {
  /** Locks a whole file for a descriptor. Whether it did. */
  tryLock(fd: number): boolean;
};

/** The files that are locked. A file that nothing refers to is closed, and its lock is lost. */
const lockedFiles = new Set<FileHandle>();

/**
 * Locks a file for this process. The lock is the operating system's: one process has it, and it is
 * free when that process ends, however it ends. The file stays, with the ID of the last process;
 * deleting it would give a second process a lock on a second file.
 *
 * @returns what gives the lock back; nothing when another process has it
 */
export async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const file = await open(path, 'a+');
  if (!tryLock(file.fd)) {
    await file.close();
    return undefined;
  }
  await file.truncate();
  await file.write(String(process.pid));
  lockedFiles.add(file);
  return async () => {
    lockedFiles.delete(file);
    await file.close();
  };
}
