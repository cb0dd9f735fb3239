import { Hono, type MiddlewareHandler } from 'hono';
import { answerCall } from './answer-call.ts';
import { areas } from './areas.ts';
import type { CallLog } from './call-log.ts';
import { callViewerPath, serveCallViewer } from './call-viewer/serve-call-viewer.ts';
import { serveDirectory } from './directory/serve-directory.ts';
import type { Faults } from './faults/faults.ts';
import { serveFaults } from './faults/serve-faults.ts';
import { serveIncidents } from './incident/serve-incidents.ts';
import { serveLedger } from './ledger/serve-ledger.ts';
import { serveMedia } from './media/serve-media.ts';
import { servePoster } from './media/serve-poster.ts';
import type { Platform } from './platform.ts';
import { serveReport } from './statistics/report/serve-report.ts';
import { serveViewerTools } from './viewer-tools/serve-viewer-tools.ts';
import { cors } from './wire/cors.ts';
import { respond } from './wire/envelope.ts';

/** Under these every endpoint is served; without a domain the default one is meant. */
const prefixes = ['/v3.1', '/v3.1/:domain{\\d+}'] as const;

/** Paths that the document misspells, and their right spelling. */
const alsoKnownAs: Readonly<Record<string, string>> = {
  'statistics/registationsbyday': 'statistics/registrationsbyday',
};

interface AppParts {
  readonly log: CallLog | undefined;
  readonly faults?: Faults;
  /** Serves what pages may do with their own session. */
  readonly viewerTools?: boolean;
  readonly intercept?: MiddlewareHandler | undefined;
  readonly ledgerKey: string;
}

/**
 * The platform over HTTP: one route for each row of the contract, the files, and the same envelope
 * for whatever goes wrong.
 */
export function createApp(
  platform: Platform,
  { log, faults, viewerTools, intercept, ledgerKey }: AppParts,
): Hono {
  const app = new Hono({ strict: false });
  // Before CORS, which answers preflights by itself.
  for (const path of ['/v3.1/*', '/__report']) if (log) app.use(path, log.record);
  serveDirectory(app, platform); // before CORS: pages go there, and do not call it
  serveLedger(app, platform, ledgerKey);
  serveIncidents(app, platform, ledgerKey);
  if (faults) serveFaults(app, faults, ledgerKey);
  if (intercept) app.use(intercept);
  app.use(cors);
  if (faults) app.use('/v3.1/*', faults.apply);
  if (log) {
    app.get('/__log', log.show);
    serveCallViewer(app);
  } else {
    // The inspector asks whether it is there, and an error would be written on its console.
    app.get(callViewerPath, (context) => context.body(null, 204));
  }
  addRoutes(app, platform);
  serveReport(app, platform);
  if (faults && viewerTools) serveViewerTools(app, platform, faults);
  app.get('/media/:name', serveMedia);
  app.get('/poster/:name{\\d+\\.svg}', (context) => servePoster(context, platform.database));
  app.notFound((context) =>
    respond(
      context,
      { status: 404, hint: 'there is no such endpoint' },
      { startedMs: performance.now() },
    ),
  );
  app.onError((error, context) => {
    platform.reportFault(error);
    return respond(
      context,
      { status: 500, hint: 'the platform met an error of its own' },
      { startedMs: performance.now() },
    );
  });
  return app;
}

function addRoutes(app: Hono, platform: Platform): void {
  for (const area of areas) {
    for (const [name, row] of Object.entries(area.rows)) {
      const id = `${area.name}/${name}`;
      // Every segment is optional here: a missing one is refused by the contract, which names it.
      const segments = Object.keys(row.path ?? {})
        .map((field) => `/:${field}?`)
        .join('');
      const paths = prefixes.flatMap((prefix) =>
        [id, alsoKnownAs[id] ?? []].flat().map((one) => `${prefix}/${one}${segments}`),
      );
      for (const path of paths) {
        app.on(row.method, path, (context) => answerCall(platform, area, name, context));
        app.all(path, (context) => {
          const refused = respond(
            context,
            { status: 405, hint: `this endpoint takes ${row.method}, not ${context.req.method}` },
            { startedMs: performance.now() },
          );
          refused.headers.set('Allow', `${row.method}, OPTIONS`);
          return refused;
        });
      }
    }
  }
}
