import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openJsonLines } from './json-lines.ts';
import type { Order } from './order.ts';
import type { Course } from './outcome.ts';

/** A payment that was made; what it comes to follows from its course and the clock. */
export interface Payment extends Order {
  /** The provider's own ID of it. */
  readonly reference: string;
  readonly course: Course;
  readonly madeAt: Date;
}

/**
 * The payments. An order is charged once at most: what was approved stays, and what is pending goes
 * on. After a decline the order can be paid by a further payment, so that nobody's decline is the
 * end of it. Only ever added to, so that the file is a line a payment.
 */
export interface Ledger {
  /**
   * The last payment of an order. A registered order has one transaction, whichever of its amounts
   * was paid; an order that nobody registered is another one with another amount or currency.
   */
  find(order: Order): Payment | undefined;
  get(reference: string): Payment | undefined;
  /**
   * Makes the payment of an order, or gives the one that was made before, unless that was declined.
   * It is written down when this returns.
   */
  make(order: Order, course: Course, at: Date): Payment;
  readonly payments: readonly Payment[];
}

export const newReference = (): string => `hp_${randomBytes(12).toString('hex')}`;

/** Opens the ledger of a folder, or without one a ledger in memory. */
export function openLedger(dataDir: string | undefined): Ledger {
  const lines = openJsonLines(dataDir && join(dataDir, 'payments.jsonl'));
  const payments = lines.values.map(readPayment);
  const find: Ledger['find'] = (order) => payments.findLast((one) => isSameOrder(one, order));
  return {
    payments,
    find,
    get: (reference) => payments.find((one) => one.reference === reference),
    make(order, course, madeAt) {
      const made = find(order);
      if (made && (made.course !== 'decline' || course === 'decline')) return made;
      const payment = { ...order, reference: newReference(), course, madeAt };
      // Nothing else runs between the look and the line, so two answers at once make one payment.
      lines.append(payment);
      payments.push(payment);
      return payment;
    },
  };
}

function isSameOrder(one: Order, other: Order): boolean {
  if (one.merchant !== other.merchant || one.transaction !== other.transaction) return false;
  if (one.isRegistered !== other.isRegistered) return false;
  if (other.isRegistered) return true;
  return one.amount === other.amount && one.currency === other.currency;
}

/** A payment as `make` has written it. */
function readPayment(line: unknown): Payment {
  const read = line as Omit<Payment, 'madeAt'> & { readonly madeAt: string };
  return { ...read, madeAt: new Date(read.madeAt) };
}
