import { PGlite, type Transaction } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { Database } from './database.ts';

/** PostgreSQL's type number of int8. */
const int8 = 20;

/**
 * What reading a page anywhere costs, beside 1 for the next one: the same, in memory. PostgreSQL's
 * own 4 is of turning discs, and makes it read whole tables.
 */
export const randomPageCost = 1.1;

/** Opens the embedded database: a folder, or `memory://`, there from a dump when one is given. */
export async function openPGlite(
  dataDir: string,
  dump?: Blob,
): Promise<Database & { dump(): Promise<Blob> }> {
  const parsers = { [int8]: (text: string) => text };
  const pglite = await PGlite.create({
    dataDir,
    parsers,
    extensions: { pg_trgm },
    ...(dump && { loadDataDir: dump }),
  });
  await pglite.exec(`set random_page_cost = ${randomPageCost}`);
  return {
    ...over(pglite),
    transaction: (work) => pglite.transaction((transaction) => work(within(transaction))),
    close: () => pglite.close(),
    dump: () => pglite.dumpDataDir('none'),
  };
}

function over(source: PGlite | Transaction): Pick<Database, 'query' | 'script'> {
  return {
    query: async <R>(sql: string, parameters: readonly unknown[] = []) =>
      (await source.query<R>(sql, [...parameters])).rows,
    script: async (sql) => void (await source.exec(sql)),
  };
}

/** Inside a transaction a further one is part of it. */
function within(transaction: Transaction): Database {
  const database: Database = {
    ...over(transaction),
    transaction: (work) => work(database),
    close: async () => {},
  };
  return database;
}
