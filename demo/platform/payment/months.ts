/**
 * So many calendar months after a moment, in UTC: the same day and time, or the month's last day
 * where it has no such day. Count from the first moment, not from result to result: the 31st would
 * become the 28th for good.
 */
export function addMonths(from: Date, months: number): Date {
  const lastDay = new Date(
    Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0),
  ).getUTCDate();
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}
