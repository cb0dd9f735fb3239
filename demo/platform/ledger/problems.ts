import { isOwnMerchant } from '../payment/merchants.ts';
import type { Books, LedgerRow } from './books.ts';
import { checkSubscription } from './check-subscription.ts';
import { checkTransaction } from './check-transaction.ts';
import { granted, money, paid, type Problem } from './problem.ts';
import { findSecondSales } from './second-sales.ts';

/**
 * Holds grants against payments, both ways. Vouchers, external subscriptions and what costs nothing
 * are lawful without payment.
 */
export function findProblems(books: Books, now: Date): Problem[] {
  const { rows, transactions, subscriptions, vouchers, merchants } = books;
  const rowsOf = byTransaction(rows);
  const subscriptionOf = new Map(subscriptions.map((one) => [one.transaction, one]));
  const transactionOf = new Map(transactions.map((one) => [one.id, one]));
  const problems = [
    ...transactions.flatMap((one) =>
      checkTransaction(one, rowsOf.get(one.id) ?? [], subscriptionOf.has(one.id)),
    ),
    ...subscriptions.flatMap((one) =>
      checkSubscription(
        one,
        transactionOf.get(one.transaction ?? ''),
        rowsOf.get(one.transaction ?? '') ?? [],
        now,
      ),
    ),
    ...rows
      .filter(({ merchant }) => merchant !== null && !isOwnMerchant(merchant, merchants))
      .map(({ domain, transaction, kind, amountMinor, currency, merchant }) =>
        granted(
          domain,
          transaction,
          `${money(amountMinor, currency)} were ${kind} to ${merchant}, who is no merchant of this platform`,
        ),
      ),
    ...findSecondSales(books).map(({ domain, transaction, text }) =>
      paid(domain, transaction, text),
    ),
  ];
  for (const { domain, id, user, code, known } of vouchers) {
    if (!known) {
      problems.push(
        granted(
          domain,
          null,
          `grant ${id} of user ${user} is for the voucher ${code}, which does not exist`,
        ),
      );
    }
  }
  return problems;
}

function byTransaction(rows: readonly LedgerRow[]): Map<string, LedgerRow[]> {
  const groups = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    if (row.transaction !== null) {
      groups.set(row.transaction, [...(groups.get(row.transaction) ?? []), row]);
    }
  }
  return groups;
}
