import type { LedgerRow } from './books.ts';
import type { Statement } from './statement.ts';

const headings = [
  'at',
  'domain',
  'user',
  'what',
  'amount',
  'cur',
  'provider',
  'paid to',
  'transaction',
  'item',
  'reference',
  'note',
] as const;
const amountColumn = 4;

/** A statement as text: a table, the sums of each currency, and what does not agree. */
export function printStatement({ rows, sums, problems }: Statement): string {
  const lines =
    rows.length > 0
      ? [...table([headings, ...rows.map(cells)]), '']
      : ['Nothing is on record yet.'];
  for (const sum of sums) {
    lines.push(
      `${sum.currency}  received ${money(sum.receivedMinor)}, given back ${money(sum.refundedMinor)}, net ${money(sum.netMinor)}, open captures ${money(sum.openCapturesMinor)}`,
    );
  }
  const free = rows.filter(isFree).length;
  if (free > 0) {
    lines.push(
      `${free} granted without payment by right: vouchers, outside operators, and what costs nothing`,
    );
  }
  lines.push(
    '',
    problems.length === 0
      ? 'Money and grants agree.'
      : `${problems.length} times money and grants do not agree:`,
  );
  for (const problem of problems) {
    lines.push(
      `  ${problem.kind}: domain ${problem.domain}, ${problem.transaction ? `transaction ${problem.transaction}, ` : ''}${problem.text}`,
    );
  }
  return lines.join('\n');
}

const money = (minor: number): string => (minor / 100).toFixed(2);

const isFree = ({ kind, amountMinor }: LedgerRow): boolean =>
  kind === 'granted' || (kind === 'finished' && amountMinor === 0);

function cells(row: LedgerRow): readonly string[] {
  const at = row.at.toISOString().slice(0, 19).replace('T', ' ');
  return [
    at,
    row.domain,
    row.user,
    row.kind,
    money(row.amountMinor),
    row.currency,
    row.provider,
    row.merchant ?? '',
    row.transaction ?? '',
    row.item ?? '',
    row.reference ?? '',
    row.note ?? '',
  ];
}

function table(lines: readonly (readonly string[])[]): string[] {
  const widths = headings.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, line[column]!.length), 0),
  );
  return lines.map((line) =>
    line
      .map((cell, column) =>
        column === amountColumn ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}
