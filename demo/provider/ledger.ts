import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
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
  /** The last payment of an order; one of another amount or currency is another order. */
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
  const file = dataDir && join(dataDir, 'payments.jsonl');
  const payments = file ? readPayments(file) : [];
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
      if (file) appendFileSync(file, `${JSON.stringify(payment)}\n`);
      payments.push(payment);
      return payment;
    },
  };
}

const isSameOrder = (one: Order, other: Order): boolean =>
  (['merchant', 'transaction', 'amount', 'currency'] as const).every(
    (name) => one[name] === other[name],
  );

/**
 * A line that a killed process left half-written belongs to a payment that nobody was told of: it
 * is cut off.
 */
function readPayments(file: string): Payment[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  if (whole.length < bytes.length) truncateSync(file, whole.length);
  const lines = whole.toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const read = JSON.parse(line) as Omit<Payment, 'madeAt'> & { madeAt: string }; // written above
    return { ...read, madeAt: new Date(read.madeAt) };
  });
}
