/** A row of the platform's ledger, as the platform sends it. */
export interface LedgerEntry {
  readonly kind: string;
  readonly at: string;
  readonly transaction: string | null;
  readonly item: string | null;
  readonly title: string | null;
  readonly amountMinor: number;
  readonly currency: string;
}

/** What the ledger says of one transaction. */
export interface Sale {
  readonly transaction: string;
  /** The global ID of what is sold. */
  readonly item: string | null;
  readonly title: string;
  readonly currency: string;
  readonly askedMinor: number;
  /** The moments of its charges, in ms since 1970. */
  readonly chargedAt: readonly number[];
  /** Charged, less what was given back. */
  readonly paidMinor: number;
  /** All that was charged was given back. */
  readonly isGivenBack: boolean;
  readonly grantedAt: number | null;
  readonly startedAt: number;
}

/** Money that comes in for one purchase. Renewals of a subscription are charges of their own. */
const charges: readonly string[] = ['paid', 'authorised'];

/** Groups the rows of a ledger by transaction, the newest first. */
export function salesOf(entries: readonly LedgerEntry[]): Sale[] {
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    if (entry.transaction === null) continue;
    groups.set(entry.transaction, [...(groups.get(entry.transaction) ?? []), entry]);
  }
  return [...groups]
    .map(([transaction, rows]) => saleOf(transaction, rows))
    .sort((one, other) => other.startedAt - one.startedAt);
}

function saleOf(transaction: string, rows: readonly LedgerEntry[]): Sale {
  const first = rows[0]!; // a group has at least one row
  const charged = rows.filter(({ kind }) => charges.includes(kind));
  const refunded = rows.filter(({ kind }) => kind === 'refunded');
  const granted = rows.find(({ kind }) => kind === 'finished');
  const paidMinor = sumOf(charged) - sumOf(refunded);
  return {
    transaction,
    item: first.item,
    title: first.title ?? 'Subscription',
    currency: first.currency,
    askedMinor: (rows.find(({ kind }) => kind === 'prepared') ?? first).amountMinor,
    chargedAt: charged.map(({ at }) => Date.parse(at)),
    paidMinor,
    isGivenBack: refunded.length > 0 && paidMinor <= 0,
    grantedAt: granted ? Date.parse(granted.at) : null,
    startedAt: Date.parse(first.at),
  };
}

const sumOf = (rows: readonly LedgerEntry[]): number =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
