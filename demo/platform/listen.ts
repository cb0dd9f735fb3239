import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';

export interface Listening {
  /** As `http://127.0.0.1:4174`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves an app on this machine only; when the port is taken, on another one. */
export async function listen(app: Hono, port: number): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  const tryPort = (one: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(one, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await tryPort(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return tryPort(0);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Kept-alive and hanging connections would hold the server open.
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
