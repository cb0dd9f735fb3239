import { premiumOffer } from '../tenants/price-model.ts';
import type { BookedTransaction, LedgerRow } from './books.ts';
import { checkMovements } from './check-movements.ts';
import { granted, money, paid, type Problem } from './problem.ts';
import { heldOf, netOf, withoutGivenBack } from './sums.ts';

/** What a transaction cost came in, no more and no less, and it is granted for that. */
export function checkTransaction(
  transaction: BookedTransaction,
  allRows: readonly LedgerRow[],
  subscribed: boolean,
): Problem[] {
  const { id, domain, state, operation, amountMinor, paidMinor, currency } = transaction;
  const problems = checkMovements(transaction, allRows);
  // Money of another currency balances nothing here.
  const rows = allRows.filter((row) => row.currency === currency);
  const [net, held] = [netOf(rows), heldOf(rows)];
  const isGranted = state === 'finished' && (operation !== 'subscription' || subscribed);
  if (!isGranted && net > 0) {
    problems.push(
      paid(
        domain,
        id,
        `${money(net, currency)} came in, and ${operation} is ${state === 'finished' ? 'without its subscription' : state}`,
      ),
    );
  }
  if (!isGranted && held > 0) {
    problems.push(
      paid(domain, id, `${money(held, currency)} are held ready, and ${operation} is ${state}`),
    );
  }
  if (held < 0) {
    problems.push(
      granted(
        domain,
        id,
        `${money(-held, currency)} more were captured or released than held ready`,
      ),
    );
  }
  if (state === 'deleted') problems.push(...checkDeleted(transaction, rows));
  if (state !== 'finished') return problems;
  const kept = withoutGivenBack(rows);
  const first = kept.filter((row) => row.kind === 'paid' || row.kind === 'authorised');
  const firstMinor = first.reduce((sum, row) => sum + row.amountMinor, 0);
  const dueMinor = paidMinor ?? amountMinor;
  if (firstMinor < dueMinor) {
    problems.push(
      granted(
        domain,
        id,
        `${operation} cost ${money(dueMinor, currency)}, and ${money(firstMinor, currency)} were paid for it`,
      ),
    );
  }
  if (firstMinor > dueMinor) {
    problems.push(
      paid(
        domain,
        id,
        `${operation} cost ${money(dueMinor, currency)}, and ${money(firstMinor, currency)} were paid for it`,
      ),
    );
  }
  if (dueMinor < amountMinor) {
    problems.push(
      granted(
        domain,
        id,
        `${operation} was prepared for ${money(amountMinor, currency)}, and finished for ${money(dueMinor, currency)}`,
      ),
    );
  }
  if (kept.some((row) => row.kind === 'refunded') && net <= 0) {
    problems.push(
      granted(domain, id, `what was paid for ${operation} was given back, and it is still granted`),
    );
  }
  return problems;
}

/** What came in for a deleted transaction is what was asked for it, and no more went back. */
function checkDeleted(
  { id, domain, operation, amountMinor, currency, durationMonths, paidMonthly }: BookedTransaction,
  rows: readonly LedgerRow[],
): Problem[] {
  const premium =
    operation === 'subscription' ? premiumOffer(durationMonths, paidMonthly) : undefined;
  const asked = [amountMinor, premium?.price];
  const problems = rows
    .filter((row) => row.kind === 'paid' && !asked.includes(row.amountMinor))
    .map((row) =>
      paid(
        domain,
        id,
        `${operation} was prepared for ${money(amountMinor, currency)}, and ${money(row.amountMinor, row.currency)} were paid for it`,
      ),
    );
  const net = netOf(rows);
  if (net < 0) {
    problems.push(
      granted(domain, id, `${money(-net, currency)} more were given back than came in`),
    );
  }
  return problems;
}
