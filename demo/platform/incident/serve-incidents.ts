import type { Hono } from 'hono';
import { isKey } from '../ledger/serve-ledger.ts';
import type { Platform } from '../platform.ts';
import { addIncident, endIncident, listIncidents, type NewIncident } from '../system/incidents.ts';

/** Where a running platform takes incidents from whoever may read its data folder. */
export const incidentsPath = '/__incidents';

/**
 * Takes incidents from who knows the key, as the command has checked them. It stands before CORS:
 * no page of a browser may add one.
 */
export function serveIncidents(app: Hono, { database, now }: Platform, key: string): void {
  app.use(incidentsPath, async (context, next) => {
    if (!isKey(key, context.req.query('key') ?? '')) return next();
    if (context.req.method === 'GET') return context.json(await listIncidents(database, now()));
    // `askBook` sends one of them.
    const { add, end } = (await context.req.json()) as { add?: NewIncident; end?: string };
    return context.json(
      add
        ? { ID: await addIncident(database, add, now()) }
        : { ended: await endIncident(database, end ?? '0', now()) },
    );
  });
}
