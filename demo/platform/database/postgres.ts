import pg from 'pg';
import { reasonOf } from '../wire/reason-of.ts';
import type { Database } from './database.ts';
import { randomPageCost } from './pglite.ts';

/** Opens a PostgreSQL server by its address. `pg` gives int8 as text already. */
export async function openPostgres(address: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: address,
    max: 8,
    options: `-c random_page_cost=${randomPageCost}`,
  });
  // The pool replaces a connection that breaks. Without these listeners it would end the process:
  // the pool reports an idle one, and does not listen to one in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return {
    ...over(pool),
    transaction: (work) => transact(pool, work),
    close: () => pool.end(),
  };
}

async function transact<T>(pool: pg.Pool, work: (within: Database) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new Error(`the PostgreSQL server gives no connection: ${reasonOf(error)}`);
  });
  const database: Database = {
    ...over(client),
    transaction: (inner) => inner(database),
    close: async () => {},
  };
  try {
    await client.query('begin');
    const value = await work(database);
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // fails too where the connection is broken
    throw error;
  } finally {
    client.release();
  }
}

function over(source: pg.Pool | pg.PoolClient): Pick<Database, 'query' | 'script'> {
  return {
    query: async <R>(sql: string, parameters: readonly unknown[] = []) =>
      (await source.query(sql, [...parameters])).rows as R[],
    script: async (sql) => void (await source.query(sql)),
  };
}
