/** A voucher that every domain starts with. Nothing here is secret: the demo prints it. */
export interface DemoVoucher {
  readonly code: string;
  /** The ID of an external voucher code, by which it is redeemed as well. */
  readonly reference?: string;
  readonly operation: 'item' | 'subscription';
  /** How long it opens what it opens; absent: for good. */
  readonly days?: number;
  readonly uses: number;
  readonly oncePerUser?: boolean;
  /** Days from the domain's beginning; negative ones are over already. */
  readonly expiresInDays?: number;
  /** What it shows. */
  readonly title: string;
}

/** More than a demo hands out. */
const countless = 1_000_000;

/**
 * Those for an item open the third most voted one of those that a default subscription includes.
 */
export const demoVouchers: readonly DemoVoucher[] = [
  {
    code: 'ONE-FILM',
    operation: 'item',
    uses: 1,
    title: 'One film for good, for the first who comes',
  },
  {
    code: 'THREE-EVENINGS',
    operation: 'item',
    days: 2,
    uses: 3,
    title: 'One film for two days, three times',
  },
  {
    code: 'FREE-MONTH',
    operation: 'subscription',
    days: 30,
    uses: countless,
    oncePerUser: true,
    title: 'Thirty days of everything, once for each viewer',
  },
  {
    code: 'PARTNER-WEEK',
    reference: 'PARTNER-2026-0001',
    operation: 'subscription',
    days: 7,
    uses: countless,
    oncePerUser: true,
    title: "Seven days of everything, by a partner's reference",
  },
  {
    code: 'LAST-YEAR',
    operation: 'subscription',
    days: 30,
    uses: countless,
    expiresInDays: -1,
    title: 'Expired',
  },
  { code: 'USED-UP', operation: 'item', uses: 0, title: 'Used up' },
];
