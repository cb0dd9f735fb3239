import { booleanOf } from './item-state-reader.ts';
import { idOf, member, numberOf, textOf } from './readers.ts';

/** The transaction of a payment answer. */
export interface TransactionReading {
  /** With every digit. */
  readonly id?: string;
  /**
   * `prepared`, `finished`, `pending`, `redeemed`, `ending`, `deleted`, … in the platform's words.
   */
  readonly state?: string;
  /** An earlier call has finished it: this is a success. */
  readonly alreadyFinished: boolean;
  /** Unix seconds. Absent without an end. */
  readonly validUntil?: number;
}

/**
 * Reads the answer of a payment call. `undefined` when it has neither a transaction nor a state.
 */
export function readTransaction(result: unknown): TransactionReading | undefined {
  const id = idOf(member(result, 'general', 'transactionID'));
  const state = textOf(member(result, 'general', 'state'));
  if (!id && !state) return undefined;
  const validUntil = numberOf(member(result, 'general', 'validUntil'));
  return {
    alreadyFinished: booleanOf(member(result, 'general', 'alreadyFinished')) ?? false,
    ...(id && { id }),
    ...(state && { state }),
    ...(validUntil && { validUntil }),
  };
}
