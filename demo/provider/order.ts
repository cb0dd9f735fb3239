import { OrderError } from './order-error.ts';

/** What a shop asks a viewer to pay. */
export interface Order {
  /** The shop's own ID of it, as text all along: it may have more digits than a number holds. */
  readonly transaction: string;
  /** Who is paid, as the viewer reads it. With `transaction` it tells payments apart, and it
   * is the audience of the token. */
  readonly merchant: string;
  readonly title: string;
  /** In the currency's smallest unit: 499 EUR are 4.99 euros. */
  readonly amount: number;
  /** Three capital letters. */
  readonly currency: string;
  /** The merchant has registered it. Absent for an order that only an address speaks of. */
  readonly isRegistered?: true;
}

/** No title or name that a checkout page can show is longer. */
export const maxLetters = 200;

/**
 * Reads an order from the query of an address, as it stands there.
 * @param shop who is paid where the query names no `merchant`
 * @throws {OrderError} that names the parameter
 */
export function readOrder(query: URLSearchParams, shop: string): Order {
  const transaction = readTransaction(query.get('transaction'));
  return {
    transaction,
    merchant: readText('merchant', query.get('merchant')) || shop,
    title: readText('title', query.get('title')) || `Order ${transaction}`,
    amount: readAmount(query.get('amount')),
    currency: readCurrency(query.get('currency')),
  };
}

/** @throws {OrderError} */
export function readTransaction(given: unknown): string {
  if (typeof given !== 'string' || !/^[\w-]{1,64}$/.test(given)) {
    throw new OrderError(
      'transaction must be the shop’s ID of the payment: letters, digits, _ and -, 64 at most.',
    );
  }
  return given;
}

/** @throws {OrderError} */
export function readAmount(given: unknown): number {
  const amount = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) {
    throw new OrderError(
      'amount must be a whole number in the currency’s smallest unit, as 499 for 4.99 euros.',
    );
  }
  return amount;
}

/** @throws {OrderError} */
export function readCurrency(given: unknown): string {
  if (typeof given !== 'string' || !/^[A-Z]{3}$/.test(given)) {
    throw new OrderError('currency must be three capital letters, as EUR.');
  }
  return given;
}

/**
 * A text without the spaces around it; empty where nothing is given.
 * @throws {OrderError}
 */
export function readText(name: string, given: unknown): string {
  const text = typeof given === 'string' ? given.trim() : '';
  if (text.length > maxLetters || /\p{Cc}/u.test(text)) {
    throw new OrderError(`${name} must be plain text of ${maxLetters} letters at most.`);
  }
  return text;
}
