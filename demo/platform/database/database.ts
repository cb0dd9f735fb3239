export type Row = Record<string, unknown>;

/**
 * The database as the platform sees it: parameterised SQL in, rows out. PGlite and PostgreSQL stand
 * behind it alike. int8 comes and goes as text, so that an ID keeps every digit; timestamptz as
 * `Date`, jsonb as its value.
 */
export interface Database {
  query<R = Row>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
  /** Runs several statements without parameters, as a migration has them. */
  script(sql: string): Promise<void>;
  /** All of `work` or nothing of it. */
  transaction<T>(work: (within: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The first row; for queries that have one at most. */
export async function queryOne<R = Row>(
  database: Database,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<R | undefined> {
  const [row] = await database.query<R>(sql, parameters);
  return row;
}
