import type { EntryKind } from './append.ts';
import type { LedgerRow } from './books.ts';

/**
 * What a kind of row does to the money that was received, and to what a provider still holds ready.
 */
const effects: Readonly<Record<EntryKind, { received: -1 | 0 | 1; held: -1 | 0 | 1 }>> = {
  prepared: { received: 0, held: 0 },
  declined: { received: 0, held: 0 },
  finished: { received: 0, held: 0 },
  granted: { received: 0, held: 0 },
  cancelled: { received: 0, held: 0 },
  deleted: { received: 0, held: 0 },
  authorised: { received: 0, held: 1 },
  captured: { received: 1, held: -1 },
  released: { received: 0, held: -1 },
  paid: { received: 1, held: 0 },
  instalment: { received: 1, held: 0 },
  renewed: { received: 1, held: 0 },
  upgraded: { received: 1, held: 0 },
  refunded: { received: -1, held: 0 },
};

/** Whether a row of this kind is about money that moves, or is held ready. */
export const movesMoney = (kind: EntryKind): boolean =>
  effects[kind].received !== 0 || effects[kind].held !== 0;

/** Whether a row of this kind is about money that came in. */
export const receivesMoney = (kind: EntryKind): boolean => effects[kind].received > 0;

/** Money in one currency, in its subunit. */
export interface Sum {
  readonly currency: string;
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  /** What stays: received less refunded. */
  readonly netMinor: number;
  /** Approved, to be captured after a trial phase. */
  readonly openCapturesMinor: number;
}

/** Rows without the payments that were given back: a refund has the reference of its payment. */
export function withoutGivenBack(rows: readonly LedgerRow[]): readonly LedgerRow[] {
  const refunds = rows.filter(({ kind, reference }) => kind === 'refunded' && reference !== null);
  const givenBack = new Set(refunds.map(({ reference }) => reference));
  return rows.filter(({ reference }) => !givenBack.has(reference));
}

/** Money in less money out of some rows. */
export function netOf(rows: readonly LedgerRow[]): number {
  return rows.reduce((sum, row) => sum + effects[row.kind].received * row.amountMinor, 0);
}

/** What is held ready by some rows. */
export function heldOf(rows: readonly LedgerRow[]): number {
  return rows.reduce((sum, row) => sum + effects[row.kind].held * row.amountMinor, 0);
}

/** Sums of rows, by currency. */
export function sumsOf(rows: readonly LedgerRow[]): Sum[] {
  const currencies = [...new Set(rows.map((row) => row.currency))].sort();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const [netMinor, receivedMinor] = [
      netOf(own),
      netOf(own.filter((row) => row.kind !== 'refunded')),
    ];
    return {
      currency,
      receivedMinor,
      refundedMinor: receivedMinor - netMinor,
      netMinor,
      openCapturesMinor: heldOf(own),
    };
  });
}
