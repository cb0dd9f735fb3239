import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { createCallbackHosts } from './directory/callback-hosts.ts';

export interface Listening {
  /** As `http://127.0.0.1:4174`. */
  readonly url: string;
  close(): Promise<void>;
}

const refuseHost = (): Response =>
  new Response('This server does not answer under this name.', { status: 421 });

/**
 * Serves an app on this machine only; when the port is taken, on another one, unless
 * `isPortFixed`. It answers under the
 * names of this machine and `hosts`: a page elsewhere could make its own name point here, and would
 * then be of the same origin.
 */
export async function listen(
  app: Hono,
  port: number,
  hosts: readonly string[] = [],
  isPortFixed = false,
): Promise<Listening> {
  const allowed = createCallbackHosts(hosts);
  const server = createAdaptorServer({
    fetch: (request: Request, bindings: object) =>
      allowed.find(request.headers.get('Host') ?? '') ? app.fetch(request, bindings) : refuseHost(),
    overrideGlobalObjects: false,
  });
  const tryPort = (one: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(one, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await tryPort(port).catch((error: NodeJS.ErrnoException) => {
    if (isPortFixed || error.code !== 'EADDRINUSE') throw error;
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
