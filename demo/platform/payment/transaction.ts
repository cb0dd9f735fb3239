import type { Call } from '../call.ts';
import { queryOne, type Database } from '../database/database.ts';
import { isStorableId } from '../wire/id.ts';
import { Refusal } from '../wire/refusal.ts';
import { givenText, requireUser } from './given.ts';
import type { Operation } from './operation.ts';

/** A transaction, as stored. */
export interface Transaction {
  readonly id: string;
  readonly domain: string;
  readonly user_id: string;
  readonly operation: Operation;
  readonly gid: string | null;
  readonly state: 'prepared' | 'pending' | 'finished' | 'declined' | 'deleted';
  /** What it was prepared for, in the currency's subunit. */
  readonly amount_minor: string;
  readonly currency: string;
  readonly provider: string;
  readonly reference: string | null;
  readonly valid_until: Date | null;
  readonly duration_months: number | null;
  readonly premium: boolean;
  readonly renews: boolean;
  readonly paid_monthly: boolean;
  readonly capture_on: Date | null;
  readonly captured_at: Date | null;
  /** Why its payment was given back. */
  readonly deleted_because: string | null;
}

/**
 * The transaction that a call names, when it is one of its user. @throws {Refusal} 404, also for
 * those of others.
 */
export async function findTransaction(call: Call): Promise<Transaction> {
  const [user, id] = [requireUser(call), givenText(call, 'transactionID')];
  const transaction =
    isStorableId(id) &&
    (await queryOne<Transaction>(
      call.database,
      'select * from transactions where id = $1 and domain = $2 and user_id = $3',
      [id, call.domain.id, user],
    ));
  if (!transaction) throw new Refusal(404, `there is no transaction ${id} of this user`);
  return transaction;
}

/**
 * The same transaction as it is now, held for this user until the database transaction ends, so
 * that of two calls at once the second sees what the first did.
 */
export async function lockTransaction(
  within: Database,
  { id, user_id }: Transaction,
): Promise<Transaction> {
  await within.query('select id from users where id = $1 for update', [user_id]);
  const transaction = await queryOne<Transaction>(
    within,
    'select * from transactions where id = $1 for update',
    [id],
  );
  return transaction!;
}
