import { OrderError } from './order-error.ts';
import { readAmount, readCurrency } from './order.ts';

export const stores = ['io', 'go', 'am'] as const;
export type Store = (typeof stores)[number];

/** What was bought in an app store. */
export interface StorePurchase {
  readonly operation: string;
  /** Whose app sold it: the audience of the token. */
  readonly merchant: string;
  /** As text: it may have more digits than a number holds. */
  readonly item?: string;
  readonly streamtype?: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly isPremium: boolean;
}

/**
 * Reads a purchase as an app sends it.
 * @param shop whose app it is where the body names no `merchant`
 * @throws {OrderError} that names the field
 */
export function readStorePurchase(body: unknown, shop: string): StorePurchase {
  if (typeof body !== 'object' || body === null) {
    throw new OrderError('The body must be a JSON object.');
  }
  const {
    operation,
    merchant = shop,
    item,
    streamtype,
    amount,
    currency,
    isPremium,
  } = body as Record<string, unknown>; // an object: each field is checked here
  if (typeof operation !== 'string' || !operation) {
    throw new OrderError('operation must be text, as subscription.');
  }
  if (typeof merchant !== 'string' || !merchant) {
    throw new OrderError('merchant must be text: whose app sold it.');
  }
  if (item !== undefined && !/^\d+$/.test(idText(item))) {
    throw new OrderError('item must be an ID, as text when it is longer than a number holds.');
  }
  if (streamtype !== undefined && typeof streamtype !== 'string') {
    throw new OrderError('streamtype must be text.');
  }
  return {
    operation,
    merchant,
    ...(item === undefined ? {} : { item: idText(item) }),
    ...(streamtype === undefined ? {} : { streamtype }),
    amount: readAmount(amount),
    currency: readCurrency(currency),
    isPremium: isPremium === true || isPremium === 1,
  };
}

function idText(item: unknown): string {
  if (typeof item === 'string') return item;
  return Number.isSafeInteger(item) ? String(item) : '';
}
