import type { Hono } from 'hono';
import type { Platform } from '../../platform.ts';
import { respond } from '../../wire/envelope.ts';
import { readText } from '../../wire/read-input.ts';
import { asRefusal } from '../../wire/refusal.ts';
import { takeReport } from './take-report.ts';

/** What browsers send at the end of a page (`sendBeacon`, `keepalive`) is at most as large. */
const maxBytes = 65_536;

/**
 * Serves `POST /__report`, by which players tell what happened. It is the platform's own: the
 * interface has none. The body is JSON whatever its type says, so that a page can send it as text,
 * without a preflight.
 */
export function serveReport(app: Hono, platform: Platform): void {
  app.post('/__report', async (context) => {
    const startedMs = performance.now();
    try {
      const { domain, recorded } = await takeReport(
        platform,
        await readText(context.req.raw, maxBytes),
        context.req.header('User-Agent') ?? '',
      );
      return respond(context, { status: 200, result: { recorded } }, { startedMs, domain });
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal) return respond(context, refusal, { startedMs });
      throw error; // the app's own answer to faults
    }
  });
}
