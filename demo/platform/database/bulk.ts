import type { Database } from './database.ts';

/** Names come from the database's own tables, already quoted where they must be. */
interface Part {
  readonly name: string;
  readonly definition: string;
}

/**
 * Runs `work` with the search indexes and foreign keys of a table set aside, and makes them anew:
 * building one over many rows takes a fraction of the time that changing it row by row takes. In a
 * transaction, or others see the table without them.
 */
export async function inBulk(
  database: Database,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const indexes = await database.query<Part>(
    `select quote_ident(indexname) as name, indexdef as definition from pg_indexes where schemaname = current_schema() and tablename = $1 and indexdef ~ ' USING gin '`,
    [table],
  );
  const keys = await database.query<Part>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [table],
  );
  for (const { name } of indexes) await database.script(`drop index ${name}`);
  for (const { name } of keys) {
    await database.script(`alter table ${table} drop constraint ${name}`);
  }
  await work();
  for (const { definition } of indexes) await database.script(definition);
  for (const { name, definition } of keys) {
    await database.script(`alter table ${table} add constraint ${name} ${definition}`);
  }
}
