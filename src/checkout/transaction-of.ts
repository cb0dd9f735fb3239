import type { Answer } from '../dialect/envelope.ts';
import { booleanOf } from '../dialect/item-state-reader.ts';
import { idOf, numberOf, textOf } from '../dialect/readers.ts';
import { readTransaction, type TransactionReading } from '../dialect/transaction-reader.ts';
import { noteUnreadable } from '../session/note-unreadable.ts';
import { dialectError } from '../transport/dialect-error.ts';
import type { CheckoutOptions } from './context.ts';

/**
 * Reads the transaction of the answer of a payment call. The dialect of a page may return any
 * value: a transaction that no finish could name must not be paid. `undefined` without a
 * transaction and a state.
 * @throws {UsherError} `malformed`, when the function of the dialect throws.
 */
export function transactionOf(
  { dialect, session }: Pick<CheckoutOptions, 'dialect' | 'session'>,
  id: string,
  { result, status }: Answer,
): TransactionReading | undefined {
  try {
    return checkedReading((dialect.readTransaction ?? readTransaction)(result));
  } catch (error) {
    noteUnreadable(session.context, id, status);
    throw dialectError(id, error);
  }
}

/** The readable members of a reading. */
function checkedReading(reading: TransactionReading | undefined): TransactionReading | undefined {
  const given = Object(reading) as Readonly<Record<keyof TransactionReading, unknown>>;
  const id = idOf(typeof given.id === 'bigint' ? String(given.id) : given.id);
  const state = textOf(given.state);
  const alreadyFinished = booleanOf(given.alreadyFinished) ?? false;
  if (!id && !state && !alreadyFinished) return undefined;
  const validUntil = numberOf(given.validUntil);
  return {
    alreadyFinished,
    ...(id && { id }),
    ...(state && { state }),
    ...(validUntil && { validUntil }),
  };
}
