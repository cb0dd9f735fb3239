import { monthsOfCharge } from '../payment/charges.ts';
import { addMonths } from '../payment/months.ts';
import type { BookedSubscription, BookedTransaction, LedgerRow } from './books.ts';
import { granted, paid, type Problem } from './problem.ts';
import { withoutGivenBack } from './sums.ts';

/** A subscription reaches no farther than its charges, and is premium only when that was paid. */
export function checkSubscription(
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
  const charges = withoutGivenBack(rows).filter(
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

const day = (moment: Date): string => moment.toISOString().slice(0, 10);
