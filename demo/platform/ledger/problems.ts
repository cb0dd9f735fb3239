import { monthsOfCharge } from '../payment/charges.ts';
import { addMonths } from '../payment/months.ts';
import { premiumOffer } from '../tenants/price-model.ts';
import type { BookedSubscription, BookedTransaction, Books, LedgerRow } from './books.ts';
import { findSecondSales } from './second-sales.ts';
import { heldOf, netOf } from './sums.ts';

/** Where money and grants do not agree. */
export interface Problem {
  readonly kind: 'granted without payment' | 'paid without grant';
  readonly domain: string;
  readonly transaction: string | null;
  readonly text: string;
}

/**
 * Holds grants against payments, both ways. Vouchers, external subscriptions and what costs nothing
 * are lawful without payment.
 */
export function findProblems(books: Books, now: Date): Problem[] {
  const { rows, transactions, subscriptions, vouchers } = books;
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

const granted = (domain: string, transaction: string | null, text: string): Problem => ({
  kind: 'granted without payment',
  domain,
  transaction,
  text,
});
const paid = (domain: string, transaction: string | null, text: string): Problem => ({
  kind: 'paid without grant',
  domain,
  transaction,
  text,
});

function checkTransaction(
  transaction: BookedTransaction,
  rows: readonly LedgerRow[],
  subscribed: boolean,
): Problem[] {
  const { id, domain, state, operation, amountMinor, paidMinor, currency } = transaction;
  const problems: Problem[] = [];
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
  const first = rows.filter((row) => row.kind === 'paid' || row.kind === 'authorised');
  const firstMinor = first.reduce((sum, row) => sum + row.amountMinor, 0);
  const dueMinor = paidMinor ?? amountMinor;
  if (firstMinor < dueMinor || first.some((row) => row.currency !== currency)) {
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
  if (rows.some((row) => row.kind === 'refunded') && net <= 0) {
    problems.push(
      granted(domain, id, `what was paid for ${operation} was given back, and it is still granted`),
    );
  }
  return problems;
}

/** A subscription reaches no farther than its charges, and is premium only when that was paid. */
/** What came in for a deleted transaction is what was asked for it, and no more went back. */
function checkDeleted(
  { id, domain, operation, amountMinor, currency, durationMonths, paidMonthly }: BookedTransaction,
  rows: readonly LedgerRow[],
): Problem[] {
  const premium =
    operation === 'subscription' ? premiumOffer(durationMonths, paidMonthly) : undefined;
  const asked = [amountMinor, premium?.price];
  const problems = rows
    .filter(
      (row) =>
        row.kind === 'paid' && (row.currency !== currency || !asked.includes(row.amountMinor)),
    )
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

function checkSubscription(
  subscription: BookedSubscription,
  transaction: BookedTransaction | undefined,
  rows: readonly LedgerRow[],
  now: Date,
): Problem[] {
  const { id, domain, external, premium, validUntil, durationMonths, paidMonthly, termFrom } =
    subscription;
  if (external) return [];
  if (!transaction) return [granted(domain, null, `subscription ${id} has no transaction`)];
  if (transaction.state !== 'finished') {
    return [
      granted(
        domain,
        transaction.id,
        `subscription ${id} runs, and its transaction is ${transaction.state}`,
      ),
    ];
  }
  const problems: Problem[] = [];
  if (premium && !transaction.premium && !rows.some((row) => row.kind === 'upgraded')) {
    problems.push(
      granted(domain, transaction.id, `subscription ${id} is premium, and that was not paid`),
    );
  }
  const charges = rows.filter(
    (row) =>
      row.amountMinor > 0 && ['paid', 'captured', 'instalment', 'renewed'].includes(row.kind),
  ).length;
  const coveredUntil = addMonths(
    termFrom,
    charges * monthsOfCharge({ paid_monthly: paidMonthly, duration_months: durationMonths ?? 0 }),
  );
  // A term that is paid monthly is covered as far as it has run.
  const owedUntil =
    paidMonthly && charges > 0
      ? new Date(Math.min(validUntil.getTime(), now.getTime()))
      : validUntil;
  if (coveredUntil < owedUntil) {
    problems.push(
      granted(
        domain,
        transaction.id,
        `subscription ${id} runs until ${day(validUntil)}, and is paid until ${day(coveredUntil)}`,
      ),
    );
  }
  if (coveredUntil > validUntil) {
    problems.push(
      paid(
        domain,
        transaction.id,
        `subscription ${id} is paid until ${day(coveredUntil)}, and ends ${day(validUntil)}`,
      ),
    );
  }
  return problems;
}

const money = (minor: number, currency: string): string =>
  `${(minor / 100).toFixed(2)} ${currency}`;
const day = (moment: Date): string => moment.toISOString().slice(0, 10);
