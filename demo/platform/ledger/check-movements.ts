import type { BookedTransaction, LedgerRow } from './books.ts';
import { granted, money, paid, type Problem } from './problem.ts';
import { movesMoney, receivesMoney } from './sums.ts';

/**
 * Money moves in the currency that was asked, and goes back as it came: a refund is a payment as a
 * whole.
 */
export function checkMovements(
  transaction: BookedTransaction,
  rows: readonly LedgerRow[],
): Problem[] {
  const { currency } = transaction;
  const moved = rows.filter(({ kind, amountMinor }) => movesMoney(kind) && amountMinor !== 0);
  const own = moved.filter((row) => row.currency === currency);
  return [
    ...moved
      .filter((row) => row.currency !== currency)
      .map((row) => otherCurrency(transaction, row)),
    ...refundsWithoutPayment(own).map((row) =>
      granted(
        transaction.domain,
        transaction.id,
        `${money(row.amountMinor, currency)} were given back for ${transaction.operation}, and no payment of that amount came in`,
      ),
    ),
  ];
}

function otherCurrency(
  { domain, id, operation, amountMinor, currency }: BookedTransaction,
  { kind, amountMinor: movedMinor, currency: other }: LedgerRow,
): Problem {
  const text = `${operation} was prepared for ${money(amountMinor, currency)}, and ${money(movedMinor, other)} were ${kind} for it`;
  return kind === 'refunded' ? granted(domain, id, text) : paid(domain, id, text);
}

/** Each payment is given back once at most. */
function refundsWithoutPayment(rows: readonly LedgerRow[]): LedgerRow[] {
  const amounts = rows.filter(({ kind }) => receivesMoney(kind)).map((row) => row.amountMinor);
  return rows
    .filter(({ kind }) => kind === 'refunded')
    .filter(({ amountMinor }) => {
      const index = amounts.indexOf(amountMinor);
      if (index < 0) return true;
      amounts.splice(index, 1);
      return false;
    });
}
