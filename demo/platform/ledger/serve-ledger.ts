import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { Platform } from '../platform.ts';
import { ledgerPath } from './ledger-address.ts';
import { readStatement } from './statement.ts';

/**
 * Serves the ledger to who knows the key. It stands before CORS: no page of a browser may read it.
 */
export function serveLedger(app: Hono, { database, now }: Platform, key: string): void {
  app.get(ledgerPath, async (context, next) => {
    if (!isKey(key, context.req.query('key') ?? '')) return next();
    return context.json(await readStatement(database, undefined, now()), 200, {
      'Cache-Control': 'no-store',
    });
  });
}

/**
 * Whether a caller knows the key of the platform's own address; how long the comparison takes tells
 * nothing of it.
 */
export function isKey(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
