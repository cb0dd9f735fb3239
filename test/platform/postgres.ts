import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Server {
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** A PostgreSQL server of our own, when this machine has the programs for one; `undefined` when it has not. */
export async function startPostgres(): Promise<Server | undefined> {
  const programs = findPrograms();
  if (!programs) return undefined;
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'usher-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const made = spawnSync(join(programs, 'initdb'), ['-D', join(folder, 'data'), '-U', 'usher', '-A', 'trust', '-E', 'UTF8', '--no-locale'], { ...user, encoding: 'utf8', cwd: folder });
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const server = spawn(join(programs, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', folder], { ...user, cwd: folder, stdio: 'ignore' });
  for (let n = 0; n < 100 && spawnSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status !== 0; n++) await wait(100);
  return {
    databaseUrl: `postgres://usher@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string | undefined {
  try {
    const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => `/usr/lib/postgresql/${version}/bin`).find((folder) => spawnSync(join(folder, 'initdb'), ['--version']).status === 0);
  } catch {
    return undefined; // no such folder
  }
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
