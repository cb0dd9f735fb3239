import type { Hono } from 'hono';
import { readPageFile } from '../page-file.ts';

/**
 * What the pages and the shops load: address, file, type. The typeface is that of the demo site.
 */
const files = [
  ['/checkout.css', './page/checkout.css', 'text/css'],
  ['/about.css', './page/about.css', 'text/css'],
  ['/harbour.svg', './page/harbour.svg', 'image/svg+xml'],
  ['/mark.svg', './page/mark.svg', 'image/svg+xml'],
  ['/frame.js', './page/frame.ts', 'text/javascript'],
  ['/in-page.js', './page/in-page.ts', 'text/javascript'],
  ['/in-page-dialog.ts', './page/in-page-dialog.ts', 'text/javascript'],
  ['/instrument-sans.woff2', '../page/fonts/instrument-sans.woff2', 'font/woff2'],
] as const;

/** Serves them to every origin: a shop's page imports the module from here. */
export function serveFiles(app: Hono): void {
  for (const [address, path, type] of files) {
    app.get(address, async (context) => {
      const bytes = await readPageFile(new URL(path, import.meta.url));
      return context.body(bytes, 200, {
        'Content-Type': type.startsWith('font') ? type : `${type}; charset=utf-8`,
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      });
    });
  }
}
