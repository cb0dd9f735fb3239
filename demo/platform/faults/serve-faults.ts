import type { Hono } from 'hono';
import { isKey } from '../ledger/serve-ledger.ts';
import type { Faults } from './faults.ts';

/** Where a running platform takes faults from whoever runs it. */
export const faultsPath = '/__faults';

/**
 * Lists faults (GET), adds one by its text as the body (POST), and removes all (DELETE), for who
 * knows the key. It stands before CORS: no page of a browser may add one.
 */
export function serveFaults(app: Hono, faults: Faults, key: string): void {
  app.use(faultsPath, async (context, next) => {
    if (!isKey(key, context.req.query('key') ?? '')) return next();
    if (context.req.method === 'DELETE') faults.clear();
    if (context.req.method === 'POST') {
      try {
        faults.add(await context.req.text());
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return context.json({ error: error.message }, 400);
      }
    }
    return context.json(faults.list());
  });
}
