import type { Database } from '../database/database.ts';
import { readBooks, type LedgerRow } from './books.ts';
import type { Problem } from './problem.ts';
import { findProblems } from './problems.ts';
import { sumsOf, type Sum } from './sums.ts';

/** The ledger as of a moment: every row, the sums, and where money and grants do not agree. */
export interface Statement {
  readonly rows: readonly LedgerRow[];
  readonly sums: readonly Sum[];
  readonly problems: readonly Problem[];
}

/** Reads the statement of a domain, or of all. */
export async function readStatement(
  database: Database,
  domain: string | undefined,
  now: Date,
): Promise<Statement> {
  const books = await readBooks(database, domain, now);
  return { rows: books.rows, sums: sumsOf(books.rows), problems: findProblems(books, now) };
}
