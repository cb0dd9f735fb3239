import { booleanOf } from './item-state-reader.ts';
import { idOf, member, numberOf, textOf } from './readers.ts';

/** What a payment call answers about a transaction. */
export interface TransactionReading {
  /** To the last digit. */
  readonly id?: string;
  /**
   * `prepared`, `finished`, `pending`, `redeemed`, `ending`, `deleted`, … as the platform calls it.
   */
  readonly state?: string;
  /** It was finished by an earlier call: a success. */
  readonly alreadyFinished: boolean;
  /** Unix seconds; absent when there is no end. */
  readonly validUntil?: number;
}

/**
 * Reads the answer of a payment call; `undefined` when it names neither a transaction nor a state.
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
