import type { Hono } from 'hono';
import { readPageFile } from '../../page-file.ts';

/** The page that shows the log of calls. */
export const callViewerPath = '/__calls';

/** Address, file, type. */
const files = [
  ['', 'calls.html', 'text/html'],
  ['/calls.css', 'calls.css', 'text/css'],
  ['/calls.ts', 'calls.ts', 'text/javascript'],
  ['/call-filter.ts', 'call-filter.ts', 'text/javascript'],
  ['/call-details.ts', 'call-details.ts', 'text/javascript'],
] as const;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Serves the page of calls. It reads the log at `/__log`. */
export function serveCallViewer(app: Hono): void {
  for (const [address, name, type] of files) {
    app.get(callViewerPath + address, async (context) =>
      context.body(await readPageFile(new URL(`./page/${name}`, import.meta.url)), 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-cache',
      }),
    );
  }
}
