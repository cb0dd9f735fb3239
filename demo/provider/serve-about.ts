import type { Hono } from 'hono';
import { aboutPage } from './about-page.ts';
import { pageShell, sendPage } from './page-shell.ts';

/** The page at the root, which explains the provider. */
export function serveAbout(app: Hono, origin: () => string): void {
  app.get('/', (context) =>
    sendPage(
      context,
      pageShell({
        title: 'A payment provider for tests',
        body: aboutPage(origin()),
        style: '/about.css',
      }),
    ),
  );
}
