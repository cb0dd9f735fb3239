import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Brings the schema up to date: every numbered file of `migrations/` that is not recorded yet, in
 * order, each in a transaction.
 */
export async function migrate(database: Database): Promise<void> {
  await database.script(
    'create table if not exists migrations (number int primary key, name text not null, applied_at timestamptz not null default now())',
  );
  const applied = new Set(
    (await database.query<{ number: number }>('select number from migrations')).map(
      (row) => row.number,
    ),
  );
  for (const { number, name, sql } of await readMigrations()) {
    if (applied.has(number)) continue;
    await database.transaction(async (within) => {
      await within.script(sql);
      await within.query('insert into migrations (number, name) values ($1, $2)', [number, name]);
    });
  }
}

/** All migrations, in their order. */
export async function readMigrations(): Promise<{ number: number; name: string; sql: string }[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 4)),
      name,
      sql: await readFile(new URL(name, folder), 'utf8'),
    })),
  );
}
